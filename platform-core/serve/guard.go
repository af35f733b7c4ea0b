package serve

import (
	"fmt"
	"net/http"
)

// Refusal is the reason why [Guard] refuses a call.
type Refusal string

// Values of [Refusal].
const (
	// ForeignHost is a Host that is not allowed, also for a read: another name that resolves to this address must not get
	// an answer (DNS rebinding).
	ForeignHost Refusal = "foreign host"
	// ForeignWrite is a call that can change state, which a page of another origin makes a browser send.
	ForeignWrite Refusal = "foreign write"
	// ForeignRead is a resource that a page of another site loads: an image, a script, a frame or a fetch, but not a link
	// that its user follows. That page cannot see the answer, but could cause work.
	ForeignRead Refusal = "foreign read"
)

// Guard returns a middleware that calls refuse for each call with a [Refusal].
func Guard(hosts Hosts, refuse func(http.ResponseWriter, *http.Request, Refusal)) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		protection := http.NewCrossOriginProtection()
		protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			refuse(w, r, ForeignWrite)
		}))
		protected := protection.Handler(next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case !hosts.Serve(r.Host):
				refuse(w, r, ForeignHost)
			case isForeignRead(r):
				refuse(w, r, ForeignRead)
			default:
				protected.ServeHTTP(w, r)
			}
		})
	}
}

// isForeignRead reports whether a call is a [ForeignRead]. Browsers send it in headers that no page can set (Fetch
// Metadata). A client without them is not a browser.
func isForeignRead(r *http.Request) bool {
	if r.Header.Get("Sec-Fetch-Site") != "cross-site" || r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	dest := r.Header.Get("Sec-Fetch-Dest")
	return r.Header.Get("Sec-Fetch-Mode") != "navigate" || dest != "" && dest != "document"
}

// Recovered returns a middleware that calls failed after a panic. A panic with [http.ErrAbortHandler] goes on.
func Recovered(failed func(http.ResponseWriter, *http.Request, error)) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer func() {
				switch cause := recover(); cause {
				case nil:
				case http.ErrAbortHandler:
					panic(cause)
				default:
					failed(w, r, fmt.Errorf("panic: %v", cause))
				}
			}()
			next.ServeHTTP(w, r)
		})
	}
}
