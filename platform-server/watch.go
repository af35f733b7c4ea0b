package server

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/serve"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
	"platform.internal/platform-server/internal/measure"
)

// Watched is a server as its operators see it.
type Watched struct {
	// Store is the one to give to the service: its calls are counted.
	Store store.Store
	// Evaluated is to be told of each evaluation: see service.Options.
	Evaluated func(request.Decision, time.Duration)
	// Metrics are those of the program.
	Metrics *serve.Metrics
}

// Watch returns what counts a program's requests, evaluations and calls of its store, and warns
// in its log when the store is full.
func Watch(program string, kept store.Store, logger *slog.Logger) Watched {
	w := Watched{Metrics: serve.NewMetrics(program)}
	counted, calls := measure.Store(kept, logger)
	evaluations, evaluated := measure.Evaluations()
	w.Store, w.Evaluated = counted, evaluated
	w.Metrics.Register(append(calls, evaluations)...)
	return w
}

// Show adds what is read anew for each scrape: the figures of what is stored, and what the
// adapters do, of adapterhost.Catalog.Activity. It is to be called once.
func (w Watched) Show(svc *service.Service, adapters func() []adapterhost.Activity) {
	w.Metrics.Register(measure.State{Counts: svc.Counts, Adapters: adapters})
}

// Checks returns what says whether a service can do its work, for /ready at the listener of
// those who watch it. A store that is full is not ready there, so that somebody makes it larger in time.
func Checks(svc *service.Service) func(context.Context) []serve.Check {
	return func(ctx context.Context) []serve.Check {
		ready := svc.Ready(ctx)
		installation := serve.Check{Name: "installation", OK: true, Detail: "none yet; install a profile"}
		if ready.Provider != "" {
			installation.Detail = "of " + ready.Provider
		}
		checks := []serve.Check{check("store", ready.Store)}
		if ready.Store != nil {
			return checks
		}
		return append(checks, installation, check("adapter", ready.Adapter), check("capacity", ready.Capacity))
	}
}

func check(name string, err error) serve.Check {
	if err == nil {
		return serve.Check{Name: name, OK: true}
	}
	p := problem.From(err)
	return serve.Check{Name: name, Detail: fmt.Sprintf("%s: %s", p.Code, p.Detail)}
}
