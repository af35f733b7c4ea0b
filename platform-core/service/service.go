package service

import (
	"context"
	"sync"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
	"platform.internal/platform-core/store"
)

// Options are the parts that a Service is made of.
type Options struct {
	// Adapters is where the adapters are found. Required.
	Adapters adapter.Catalog
	// Now returns the current time; the policy date of a profile that names
	// none is its day, UTC. Required.
	Now func() time.Time
	// Store keeps the state; nil is one in memory, for at most MaxRecords.
	Store store.Store
	// MaxRecords bounds the number of records in memory; 0 is store.DefaultMaxRecords.
	MaxRecords int
	// Evaluated is told of each evaluation of a whole request, and how long it took; nil
	// for nobody.
	Evaluated func(decision request.Decision, took time.Duration)
}

// Service is the platform. Its methods may be called from many goroutines.
// An error is a *problem.Problem, the caller's own context error, or a failure
// of the platform itself, which problem.From makes an internal_error of.
type Service struct {
	adapters adapter.Catalog
	now      func() time.Time
	store    store.Store
	// evaluated is never nil.
	evaluated func(request.Decision, time.Duration)

	requests  *inflight[*store.Record]
	proposals *inflight[*store.Proposal]

	installedMu sync.Mutex
	installed   *installed
}

// New returns the service of a store.
func New(o Options) *Service {
	kept := o.Store
	if kept == nil {
		kept = store.NewMemory(o.MaxRecords)
	}
	evaluated := o.Evaluated
	if evaluated == nil {
		evaluated = func(request.Decision, time.Duration) {}
	}
	return &Service{
		adapters: o.Adapters, now: o.Now, store: kept, evaluated: evaluated,
		requests: newInflight(kept.Records()), proposals: newInflight(kept.Proposals()),
	}
}

// installed is the active installation; it never changes once set.
type installed struct {
	Installation
	provider profile.Provider
	status   adapter.Status
	policies *policy.Set
	warnings []profile.Check // about the organisation's rules
	rules    *space.Rules
}

// date returns the date that expiry rules use.
func (s *Service) date(p profile.Profile) request.Date {
	if p.PolicyDate != "" {
		return p.PolicyDate
	}
	return request.DateOf(s.now())
}

// adapter returns the adapter of the installation.
func (s *Service) adapter(ctx context.Context, in *installed) (adapter.Adapter, error) {
	return s.adapters.Adapter(ctx, in.Profile.Provider)
}

// arrived returns the clock's time as lists show it.
func (s *Service) arrived() time.Time { return s.now().UTC().Truncate(time.Millisecond) }
