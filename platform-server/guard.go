package server

import (
	"errors"
	"fmt"
	"net/http"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/serve"
)

// ownHost refuses a Host that is not in hosts, also for reads: another name that resolves to this address must not get
// an answer (DNS rebinding).
func (a *api) ownHost(hosts serve.Hosts) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !hosts.Serve(r.Host) {
				a.refuse(w, r, problem.New(
					problem.HostNotAllowed,
					"This service does not answer for that Host. Use the address that it printed when it started, or start it with --allow-host NAME or NAME:PORT.",
				))
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// sameOrigin refuses the calls of a browser for a page of another origin: those that change state, and reads whose
// answer the page cannot see.
func (a *api) sameOrigin(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.refuse(w, r, problem.New(problem.CrossOriginRefused,
			"A page of another origin may not change anything here. Call the API from its own origin or from a program."))
	}))
	protected := protection.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isRead(r) && serve.CrossSite(r) {
			a.refuse(w, r, problem.New(problem.CrossOriginRefused,
				"A page of another site may not read here. Call the API from its own origin or from a program."))
			return
		}
		protected.ServeHTTP(w, r)
	})
}

// recover turns a panic of a handler into an internal error.
func (a *api) recover(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			cause := recover()
			if cause == nil {
				return
			}
			if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(cause)
			}
			a.refuse(w, r, problem.From(fmt.Errorf("panic: %v", cause)))
		}()
		next.ServeHTTP(w, r)
	})
}
