// Package shell is the frame of every page: the sidebar, the bar with the installation, the theme
// and the error pages. It also contains the checks that run before every page.
//
// A page is a folder under internal/page with a struct, a template and handlers. The template
// defines "content" and shows the struct; [Parse] ties them together. A [Handler] returns the answer
// of [Template.Answer] or [SeeOther]. If it returns an error, the shell shows an error page. New in
// that folder returns the [Page], and one line in portal.go registers it.
//
// [New] returns the handler of all registered pages.
package shell

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"platform.internal/platform-core/serve"
	"platform.internal/portal/internal/api"
)

// pageTime limits all API calls of one page together.
const pageTime = 8 * time.Second

// bodyBytes limits the size of a form. Package serve limits the time to receive it.
const bodyBytes = 64 << 10

// compressed sends pages and assets as gzip to clients that accept it; a proposal becomes ten times
// smaller.
//
// If a page contains text from its address next to a secret, its compressed size depends on both
// (BREACH). The only secret here is the idempotency key of a form. It is not a credential, and each
// visit has another key. The sizes of two visits therefore reveal nothing about it.
var compressed = middleware.Compress(6, "text/html", "text/css", "text/javascript", "image/svg+xml")

// shell is the frame with its registered pages. [New] creates it and returns its handler.
type shell struct{ Options }

// Options are the parts of the portal. All are required except PathPrefix.
type Options struct {
	API    *api.Client
	Assets *Assets
	// Hosts are the allowed values of a request's Host header.
	Hosts serve.Hosts
	// Pages are the pages in the order of the navigation.
	Pages  []Page
	Logger *slog.Logger
	// Requests observes each request. [New] sets its route.
	Requests serve.Observer
	// PathPrefix is the path below which a proxy publishes the portal; empty for none.
	PathPrefix string
}

// New returns the handler of all pages and assets in [Options].
func New(o Options) http.Handler {
	s := &shell{o}
	o.Requests.Route = route
	observed := func(next http.Handler) http.Handler { return serve.Observed(o.Requests, next) }
	r := chi.NewRouter()
	r.Use(observed, headers, compressed, serve.Recovered(s.refuse), serve.Guard(o.Hosts, s.refuseForeign),
		middleware.RequestSize(bodyBytes), middleware.GetHead)
	r.NotFound(s.notFound)
	r.MethodNotAllowed(s.methodNotAllowed)
	r.Get(assetsPrefix+"*", s.asset)
	r.Get("/health", health)
	r.Get("/ready", s.ready)
	r.Post("/theme", s.chooseTheme)
	for _, page := range o.Pages {
		for _, part := range append(page.parts, page) {
			s.register(r, page, part)
		}
	}
	return serve.Below(o.PathPrefix, r)
}

// register adds the routes of a part of a page.
func (s *shell) register(r chi.Router, page, part Page) {
	for pattern, handler := range part.Routes {
		r.Handle(pattern, s.handle(page.Path, afterWelcome(page.Name, handler)))
	}
	for pattern, handler := range part.BeforeSetup {
		r.Handle(pattern, s.handle(page.Path, handler))
	}
	for pattern, handler := range part.Files {
		r.Handle(pattern, s.handle(page.Path, afterSetup(handler)))
	}
	for pattern, handler := range part.Live {
		r.Handle(pattern, s.visit(page.Path, handler))
	}
}

// route returns the pattern of the route that served a request, or "none".
func route(r *http.Request) string {
	return cmp.Or(chi.RouteContext(r.Context()).RoutePattern(), "none")
}

// handle returns the HTTP handler of a page's route. It reads the installation first; see [shell.visit].
func (s *shell) handle(current string, handler Handler) http.HandlerFunc {
	return s.visit(current, func(v *Visit) (Answer, error) {
		v.Installation = v.ReadInstallation()
		return handler(v)
	})
}

// visit returns the HTTP handler of a route. It limits the time and shows errors as error pages.
func (s *shell) visit(current string, handler Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), pageTime)
		defer cancel()
		v := &Visit{Request: r.WithContext(ctx), API: s.API, Current: current}
		answer, err := handler(v)
		if err != nil {
			answer = s.errorPage(v, err)
		}
		answer(s, w, v)
	}
}

var welcome = Parse[string](`{{define "content"}}{{template "welcome" .}}{{end}}`, nil)

// afterWelcome returns the handler of a page. Before setup it shows the empty state instead.
func afterWelcome(page string, handler Handler) Handler {
	return func(v *Visit) (Answer, error) {
		if v.Installation.Missing {
			return welcome.Answer(page, page), nil
		}
		return handler(v)
	}
}

func (s *shell) asset(w http.ResponseWriter, r *http.Request) {
	if !s.Assets.Serve(w, r) {
		s.notFound(w, r)
	}
}
