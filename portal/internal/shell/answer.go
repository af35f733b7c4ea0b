package shell

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
)

// Answer is what a handler returns: a page, a file, or the address of another
// page.
type Answer struct {
	title    string
	status   int
	write    func(io.Writer, frame) error
	location string
	file     *File
}

// WithStatus returns the answer with a status other than 200.
func (a Answer) WithStatus(status int) Answer {
	a.status = status
	return a
}

// SeeOther returns the answer that leads a browser on after a POST. path is of
// this portal.
func SeeOther(path string) Answer { return Answer{location: path} }

// LeadTo returns the handler that leads to path: for an address that only takes
// forms, where a reader comes by reloading the answer to one.
func LeadTo(path string) Handler {
	return func(*Visit) (Answer, error) { return SeeOther(path), nil }
}

// send sends an answer. A page is made whole before its status is written, so
// that a failing template still ends in an error page.
func (s *Shell) send(w http.ResponseWriter, v *Visit, a Answer) {
	switch {
	case a.location != "":
		s.prefix.redirect(w, a.location)
		return
	case a.file != nil:
		sendFile(w, *a.file)
		return
	}
	var written bytes.Buffer
	if err := a.write(&written, s.frame(v, a.title)); err != nil {
		s.logger.ErrorContext(v.Context(), "template", "title", a.title, "error", err)
		http.Error(w, "The portal could not show this page; its log says why.", http.StatusInternalServerError)
		return
	}
	body := s.prefix.page(written.Bytes())
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(max(a.status, http.StatusOK))
	_, _ = w.Write(body)
}
