package service

import (
	"context"

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
	identity := request.Identify()
	return s.requests.obtain(ctx, key, identity.Fingerprint, func(ctx context.Context) (string, *Record, error) {
		r, err := s.record(ctx, in, request)
		return identity.RequestID, r, err
	})
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
		matches(f.Environment, r.Request.Environment) &&
		matches(f.Application, r.Request.Application) &&
		matches(f.Owner, r.Request.Owner)
}

// Records returns a page of the stored records; next is the ID to continue
// after, empty at the end. See Page for the error.
func (s *Service) Records(filter RecordFilter, page Page) (records []*Record, next string, err error) {
	return s.requests.list(page, filter.keeps, func(r *Record) string { return r.RequestID })
}
