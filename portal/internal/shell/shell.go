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

// pageTime bounds all calls of the API that one page makes.
const pageTime = 8 * time.Second

// bodyBytes is how much a form may hold. How long it may take is package serve's to bound.
const bodyBytes = 64 << 10

// Shell is the frame, with the pages that are registered in it.
type Shell struct {
	api    *api.Client
	assets *assets.Set
	hosts  serve.Hosts
	pages  []Page
	logger *slog.Logger
	prefix prefix
}

// Options are the parts that a Shell is made of; all are required.
type Options struct {
	API    *api.Client
	Assets *assets.Set
	// Hosts are the names and addresses that a request's Host may have.
	Hosts serve.Hosts
	// Pages are the pages in the order of the navigation.
	Pages  []Page
	Logger *slog.Logger
	// Requests are told of each request; the route is set here.
	Requests serve.Observer
	// PathPrefix is the path below which a proxy shows the portal; empty for none.
	PathPrefix string
}

// New returns the handler of every page and asset.
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

// route returns the pattern of the route that served a request.
func route(r *http.Request) string {
	if pattern := chi.RouteContext(r.Context()).RoutePattern(); pattern != "" {
		return pattern
	}
	return "none"
}

// handle is the one place that turns a visit into an answer.
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

// chosen returns the handler of a page, or the empty state that replaces it
// before setup.
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
