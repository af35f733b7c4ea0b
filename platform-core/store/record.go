package store

import (
	"strings"
	"time"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

// Record is a stored record: its encoding, which every view sends as it is, and the fields that lists
// show and select by. A store holds ten thousand records, so it holds nothing else. Other facts are
// read from the encoding or evaluated again. Create it with [NewRecord].
type Record struct {
	RecordSummary
	// Fingerprint is the fingerprint of the request. It is the payload of the record.
	Fingerprint string
	Entry       document.Entry
}

// JSON returns the document that every view sends.
func (r *Record) JSON() []byte { return r.Entry.Document() }

// RecordSummary is what a list shows of a record, and the length of its entry in bytes.
type RecordSummary struct {
	wire.Summary
	Size int `json:"-"`
}

// NewRecord returns the stored record of r, with its encoding, at a time. It shares no text with the
// adapter's answer, because that would keep the whole answer in memory.
func NewRecord(r request.Record, entry document.Entry, at time.Time) *Record {
	s := wire.Summary{
		RequestID: r.RequestID, EnvironmentID: r.Request.EnvironmentID(r.Provider), Brief: r.Request.Brief(),
		NetworkCIDR: r.Request.NetworkCIDR, Decision: r.Decision,
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

// environment returns the row of the record in the list of environments, without overlaps.
func (s *RecordSummary) environment() wire.Environment {
	return wire.Environment{Environment: portfolio.Environment{
		EnvironmentID: s.EnvironmentID, RequestID: s.RequestID, Brief: s.Brief, NetworkCIDR: s.NetworkCIDR,
		Decision: s.Decision, KnownTotal: s.KnownTotal, AtLeast: !s.MonthlyTotal.Known,
	}, ProposalID: s.ProposalID, Overlaps: []string{}, OverlapsWith: []wire.Overlap{}}
}
