package shell

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"platform.internal/platform-core/serve"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/assets"
)

// pageTime limits all API calls of one page together.
const pageTime = 8 * time.Second

// bodyBytes limits the size of a form. Package serve limits the time to receive it.
const bodyBytes = 64 << 10

// Shell is the frame with its registered pages. [New] creates it and returns its handler.
type Shell struct {
	api    *api.Client
	assets *assets.Set
	hosts  serve.Hosts
	pages  []Page
	logger *slog.Logger
	prefix prefix
}

// Options are the parts of a [Shell]. All are required except PathPrefix.
type Options struct {
	API    *api.Client
	Assets *assets.Set
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
	s := &Shell{o.API, o.Assets, o.Hosts, o.Pages, o.Logger, prefix(o.PathPrefix)}
	o.Requests.Route = route
	observed := func(next http.Handler) http.Handler { return serve.Observed(o.Requests, next) }
	r := chi.NewRouter()
	r.Use(observed, headers, compressed, s.recover, s.ownHost, s.sameOrigin, middleware.RequestSize(bodyBytes), middleware.GetHead)
	r.NotFound(s.notFound)
	r.MethodNotAllowed(s.methodNotAllowed)
	r.Get(assets.Prefix+"*", s.asset)
	r.Get("/health", s.health)
	r.Get("/ready", s.ready)
	r.Post(themePath, s.chooseTheme)
	for _, page := range s.pages {
		for _, route := range page.Routes {
			of := page
			of.BeforeSetup = page.BeforeSetup || route.BeforeSetup
			r.Method(route.Method, route.Pattern, s.handle(of, route.Handler))
		}
		for _, file := range page.Files {
			r.Method(file.Method, file.Pattern, s.handle(Page{Path: page.Path, BeforeSetup: true}, fileOf(file.Handler)))
		}
	}
	return serve.Below(o.PathPrefix, r)
}

// route returns the pattern of the route that served a request, or "none".
func route(r *http.Request) string {
	if pattern := chi.RouteContext(r.Context()).RoutePattern(); pattern != "" {
		return pattern
	}
	return "none"
}

// handle returns the HTTP handler of a page's route. It limits the time, reads the installation and
// shows errors as error pages.
func (s *Shell) handle(page Page, handler Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), pageTime)
		defer cancel()
		v := s.visit(r.WithContext(ctx), page.Path)
		v.Installation = readInstallation(ctx, s.api)
		answer, err := chosen(page, handler, v.Installation)(v)
		if err != nil {
			answer = s.errorPage(v, err)
		}
		s.send(w, v, answer)
	}
}

// chosen returns the handler of a page. Before setup it returns the empty state instead, unless the
// page works without an installation.
func chosen(page Page, handler Handler, in Installation) Handler {
	if in.Missing && !page.BeforeSetup {
		return welcome(page.Name)
	}
	return handler
}

func (s *Shell) visit(r *http.Request, current string) *Visit {
	return &Visit{Request: r, API: s.api, pages: s.pages, current: current}
}

func (s *Shell) asset(w http.ResponseWriter, r *http.Request) {
	if !s.assets.Serve(w, r) {
		s.notFound(w, r)
	}
}
