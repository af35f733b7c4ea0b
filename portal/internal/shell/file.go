package shell

import (
	"mime"
	"net/http"
	"strconv"

	"platform.internal/platform-core/problem"
)

// File is a document to save or to read, byte for byte.
type File struct {
	// Name is the file name that a browser suggests.
	Name string
	// MediaType is [PlainText] for a file to read, so that a browser never renders its content.
	MediaType string
	Content   []byte
	// Saved means that a browser saves the file instead of showing it.
	Saved bool
}

// The media types of files.
const (
	PlainText = "text/plain; charset=utf-8"
	JSON      = "application/json"
)

// Answer returns an [Answer] that sends the file.
func (f File) Answer() Answer { return Answer{file: &f} }

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

// fileOf returns the handler of a file. Before setup it returns an error, so that a client does not
// save the page about setup as the file.
func fileOf(handler Handler) Handler {
	return func(v *Visit) (Answer, error) {
		if v.Installation.Missing {
			return Answer{}, problem.New(problem.InstallationNotFound, "There is no installation yet, so there is nothing to save.")
		}
		return handler(v)
	}
}
