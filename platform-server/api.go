// Package server is the HTTP API. [New] returns its handler; package serve serves it:
//
//	handler := server.New(svc, server.Options{Hosts: hosts, Logger: logger})
//	err := serve.Serve(ctx, listener, handler, serve.Options{Logger: logger})
//
// The handlers turn HTTP into calls of the [Service] and back, one file a resource. Each returns an answer or an error,
// and one writer sends either, with its status. No rule of policy is here.
package server

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"platform.internal/platform-core/handover"
	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/serve"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
)

// Service has the methods of [service.Service] that the API calls.
type Service interface {
	Install(ctx context.Context, draft profile.Draft) (in service.ActiveProfile, created bool, err error)
	Installation(ctx context.Context) (service.ActiveProfile, error)
	Validate(ctx context.Context, draft profile.Draft) (profile.Readiness, error)
	Providers(ctx context.Context) []wire.Provider
	Policies(ctx context.Context) (wire.Policies, error)
	Submit(ctx context.Context, key store.Key, r request.Request) (service.Submission, error)
	Evaluate(ctx context.Context, r request.Request, o service.EvaluateOptions) (*service.Evaluated, error)
	EvaluatePartial(ctx context.Context, p request.Partial, o service.PartialOptions) (wire.PartialEvaluation, error)
	Record(ctx context.Context, id string) (*store.Record, error)
	Records(ctx context.Context, filter store.RecordFilter, page store.Page) (wire.List[store.RecordSummary], error)
	RecordsWith(ctx context.Context, ids ...string) ([]*store.Record, error)
	Environments(ctx context.Context, f store.EnvironmentFilter, page store.Page) (wire.List[wire.Environment], error)
	EndingEnvironments(ctx context.Context, days, limit int) (wire.List[wire.Environment], error)
	EnvironmentTotals(ctx context.Context) (portfolio.Totals, error)
	FreeRange(ctx context.Context, pool netip.Prefix, length int) (portfolio.FreeRange, error)
	AcceptedRanges(ctx context.Context, pool netip.Prefix, length int) (wire.AcceptedRanges, error)
	Propose(ctx context.Context, key store.Key, requestID string) (*store.Proposal, error)
	Proposal(ctx context.Context, id string) (*store.Proposal, error)
	Proposals(ctx context.Context, filter store.ProposalFilter, page store.Page) (wire.List[store.ProposalSummary], error)
	ProposalsWith(ctx context.Context, ids ...string) ([]*store.Proposal, error)
	Handover(ctx context.Context, id, supersedes string) (*handover.Handover, request.Date, error)
	Counts(ctx context.Context) (service.Counts, error)
	Ready(ctx context.Context) service.Readiness
}

// Options configure the API.
type Options struct {
	// Hosts are the allowed values of a request's Host. Required: an empty list refuses every request.
	Hosts serve.Hosts
	// Logger gets the causes that callers do not see; nil logs nothing.
	Logger *slog.Logger
	// Requests gets the log line and the metrics of each request. [New] sets its route.
	Requests serve.Observer
	// PathPrefix is the path below which a proxy shows the API; empty for none.
	PathPrefix string
}

// api answers the calls of one service.
type api struct {
	service Service
	logger  *slog.Logger
	prefix  string
	classes classes
	made    made
}

// New returns the handler of every route.
func New(svc Service, o Options) http.Handler {
	a := &api{service: svc, logger: o.Logger, prefix: o.PathPrefix, classes: newClasses()}
	if a.logger == nil {
		a.logger = slog.New(slog.DiscardHandler)
	}
	o.Requests.Route = route
	r := chi.NewRouter()
	observed := func(next http.Handler) http.Handler { return serve.Observed(o.Requests, next) }
	recovered := serve.Recovered(func(w http.ResponseWriter, r *http.Request, err error) {
		a.refuse(w, r, problem.From(err))
	})
	guarded := serve.Guard(o.Hosts, func(w http.ResponseWriter, r *http.Request, why serve.Refusal) {
		a.refuse(w, r, foreign[why])
	})
	r.Use(observed, recovered, guarded, middleware.GetHead)
	r.NotFound(a.handle(nil, routeNotFound))
	r.MethodNotAllowed(a.handle(nil, methodNotAllowed))
	a.routes(r)
	return serve.Below(o.PathPrefix, r)
}

// route returns the pattern of the route that served a request.
func route(r *http.Request) string {
	if pattern := chi.RouteContext(r.Context()).RoutePattern(); strings.HasPrefix(pattern, "/") &&
		!strings.HasSuffix(pattern, "*") {
		return pattern
	}
	return "none"
}

func (a *api) routes(r chi.Router) {
	reads, evaluations, records := a.classes.reads, a.classes.evaluations, a.classes.records
	r.Post("/v1/platform/installations", a.handle(evaluations, a.install))
	r.Get("/v1/platform/installation", a.handle(reads, a.installation))
	r.Post("/v1/platform/installation/validate", a.handle(evaluations, a.validateInstallation))
	r.Get("/v1/platform/providers", a.handle(reads, a.providers))
	r.Get("/v1/platform/modes", a.handle(reads, a.modes))
	r.Get("/v1/platform/policies", a.handle(reads, a.policies))
	r.Post("/v1/environment-requests", a.handle(records, a.submit))
	r.Get("/v1/environment-requests", a.handle(reads, a.requests))
	r.Post("/v1/environment-requests/evaluate", a.handle(evaluations, a.evaluate))
	r.Get("/v1/environment-requests/{request_id}", a.handle(reads, a.request))
	r.Get("/v1/environments", a.handle(reads, a.environments))
	r.Get("/v1/environments/ending", a.handle(evaluations, a.endingEnvironments))
	r.Get("/v1/environments/totals", a.handle(reads, a.environmentTotals))
	r.Get("/v1/environments/free", a.handle(reads, a.freeRange))
	r.Get("/v1/environments/free/accepted", a.handle(evaluations, a.acceptedRanges))
	r.Post("/v1/deployment-proposals", a.handle(records, a.propose))
	r.Get("/v1/deployment-proposals", a.handle(reads, a.proposals))
	r.Get("/v1/deployment-proposals/{proposal_id}", a.handle(reads, a.proposal))
	r.Get("/v1/deployment-proposals/{proposal_id}/handover", a.handle(reads, a.handover))
	r.Get("/health", a.handle(nil, a.health))
	r.Get("/ready", a.handle(nil, a.ready))
	r.Get("/version", a.handle(nil, a.version))
	r.Get("/metrics", a.handle(nil, a.metrics))
	r.Get("/openapi.json", a.handle(reads, a.openapi))
	r.Get("/schemas/{name}", a.handle(reads, a.schema))
}

func routeNotFound(r *http.Request) (answer, error) {
	return answer{}, problem.New(problem.RouteNotFound, "No route has this path. GET /openapi.json lists the routes.")
}

// methods are the methods that routes support.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost}

func methodNotAllowed(r *http.Request) (answer, error) {
	ctx := chi.RouteContext(r.Context())
	var allowed []string
	for _, m := range methods {
		probe := m
		if m == http.MethodHead {
			probe = http.MethodGet
		}
		if ctx.Routes.Match(chi.NewRouteContext(), probe, r.URL.Path) {
			allowed = append(allowed, m)
		}
	}
	return answer{
			allow: allowed,
		}, problem.New(
			problem.MethodNotAllowed,
			"This route does not support %s.",
			shown(r.Method),
		)
}

// maxShown bounds the text of a call in a message, in characters.
const maxShown = 40

// shown returns text of a caller short enough to repeat in a message.
func shown(text string) string { return problem.Excerpt(text, maxShown) }
