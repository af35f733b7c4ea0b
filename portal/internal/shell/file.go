package shell

import (
	"mime"
	"net/http"
	"strconv"

	"platform.internal/platform-core/problem"
)

// File is a document that a reader keeps or reads as it is, byte for byte.
type File struct {
	// Name is what a browser offers to save it under.
	Name string
	// MediaType is text/plain for what is to be read, whatever it holds.
	MediaType string
	Content   []byte
	// Saved means that a browser saves the file and does not show it.
	Saved bool
}

// The media types of files.
const (
	PlainText = "text/plain; charset=utf-8"
	JSON      = "application/json"
)

// Answer returns the answer that is the file.
func (f File) Answer() Answer { return Answer{file: &f} }

// sendFile sends the file under its own name.
func sendFile(w http.ResponseWriter, f File) {
	place := "inline"
	if f.Saved {
		place = "attachment"
	}
	h := w.Header()
	h.Set("Content-Type", f.MediaType)
	h.Set("Content-Length", strconv.Itoa(len(f.Content)))
	h.Set("Content-Disposition", mime.FormatMediaType(place, map[string]string{"filename": f.Name}))
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(f.Content)
}

// fileOf returns the handler of a file. Before setup it refuses: whoever saves
// the answer must not take the page about setup for the file.
func fileOf(handler Handler) Handler {
	return func(v *Visit) (Answer, error) {
		if v.Installation.Missing {
			return Answer{}, problem.New(problem.InstallationNotFound, "There is no installation yet, so there is nothing to save.")
		}
		return handler(v)
	}
}
