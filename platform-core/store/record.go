package store

import (
	"strings"
	"time"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

// Record is a stored record: the bytes that every view hands out, and what lists
// show and select by. All else is read from the bytes, or evaluated again, where it is
// needed: ten thousand records are held.
type Record struct {
	RecordSummary
	// Fingerprint is that of the request, its payload.
	Fingerprint string
	Entry       document.Entry
}

// identify returns the ID and the payload.
func (r *Record) identify() (id, payload string) { return r.RequestID, r.Fingerprint }

// JSON returns the bytes that every view hands out.
func (r *Record) JSON() []byte { return r.Entry.Document() }

// RecordSummary is what a list shows of a record, and the length of its entry in bytes.
type RecordSummary struct {
	wire.Summary
	Size int `json:"-"`
}

// NewRecord returns the record that is stored of r, encoded as entry, at a time. It shares
// no text with the adapter's answer, which would be kept as a whole.
func NewRecord(r request.Record, entry document.Entry, at time.Time) *Record {
	s := wire.Summary{
		RequestID: r.RequestID, Brief: r.Request.Brief(), Decision: r.Decision,
		KnownTotal: r.Estimate.KnownTotal, MonthlyTotal: r.Estimate.MonthlyTotal, ViolatedPolicies: []string{},
		ReceivedAt: at.UTC().Truncate(time.Millisecond),
	}
	for _, v := range r.Violations {
		s.ViolatedPolicies = append(s.ViolatedPolicies, strings.Clone(v.PolicyID))
	}
	for _, e := range r.Exceptions {
		s.ExceptedPolicies = append(s.ExceptedPolicies, strings.Clone(e.PolicyID))
	}
	return &Record{RecordSummary: RecordSummary{s, len(entry)}, Fingerprint: r.Fingerprint, Entry: entry}
}

// environment is the identity of an environment; the provider is the installation's.
type environment struct{ application, environment, region string }

func (s *RecordSummary) identity() environment {
	return environment{s.Application, s.Environment, s.Region}
}

// searchedText returns what a search looks into: small, and nothing that spans two
// of its parts is a word.
func (s *RecordSummary) searchedText() string {
	return strings.ToLower(strings.Join([]string{s.Application, s.Owner, s.CostCentre, s.RequestID}, "\n"))
}
