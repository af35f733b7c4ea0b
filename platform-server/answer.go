package server

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/serve"
)

// answer is a complete response, ready to be sent.
type answer struct {
	status    int
	mediaType string
	// body yields the same parts each time. They are the service's own bytes, so a slow reader keeps no copy in memory.
	// made is the number of bytes that were encoded for this call only.
	body iter.Seq[[]byte]
	made int
	// length is the length of the body in bytes; 0 if it has to be counted.
	length int
	// items counts the documents of a list.
	items    int
	location string
	// links are the values of the header Link, tag that of ETag, and vary that of Vary; empty for none.
	links []string
	tag   string
	vary  string
	allow []string
	// replayed sends Idempotency-Replayed: the record was there already.
	replayed bool
	// retryAfter is a number of seconds; 0 sends none.
	retryAfter int
}

const mediaJSON = "application/json"

// encoded returns an answer with bytes that the service encoded, in parts.
func encoded(status int, body ...[]byte) answer {
	return answer{status: status, mediaType: mediaJSON, body: slices.Values(body)}
}

// whole is a body of one part.
func whole(body []byte) iter.Seq[[]byte] { return slices.Values([][]byte{body}) }

// encode returns an answer of v as JSON, with status 200.
func encode(v any) (answer, error) {
	body, err := document.Encode(v)
	out := encoded(http.StatusOK, body)
	out.made = len(body)
	return out, err
}

// about returns the answer, and adds the ID of the record or proposal to the log line of the request.
func about(r *http.Request, id string, out answer) answer {
	serve.EntryOf(r.Context()).Record = id
	return out
}

// below returns the answer with its links below a path prefix.
func (a answer) below(prefix string) answer {
	for i, link := range a.links {
		a.links[i] = "<" + prefix + strings.TrimPrefix(link, "<")
	}
	if a.location != "" {
		a.location = prefix + a.location
	}
	return a
}

// handler makes the answer to a request, or an error.
type handler func(*http.Request) (answer, error)

// handle returns the handler that sends the answer or the problem of h. The call needs a seat of class.
func (a *api) handle(class *seats, h handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		receive(w, r)
		answer, err := seated(class, h, r)
		aborted(r, err)
		if err != nil {
			answer = a.refusal(r, answer, problem.From(err))
		}
		leave, err := a.sending(r, answer)
		aborted(r, err)
		if err != nil {
			a.refuse(w, r, problem.From(err))
			return
		}
		defer leave()
		send(w, r, answer.below(a.prefix))
	}
}

// aborted ends a call whose caller has left.
func aborted(r *http.Request, err error) {
	if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		panic(http.ErrAbortHandler)
	}
}

// sending waits until there is memory for an answer while it is sent.
func (a *api) sending(r *http.Request, answer answer) (leave func(), err error) {
	switch {
	case r.Method == http.MethodHead:
		return func() {}, nil
	case answer.items > maxLimit:
		return a.classes.longLists.enter(r.Context())
	default:
		return a.made.enter(answer.made)
	}
}

// readTime bounds the making of an answer to a GET.
const readTime = 8 * time.Second

// seated waits for a seat and makes the answer. A call that reads has a time limit.
func seated(class *seats, h handler, r *http.Request) (answer, error) {
	leave, err := class.enter(r.Context())
	if err != nil {
		return answer{}, err
	}
	defer leave()
	if !isRead(r) {
		return h(r)
	}
	ctx, cancel := context.WithTimeout(r.Context(), readTime)
	defer cancel()
	made, err := h(r.WithContext(ctx))
	var explained *problem.Problem
	if errors.Is(err, context.DeadlineExceeded) && !errors.As(err, &explained) {
		return made, overloaded("This answer took longer than %v. Try again in %d s.", readTime, retryTime)
	}
	return made, err
}

func isRead(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// refuse sends a problem, without a check of its size.
func (a *api) refuse(w http.ResponseWriter, r *http.Request, p *problem.Problem) {
	send(w, r, a.refusal(r, answer{}, p))
}

// refusal returns the answer with a problem, and logs the cause, which the caller does not see.
func (a *api) refusal(r *http.Request, partial answer, p *problem.Problem) answer {
	p = worded(p)
	serve.EntryOf(r.Context()).Code = p.Code
	ours := p.Code.Status() >= http.StatusInternalServerError
	if p.Cause != nil || ours && p.Fault() != "" {
		level := slog.LevelInfo // the fault of the caller
		if ours {
			level = slog.LevelError
		}
		a.logger.LogAttrs(r.Context(), level, "refused", append(p.Attributes(),
			slog.String("path", shownPath(r.URL.Path)), slog.String("request_id", serve.EntryOf(r.Context()).ID))...)
	}
	body, err := document.Encode(p)
	if err != nil {
		a.logger.ErrorContext(r.Context(), "encode problem", "error", err)
	}
	partial.status, partial.mediaType, partial.body = p.Code.Status(), problem.MediaType, whole(body)
	partial.made, partial.length, partial.retryAfter = len(body), len(body), p.RetryAfter
	return partial
}

func send(w http.ResponseWriter, r *http.Request, a answer) {
	length := a.length
	if length == 0 {
		for part := range a.body {
			length += len(part)
		}
	}
	h := w.Header()
	if a.status != http.StatusNotModified {
		h.Set("Content-Type", a.mediaType)
		h.Set("Content-Length", strconv.Itoa(length))
	}
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if a.tag != "" {
		h.Set("ETag", a.tag)
	}
	if a.vary != "" {
		h.Set("Vary", a.vary)
	}
	for _, link := range a.links {
		h.Add("Link", link)
	}
	if a.location != "" {
		h.Set("Location", a.location)
	}
	if a.replayed {
		h.Set("Idempotency-Replayed", "true")
	}
	if len(a.allow) > 0 {
		h.Set("Allow", strings.Join(a.allow, ", "))
	}
	if a.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(a.retryAfter))
	}
	out := newPaced(w)
	w.WriteHeader(a.status)
	if r.Method != http.MethodHead {
		out.send(a.body)
	}
}

// maxPath bounds what a log line repeats of a path, in characters.
const maxPath = 200

func shownPath(path string) string { return problem.Excerpt(path, maxPath) }
