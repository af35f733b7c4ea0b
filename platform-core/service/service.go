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

// Options configure a [Service].
type Options struct {
	// Adapters starts the adapters. Required.
	Adapters adapter.Catalog
	// Now returns the current time. Its day in UTC is the policy date if the profile names none. Required.
	Now func() time.Time
	// Store keeps the state. If it is nil, it is a store in memory for at most MaxRecords records.
	Store store.Store
	// MaxRecords is the limit of records in memory. If it is 0, it is [store.DefaultMaxRecords].
	MaxRecords int
	// Evaluated is called for each evaluation of a complete request, with its duration. It may be nil.
	Evaluated func(decision request.Decision, took time.Duration)
}

// Service decides about requests and stores them. Its methods are safe for concurrent use. An error is a
// [problem.Problem], the error of the context, or a failure of the platform itself, which [problem.From]
// turns into an internal_error.
type Service struct {
	adapters  adapter.Catalog
	now       func() time.Time
	store     store.Store
	evaluated func(request.Decision, time.Duration)

	requests  *inflight[*store.Record]
	proposals *inflight[*store.Proposal]

	installedMu sync.Mutex
	installed   *installed
}

// New returns a service.
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

// installed is the installation. It never changes.
type installed struct {
	ActiveProfile
	provider profile.Provider
	status   adapter.Status
	policies *policy.Set
	warnings []profile.Check // of the organisation's rules
	rules    *space.Rules
}

// date returns the policy date.
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

// arrived returns the current time as lists show it.
func (s *Service) arrived() time.Time { return s.now().UTC().Truncate(time.Millisecond) }
