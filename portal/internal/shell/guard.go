package shell

import (
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

// foreign are the error pages of the requests that [serve.Guard] refuses.
var foreign = map[serve.Refusal]*ErrorPage{
	serve.ForeignHost: {
		Code: problem.HostNotAllowed, Heading: "Host not served here",
		Reason: "This portal does not answer for the host name in the address.",
		Next: "Use the address that the portal printed when it started, " +
			"or start it with --allow-host and that name, with its port.",
	},
	serve.ForeignWrite: {
		Code: problem.CrossOriginRefused, Heading: "Sent from another site",
		Reason: "A page of another site sent this form. Nothing was changed.",
		Next:   "Open the portal itself and send the form from there.",
	},
	serve.ForeignRead: {
		Code: problem.CrossOriginRefused, Heading: "Read by another site",
		Reason: "A page of another site asked for this one, to show or use it there.",
		Next:   "Open the portal itself.",
	},
}

// refuseForeign sends the error page of a refused request. The page about a foreign host needs its
// stylesheet, which is not secret.
func (s *shell) refuseForeign(w http.ResponseWriter, r *http.Request, why serve.Refusal) {
	if why == serve.ForeignHost && isRead(r) && s.Assets.Serve(w, r) {
		return
	}
	s.refuse(w, r, foreign[why])
}
