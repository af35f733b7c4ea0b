package service

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

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
// select by. All else is read from the bytes, or evaluated again, where it is
// needed: ten thousand records are held.
type Record struct {
	RequestID   string
	Decision    request.Decision
	Environment string
	Application string
	Owner       string
	Entry       document.Entry

	broken []string // the rules that it breaks, by ID
}

// JSON returns the bytes that every view hands out.
func (r *Record) JSON() []byte { return r.Entry.Document() }

func newRecord(r *Evaluated) *Record {
	stored := &Record{
		RequestID: r.RequestID, Decision: r.Decision,
		Environment: r.Request.Environment, Application: r.Request.Application, Owner: r.Request.Owner, Entry: r.entry,
	}
	for _, v := range r.Violations {
		stored.broken = append(stored.broken, strings.Clone(v.PolicyID)) // else it keeps the adapter's whole answer
	}
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

// RecordFilter selects records; an empty field selects all.
type RecordFilter struct {
	Decision    request.Decision
	Environment string
	Application string
	Owner       string
}

func (f RecordFilter) keeps(r *Record) bool {
	matches := func(want, have string) bool { return want == "" || want == have }
	return matches(string(f.Decision), string(r.Decision)) &&
		matches(f.Environment, r.Environment) &&
		matches(f.Application, r.Application) &&
		matches(f.Owner, r.Owner)
}

// Records returns a page of the stored records; next is the ID to continue
// after, empty at the end. See Page for the error.
func (s *Service) Records(filter RecordFilter, page Page) (records []*Record, next string, err error) {
	return s.requests.list(page, filter.keeps, func(r *Record) string { return r.RequestID })
}
