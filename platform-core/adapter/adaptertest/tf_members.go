package adaptertest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Members returns every member of a JSON document by its path, with the value
// of those that are strings. A member that is there twice is an error, and so
// is anything after the document.
func jsonMembers(data []byte) (map[string]string, error) {
	r := reader{json.NewDecoder(bytes.NewReader(data)), map[string]string{}}
	r.UseNumber()
	if err := r.value(""); err != nil {
		return nil, err
	}
	if _, err := r.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more follows the document")
	}
	return r.found, nil
}

type reader struct {
	*json.Decoder
	found map[string]string
}

func (r reader) value(path string) error {
	token, err := r.Token()
	if err != nil {
		return err
	}
	switch t := token.(type) {
	case json.Delim:
		return r.inside(path, t)
	case string:
		return r.add(path, t)
	default:
		return r.add(path, "")
	}
}

func (r reader) add(path, text string) error {
	if _, twice := r.found[path]; twice {
		return fmt.Errorf("the member %s is there twice", path)
	}
	r.found[path] = text
	return nil
}

// inside reads an object or a list up to its end.
func (r reader) inside(path string, opened json.Delim) error {
	if err := r.add(path, ""); err != nil {
		return err
	}
	for i := 0; r.More(); i++ {
		inner := fmt.Sprintf("%s[%d]", path, i)
		if opened == '{' {
			name, err := r.Token()
			if err != nil {
				return err
			}
			inner = fmt.Sprintf("%s.%s", path, name)
		}
		if err := r.value(inner); err != nil {
			return err
		}
	}
	_, err := r.Token()
	return err
}
