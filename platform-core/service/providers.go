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

// Providers describes every provider that has an adapter here, sorted by ID. All
// are asked at once. An adapter that cannot run, or has not started when ctx ends,
// is listed with its problem.
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
			list[i] = providerInfo(id, status)
		})
	}
	asked.Wait()
	return list
}

// status describes an adapter. One that has not started when ctx ends is an
// adapter_unavailable.
func (s *Service) status(ctx context.Context, id string) (adapter.Status, error) {
	status, err := s.adapters.Status(ctx, id)
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return adapter.Status{}, starting(id, err)
	}
	return status, err
}

// starting is an adapter that nobody has waited for to the end.
func starting(id string, cause error) *problem.Problem {
	const next = "Try again in a moment."
	p := problem.New(problem.AdapterUnavailable, "The adapter %s is still starting. %s", id, next).Because(cause)
	p.Faults = []problem.Fault{{Field: "adapter", Code: problem.AdapterStarting, Message: next}}
	p.RetryAfter = 1
	return p
}

func providerInfo(id string, s adapter.Status) wire.Provider {
	facts := adapterFacts(s)
	return wire.Provider{ID: id, Available: true, Provider: &s.Description.Provider, Adapter: &facts}
}

// Readiness is whether a service can do its work, and what keeps it from that.
type Readiness struct {
	// Provider is of the installation; empty while there is none.
	Provider string
	// Store is store_unavailable while the store is away, or another problem of it.
	Store error
	// Adapter is adapter_unavailable where the installation's adapter does not run, or
	// had not started in time.
	Adapter error
	// Capacity is capacity_exhausted where nothing new can be stored. What is stored is
	// served all the same, and requests are evaluated.
	Capacity error
}

// Ready returns the readiness as far as it is known when ctx ends.
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
