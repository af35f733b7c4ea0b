package mcpserver

import (
	"encoding/json"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// text is a document of an agent: a JSON string with its text, or a JSON object. Some clients turn
// a text that is JSON into an object.
type text json.RawMessage

// UnmarshalJSON stores the value without a change.
func (t *text) UnmarshalJSON(data []byte) error {
	*t = append((*t)[:0], data...)
	return nil
}

// bytes returns the document in the argument with the name. It fails if the argument is neither a
// string nor an object.
func (t *text) bytes(argument string) ([]byte, error) {
	switch {
	case t == nil || string(*t) == "null":
		return nil, wrong("The argument %s is missing; give the document as a text or as an object.", argument)
	case (*t)[0] == '{':
		return *t, nil
	case (*t)[0] != '"':
		return nil, wrong("The argument %s is no document; give it as a text or as an object.", argument)
	}
	var s string
	if err := json.Unmarshal(*t, &s); err != nil {
		return nil, wrong("The argument %s is no text: %v.", argument, err)
	}
	return []byte(s), nil
}

// source returns the document as a [document.Source] with the argument's name.
func (t *text) source(argument string) (document.Source, error) {
	data, err := t.bytes(argument)
	return fileio.SourceOf(argument, data), err
}

func wrong(format string, values ...any) error {
	return problem.New(problem.UsageError, format, values...)
}

// evidence is a proposal: the files of a bundle by their paths, or a saved document.
type evidence struct {
	files map[string]string
	saved *text
}

// check fails if the evidence has both forms or neither.
func (e evidence) check(files, saved string) error {
	switch {
	case e.files == nil && e.saved == nil:
		return wrong("The argument %s or %s is missing; give the files of a bundle by their paths, or a saved document.",
			files, saved)
	case e.files != nil && e.saved != nil:
		return wrong("The arguments %s and %s are both given; give one of them.", files, saved)
	}
	return nil
}
