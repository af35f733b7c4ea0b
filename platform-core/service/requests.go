package service

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// Submit returns the canonical record of the request and binds key to it,
// evaluating and storing the request where it is new. A failed call stores
// nothing and binds nothing.
func (s *Service) Submit(ctx context.Context, key Key, request request.Request) (*Record, error) {
	in, err := s.current(problem.InstallationRequired)
	if err != nil {
		return nil, err
	}
	input := adapter.NewInput(request, in.Profile)
	return s.requests.obtain(ctx, key, input.Identity.Fingerprint, func(ctx context.Context) (string, *Record, error) {
		r, err := s.record(ctx, in, input, s.date(in.Profile))
		if err != nil {
			return "", nil, err
		}
		return input.Identity.RequestID, newRecord(r), nil
	})
}

// Record is a stored record: the bytes that every view hands out, and what lists
// show and select by. All else is read from the bytes, or evaluated again, where it is
// needed: ten thousand records are held.
type Record struct {
	RecordSummary
	Entry document.Entry

	text string // what a search looks into
}

// JSON returns the bytes that every view hands out.
func (r *Record) JSON() []byte { return r.Entry.Document() }

func newRecord(r *Evaluated) *Record {
	stored := &Record{RecordSummary: summaryOf(r.Record), Entry: r.entry}
	stored.text = searchedText(stored.RecordSummary)
	return stored
}

// evaluateAgain returns the evaluation that a stored record came from. Every answer
// of an adapter is a pure function of its input; one that is not breaks the contract.
func (s *Service) evaluateAgain(ctx context.Context, stored *Record) (*Evaluated, error) {
	in, err := s.current(problem.InstallationRequired)
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
func (s *Service) Record(id string) (*Record, error) {
	r, ok := s.requests.get(id)
	if !ok {
		return nil, errRequestNotFound
	}
	return r, nil
}

var errRequestNotFound = problem.New(problem.RequestNotFound,
	"No request has this ID here. Records are kept in memory, so a restart loses them; send the request again to get the same ID.")
