package shell

import (
	"fmt"
	"net/http"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/serve"
)

// policy allows only content that the portal serves. It forbids inline scripts and styles, so no
// nonce is needed, and it forbids frames around pages.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

// headers sets the security headers on every response.
func headers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// ownHost refuses a foreign Host header, for reads too. Otherwise an attacker could point a host
// name at this address and read pages (DNS rebinding).
func (s *shell) ownHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.Hosts.Serve(r.Host) {
			next.ServeHTTP(w, r)
			return
		}
		// The error page needs its stylesheet, which is not secret.
		if isRead(r) && s.Assets.Serve(w, r) {
			return
		}
		s.refuse(w, r, &ErrorPage{
			Code: problem.HostNotAllowed, Heading: "Host not served here",
			Reason: "This portal does not answer for the host name in the address.",
			Next: "Use the address that the portal printed when it started, " +
				"or start it with --allow-host and that name, with its port.",
		})
	})
}

// sameOrigin refuses requests that another site makes a browser send: a form, or a page to load
// without showing it.
func (s *shell) sameOrigin(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.refuse(w, r, &ErrorPage{
			Code: problem.CrossOriginRefused, Heading: "Sent from another site",
			Reason: "A page of another site sent this form. Nothing was changed.",
			Next:   "Open the portal itself and send the form from there.",
		})
	}))
	protected := protection.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isRead(r) && serve.CrossSite(r) {
			s.refuse(w, r, &ErrorPage{
				Code: problem.CrossOriginRefused, Heading: "Read by another site",
				Reason: "A page of another site asked for this one, to show or use it there.",
				Next:   "Open the portal itself.",
			})
			return
		}
		protected.ServeHTTP(w, r)
	})
}

// recover turns a panic of a handler into an error page.
func (s *shell) recover(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch cause := recover(); cause {
			case nil:
			case http.ErrAbortHandler:
				panic(cause)
			default:
				s.refuse(w, r, fmt.Errorf("panic: %v", cause))
			}
		}()
		next.ServeHTTP(w, r)
	})
}
