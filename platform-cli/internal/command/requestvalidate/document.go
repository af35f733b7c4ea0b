package requestvalidate

import (
	"bytes"

	"platform.internal/platform-core/document"
)

// reportSchema marks the document of several files. It is written while the files are
// evaluated, so that it need not be held: its summary comes last.
const reportSchema = "platform.validation-report/v1"

// The parts of the document before the results, between them and behind them.
const (
	beforeResults = "{\n  \"schema\": \"" + reportSchema + "\",\n  \"results\": ["
	behindResults = "\n  ],\n"
)

// entry returns the result of a file as the document has it, with what comes before it.
func (c *collected) entry(o outcome) []byte {
	before := ",\n"
	if c.summary.Files == 1 {
		before = beforeResults + "\n"
	}
	return append([]byte(before), within(struct {
		Results []fileResult `json:"results"`
	}{[]fileResult{o.entry()}}, "[\n", "\n  ]\n}\n")...)
}

// end returns what comes behind the results.
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

// within returns what the encoding of v has between two texts. v is one of the values above,
// which always encode.
func within(v any, before, behind string) []byte {
	text, err := document.Encode(v)
	if err != nil {
		panic(err)
	}
	_, text, _ = bytes.Cut(text, []byte(before))
	return bytes.TrimSuffix(text, []byte(behind))
}
