package service

import (
	"context"
	"math"
	"sync"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/fix"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// DefaultMaxRecords bounds the records of a service that names no other bound.
// A record takes some 40 KB of memory, a proposal 70 KB.
const DefaultMaxRecords = 10_000

// Each record that is allowed for allows for so many idempotency keys, and so many
// bytes of JSON in each store. Those of the examples take up to 34 KB, and their
// proposals up to 125 KB, so ordinary use meets the number of records first.
const (
	keysPerRecord    = 4
	bytesPerRecord   = 64 << 10
	bytesPerProposal = 192 << 10
)

// Options are the parts that a Service is made of.
type Options struct {
	// Adapters is where the adapters are found. Required.
	Adapters adapter.Catalog
	// Now returns the current time; the policy date of a profile that names
	// none is its day, UTC. Required.
	Now func() time.Time
	// MaxRecords bounds the number of records; 0 is DefaultMaxRecords.
	MaxRecords int
}

// Service is the platform. Its methods may be called from many goroutines.
// An error is a *problem.Problem, the caller's own context error, or a failure
// of the platform itself, which problem.From makes an internal_error of.
type Service struct {
	adapters adapter.Catalog
	now      func() time.Time

	texts texts // of proposals, encoded

	mu        sync.Mutex
	installed *installed
	requests  *store[*Record]
	proposals *store[*Proposal]
	sent      map[Key]sent
	broken    map[string]int // violations by policy ID, of stored records
	// newest and accepted are the last record and the last accepted one of each
	// environment.
	newest, accepted map[environment]*Record
	decisions        map[request.Decision]int
}

// New returns an empty service: no installation, no records.
func New(o Options) *Service {
	limit := o.MaxRecords
	if limit <= 0 {
		limit = DefaultMaxRecords
	}
	limit = min(limit, math.MaxInt/bytesPerProposal)
	s := &Service{
		adapters: o.Adapters, now: o.Now,
		sent: map[Key]sent{}, broken: map[string]int{}, decisions: map[request.Decision]int{},
		newest: map[environment]*Record{}, accepted: map[environment]*Record{},
	}
	s.requests = newStore(&s.mu, kind[*Record]{
		name: "records", max: limit, maxBytes: max(limit*bytesPerRecord, maxRecordSize),
		size:   func(r *Record) int { return len(r.Entry) },
		admits: func(string) error { return nil },
		added:  s.arriveRecord,
	})
	s.proposals = newStore(&s.mu, kind[*Proposal]{
		name: "proposals", max: limit, maxBytes: max(limit*bytesPerProposal, maxProposalSize),
		size: func(p *Proposal) int { return p.size() },
		admits: func(requestID string) error {
			if _, stored := s.requests.at(requestID); !stored {
				return errRequestNotFound
			}
			return nil
		},
		added: s.arriveProposal,
	})
	return s
}

// arriveRecord keeps the time and the figures of a record that is just being stored; the
// lock is held.
func (s *Service) arriveRecord(r *Record) {
	r.ReceivedAt = s.arrived()
	s.newest[r.identity()] = r
	if r.Decision == request.Accepted {
		s.accepted[r.identity()] = r
	}
	s.decisions[r.Decision]++
	for _, id := range r.ViolatedPolicies {
		s.broken[id]++
	}
}

// installed is the active installation; it never changes once set.
type installed struct {
	Installation
	provider profile.Provider
	status   adapter.Status
	policies *policy.Set
	warnings []profile.Check // about the organisation's rules

	conditionsOnce, literalsOnce sync.Once
	conditionList                []fix.Condition
	literalsOf                   map[string][]request.Value
	ranges                       []request.Value // written in the organisation's rules, made with literalsOf
	sizes                        sizes
}

// current returns the installation, or a Problem with the given code.
func (s *Service) current(code problem.Code) (*installed, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.installed == nil {
		return nil, problem.New(code, "No installation exists yet.")
	}
	return s.installed, nil
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
