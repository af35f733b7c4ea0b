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

// Submission is the canonical record of a request.
type Submission struct {
	*store.Record
	// New means that this call stored the record.
	New bool
}

// Submit returns the canonical record of the request and binds key to it. It evaluates and stores the
// request if it is new. A failed call stores nothing and binds nothing.
func (s *Service) Submit(ctx context.Context, key store.Key, request request.Request) (Submission, error) {
	in, err := s.current(ctx, problem.InstallationRequired)
	if err != nil {
		return Submission{}, err
	}
	input := adapter.NewInput(request, in.Profile)
	var made *store.Record
	record, err := s.requests.obtain(ctx, key, input.Identity.Fingerprint, maker[*store.Record]{
		admits: func(context.Context) error { return nil },
		make: func(ctx context.Context) (*store.Record, error) {
			r, err := s.record(ctx, in, input, s.date(in.Profile))
			if err != nil {
				return nil, err
			}
			made = store.NewRecord(r.Record, r.entry, s.arrived())
			return made, nil
		},
	})
	return Submission{record, err == nil && record == made}, err
}

// evaluateAgain evaluates the request of a stored record again. An adapter's answer depends only on its
// input, so another result is a breach of the contract.
func (s *Service) evaluateAgain(ctx context.Context, stored *store.Record) (*Evaluated, error) {
	in, err := s.current(ctx, problem.InstallationRequired)
	if err != nil {
		return nil, err
	}
	r, err := decoded(stored)
	if err != nil {
		return nil, err
	}
	if r.Decision != request.Accepted || in.status.Description.Lacks(adapter.CapabilityInfrastructure) {
		return &Evaluated{Record: r, JSON: stored.JSON(), in: in}, nil // no proposal is possible
	}
	again, err := s.record(ctx, in, adapter.NewInput(r.Request, in.Profile), r.EvaluatedOn)
	if err == nil && !bytes.Equal(again.JSON, stored.JSON()) {
		err = adapter.Breach(r.Provider, problem.ContractRepeats, "Evaluate",
			"answers %s otherwise than when it was recorded", r.RequestID)
	}
	return again, err
}

// decoded returns the content of a stored record.
func decoded(stored *store.Record) (r request.Record, err error) {
	if err = json.Unmarshal(stored.JSON(), &r); err != nil {
		err = fmt.Errorf("read the record %s: %w", stored.RequestID, err)
	}
	return r, err
}

// decodedRecord is [Service.Record] with the content of the record.
func (s *Service) decodedRecord(ctx context.Context, id string) (request.Record, error) {
	stored, err := s.Record(ctx, id)
	if err != nil {
		return request.Record{}, err
	}
	return decoded(stored)
}

// Record returns the stored record with the ID. It fails with request_not_found if there is none.
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

// notFound returns the error for an unknown ID. It adds the text inMemory if a restart empties the store.
func (s *Service) notFound(code problem.Code, message, inMemory string) error {
	if _, ok := s.store.(*store.Memory); ok {
		message += " " + inMemory
	}
	return problem.New(code, "%s", message)
}

// Records returns a page of the list of records. See [store.Page] for the error.
func (s *Service) Records(
	ctx context.Context, filter store.RecordFilter, page store.Page,
) (list wire.List[store.RecordSummary], err error) {
	if filter.Needs == store.Renewal {
		in, err := s.anyInstalled(ctx)
		if err != nil {
			return list, err
		}
		if in != nil { // else there is no record either
			filter.Today = s.date(in.Profile)
		}
	}
	return s.store.ListRecords(ctx, filter, page)
}

// RecordsWith returns the stored records with the IDs of a list, in their order.
func (s *Service) RecordsWith(ctx context.Context, ids ...string) ([]*store.Record, error) {
	return listed(ctx, s.store.Records(), ids)
}

// listed returns the entries with the IDs of a list. It fails with store_altered if one is missing.
func listed[T any](ctx context.Context, entries store.Entries[*T], ids []string) ([]*T, error) {
	found, err := entries.Get(ctx, ids...)
	if i := slices.Index(found, nil); i >= 0 {
		return nil, problem.New(problem.StoreAltered, "The store lists %s, and does not have it.", ids[i])
	}
	return found, err
}
