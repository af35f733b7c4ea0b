package httpapi

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// answer is a complete response, ready to be sent.
type answer struct {
	status    int
	mediaType string
	body      []byte
	location  string
	allow     []string
	// retryAfter is a number of seconds; 0 sends none.
	retryAfter int
}

const mediaJSON = "application/json"

// encoded returns an answer of bytes that the service encoded.
func encoded(status int, body []byte) answer {
	return answer{status: status, mediaType: mediaJSON, body: body}
}

// encode returns an answer of v as JSON, with status 200.
func encode(v any) (answer, error) {
	body, err := document.Encode(v)
	return encoded(http.StatusOK, body), err
}

// list returns an answer {"items":[…]} of documents that are encoded already,
// with next where there is more.
func list(documents [][]byte, next string) answer {
	var b bytes.Buffer
	b.WriteString(`{"items":[`)
	for i, d := range documents {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(bytes.TrimSuffix(d, []byte("\n")))
	}
	b.WriteString("]")
	if next != "" {
		b.WriteString(`,"next":` + strconv.Quote(next))
	}
	b.WriteString("}\n")
	return encoded(http.StatusOK, b.Bytes())
}

// items is the body of a list that is encoded as a whole.
type items[T any] struct {
	Items []T `json:"items"`
}

// handler makes the answer to a request, or an error.
type handler func(*http.Request) (answer, error)

// handle is the one place that sends answers and problems.
func (a *api) handle(h handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime))
		answer, err := h(r)
		if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
			panic(http.ErrAbortHandler) // the caller is gone: nobody reads an answer
		}
		if err != nil {
			answer = a.refusal(r, answer, problem.From(err))
		}
		send(w, answer)
	}
}

// refusal returns the answer that sends a problem, and logs what the caller
// does not see.
func (a *api) refusal(r *http.Request, partial answer, p *problem.Problem) answer {
	p = worded(p)
	ours := p.Code.Status() >= http.StatusInternalServerError
	if p.Cause != nil || ours && p.Fault() != "" {
		level := slog.LevelInfo // what a caller did is no error of ours
		if ours {
			level = slog.LevelError
		}
		a.logger.LogAttrs(r.Context(), level, "refused", append(p.Attributes(), slog.String("path", shownPath(r.URL.Path)))...)
	}
	body, err := document.Encode(p)
	if err != nil {
		a.logger.ErrorContext(r.Context(), "encode problem", "error", err)
	}
	partial.status, partial.mediaType, partial.body = p.Code.Status(), problem.MediaType, body
	partial.retryAfter = p.RetryAfter
	return partial
}

// writeTime bounds the sending of an answer to a slow reader.
const writeTime = 60 * time.Second

func send(w http.ResponseWriter, a answer) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTime))
	h := w.Header()
	h.Set("Content-Type", a.mediaType)
	h.Set("Content-Length", strconv.Itoa(len(a.body)))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	if a.location != "" {
		h.Set("Location", a.location)
	}
	if len(a.allow) > 0 {
		h.Set("Allow", strings.Join(a.allow, ", "))
	}
	if a.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(a.retryAfter))
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body)
}
