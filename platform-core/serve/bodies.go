package serve

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// BodyTime is how long a body may take to arrive, from the end of its header.
const BodyTime = 10 * time.Second

// refusedTime is how long a caller may still send after an answer that did not wait for its body. A connection
// that is closed at once can lose the answer.
const refusedTime = time.Second

// timed returns a handler that gives each body its deadline before next can refuse the request. An answer before
// the body is there closes the connection. So does each answer to chunks: net/http drops a Content-Length beside them
// before a handler can see it, and such a pair may be an attempt to smuggle a second request (RFC 9112, section 6.3).
func timed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength == 0 {
			next.ServeHTTP(w, r)
			return
		}
		control := http.NewResponseController(w)
		deadline := time.Now().Add(BodyTime)
		_ = control.SetReadDeadline(deadline)
		w.Header().Set("Connection", "close")
		arriving := &body{ReadCloser: r.Body}
		if r.ContentLength > 0 {
			arriving.header = w.Header()
		}
		r = r.WithContext(r.Context()) // net/http looks into its own
		r.Body = arriving
		defer func() {
			// net/http reads on, until the deadline.
			if until := time.Now().Add(refusedTime); !arriving.whole && until.Before(deadline) {
				_ = control.SetReadDeadline(until)
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// body is a body that arrives.
type body struct {
	io.ReadCloser
	whole bool
	// header is that of the answer, which need not close the connection once the body is whole; nil if it has to.
	header http.Header
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		b.whole = true
		b.header.Del("Connection")
	}
	return n, err
}
