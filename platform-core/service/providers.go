package service

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/wire"
)

// Providers returns every provider with an adapter, sorted by ID. It asks all adapters at once. If an
// adapter cannot run, or has not started when ctx ends, its provider has a problem.
func (s *Service) Providers(ctx context.Context) []wire.Provider {
	ids := s.adapters.Providers()
	list := make([]wire.Provider, len(ids))
	var asked sync.WaitGroup
	for i, id := range ids {
		asked.Go(func() {
			status, err := s.status(ctx, id)
			if err != nil {
				list[i] = wire.Provider{ID: id, Problem: problem.From(err)}
				return
			}
			facts := adapterFacts(status)
			list[i] = wire.Provider{ID: id, Available: true, Provider: &status.Description.Provider, Adapter: &facts}
		})
	}
	asked.Wait()
	return list
}

// status returns the status of an adapter. It fails with adapter_unavailable if the adapter has not started
// when ctx ends.
func (s *Service) status(ctx context.Context, id string) (adapter.Status, error) {
	status, err := s.adapters.Status(ctx, id)
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return adapter.Status{}, starting(id, err)
	}
	return status, err
}

// starting returns the error for an adapter that has not started yet.
func starting(id string, cause error) *problem.Problem {
	const next = "Try again in a moment."
	p := problem.New(problem.AdapterUnavailable, "The adapter %s is still starting. %s", id, next).Because(cause)
	p.Faults = []problem.Fault{{Field: "adapter", Code: problem.AdapterStarting, Message: next}}
	p.RetryAfter = 1
	return p
}

// Readiness reports whether a service can work, and why not.
type Readiness struct {
	// Provider is the provider of the installation. It is empty if there is none.
	Provider string
	// Store is store_unavailable or another problem of the store.
	Store error
	// Adapter is adapter_unavailable if the installation's adapter does not run, or has not started in time.
	Adapter error
	// Capacity is capacity_exhausted if nothing new can be stored. The service still returns stored entries
	// and evaluates requests.
	Capacity error
}

// Ready returns the readiness that is known when ctx ends.
func (s *Service) Ready(ctx context.Context) Readiness {
	if err := s.store.Ready(ctx); err != nil {
		return Readiness{Store: err}
	}
	in, err := s.anyInstalled(ctx)
	if in == nil || err != nil {
		return Readiness{Store: err}
	}
	r := Readiness{Provider: in.Profile.Provider}
	_, r.Adapter = s.status(ctx, r.Provider)
	r.Capacity = cmp.Or(s.store.Records().Capacity(ctx), s.store.Proposals().Capacity(ctx))
	if r.Capacity != nil && problem.From(r.Capacity).Code != problem.CapacityExhausted {
		r.Store, r.Capacity = r.Capacity, nil
	}
	return r
}
