package service

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
)

// Submission is what Submit found or made: the canonical record of a request.
type Submission struct {
	*store.Record
	// New means that this call recorded it.
	New bool
}

// Submit returns the canonical record of the request and binds key to it,
// evaluating and storing the request where it is new. A failed call stores
// nothing and binds nothing.
func (s *Service) Submit(ctx context.Context, key store.Key, request request.Request) (Submission, error) {
	in, err := s.current(ctx, problem.InstallationRequired)
	if err != nil {
		return Submission{}, err
	}
	input := adapter.NewInput(request, in.Profile)
	anything := func(context.Context) error { return nil }
	var made *store.Record
	record, err := s.requests.obtain(ctx, key, input.Identity.Fingerprint, anything, func(ctx context.Context) (*store.Record, error) {
		r, err := s.record(ctx, in, input, s.date(in.Profile))
		if err != nil {
			return nil, err
		}
		made = store.NewRecord(r.Record, r.entry, s.arrived())
		return made, nil
	})
	return Submission{record, err == nil && record == made}, err
}

// evaluateAgain returns the evaluation that a stored record came from. Every answer
// of an adapter is a pure function of its input; one that is not breaks the contract.
func (s *Service) evaluateAgain(ctx context.Context, stored *store.Record) (*Evaluated, error) {
	in, err := s.current(ctx, problem.InstallationRequired)
	if err != nil {
		return nil, err
	}
	var r request.Record
	if err := json.Unmarshal(stored.JSON(), &r); err != nil {
		return nil, fmt.Errorf("read the record %s: %w", stored.RequestID, err)
	}
	if r.Decision != request.Accepted || in.status.Description.Lacks(adapter.CapabilityInfrastructure) {
		return &Evaluated{Record: r, JSON: stored.JSON(), in: in}, nil // there is nothing to propose
	}
	again, err := s.record(ctx, in, adapter.NewInput(r.Request, in.Profile), r.EvaluatedOn)
	if err == nil && !bytes.Equal(again.JSON, stored.JSON()) {
		err = adapter.Breach(r.Provider, problem.ContractRepeats, "Evaluate", "answers %s otherwise than when it was recorded", r.RequestID)
	}
	return again, err
}

// Record returns the stored record with the ID, or request_not_found.
func (s *Service) Record(ctx context.Context, id string) (*store.Record, error) {
	found, err := s.store.Records().Get(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case found[0] == nil:
		return nil, s.notFound(problem.RequestNotFound, "No request has this ID here.",
			"Records are kept in memory, so a restart loses them; send the request again to get the same ID.")
	default:
		return found[0], nil
	}
}

// notFound refuses an ID. inMemory is added where a restart loses what is stored.
func (s *Service) notFound(code problem.Code, message, inMemory string) error {
	if _, ok := s.store.(*store.Memory); ok {
		message += " " + inMemory
	}
	return problem.New(code, "%s", message)
}

// Records returns a page of what lists show of the stored records. See store.Page for the
// error.
func (s *Service) Records(ctx context.Context, filter store.RecordFilter, page store.Page) (wire.List[store.RecordSummary], error) {
	if filter.Needs == store.Renewal {
		in, err := s.anyInstalled(ctx)
		if err != nil {
			return wire.List[store.RecordSummary]{}, err
		}
		if in != nil { // else there is no record either
			filter.Today = s.date(in.Profile)
		}
	}
	return s.store.ListRecords(ctx, filter, page)
}

// RecordsWith returns the stored records with the IDs, in their order. Each was listed.
func (s *Service) RecordsWith(ctx context.Context, ids ...string) ([]*store.Record, error) {
	return listed(ctx, s.store.Records(), ids)
}

// listed returns entries that were listed, so that one that is not there is a fault of the
// store.
func listed[T any](ctx context.Context, entries store.Entries[*T], ids []string) ([]*T, error) {
	found, err := entries.Get(ctx, ids...)
	if i := slices.Index(found, nil); i >= 0 {
		return nil, problem.New(problem.StoreAltered, "The store lists %s, and does not have it.", ids[i])
	}
	return found, err
}
