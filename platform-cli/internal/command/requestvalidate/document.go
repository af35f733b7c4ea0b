package requestvalidate

import (
	"bytes"

	"platform.internal/platform-core/document"
)

// reportSchema is the schema of the document of several files. The document is written during the
// evaluation to save memory, so its summary comes last.
const reportSchema = "platform.validation-report/v1"

// Parts of the document before, between and after the results.
const (
	beforeResults = "{\n  \"schema\": \"" + reportSchema + "\",\n  \"results\": ["
	behindResults = "\n  ],\n"
)

// entry returns the result of a file as a part of the document, with the separator before it.
func (c *collected) entry(o outcome) []byte {
	before := ",\n"
	if c.summary.Files == 1 {
		before = beforeResults + "\n"
	}
	return append([]byte(before), within(struct {
		Results []fileResult `json:"results"`
	}{[]fileResult{o.entry()}}, "[\n", "\n  ]\n}\n")...)
}

// end returns the part of the document after the results.
func (c *collected) end() []byte {
	before := behindResults
	if c.summary.Files == 0 {
		before = beforeResults + "],\n"
	}
	return append([]byte(before), within(struct {
		Interrupted bool    `json:"interrupted,omitempty"`
		Summary     summary `json:"summary"`
	}{c.summary.NotEvaluated > 0, c.summary}, "{\n", "")...)
}

// within returns the encoding of v between two texts. The types of this package always encode.
func within(v any, before, behind string) []byte {
	text, err := document.Encode(v)
	if err != nil {
		panic(err)
	}
	_, text, _ = bytes.Cut(text, []byte(before))
	return bytes.TrimSuffix(text, []byte(behind))
}
