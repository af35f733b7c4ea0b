package shell

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
)

// Answer is the result of a [Handler]: a page, a file, or a redirect. [Template.Answer],
// [File.Answer] and [SeeOther] return one.
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

// SeeOther returns a redirect for the answer to a POST. path must be a path of this portal.
func SeeOther(path string) Answer { return Answer{location: path} }

// LeadTo returns a [Handler] that redirects to path. It is for addresses that accept only a POST: a
// reload of the answer is a GET.
func LeadTo(path string) Handler {
	return func(*Visit) (Answer, error) { return SeeOther(path), nil }
}

// send sends an answer. It renders a page completely before it writes the status, so that a failing
// template can still answer 500.
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
