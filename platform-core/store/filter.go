package store

import (
	"slices"
	"time"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

// RecordFilter selects records. An empty field does not filter.
type RecordFilter struct {
	Decision    request.Decision
	Environment string
	Application string
	Owner       string
	Region      string
	CostCentre  string
	// Policy is the ID of a rule that the request violates.
	Policy string
	// Search has words in any case. Each word must be a part of what a row of the portal's list shows, or of an ID. A
	// day and its month, such as "24 Nov 2026", are one word.
	Search string
	Needs  Need
	// Today is the policy date from which [Renewal] counts.
	Today request.Date
}

// Need is a reason why a person should look at a request.
type Need string

// The needs. An environment has an application, an environment and a region. Only one request of each
// environment counts: the newest for [Correction], the newest accepted one for the others.
const (
	// Correction means that the request is denied.
	Correction Need = "correction"
	// Renewal means that it expires within [wire.RenewalDays].
	Renewal Need = "renewal"
	// Budget means that its estimate takes [wire.BudgetPercent] of its budget, or more.
	Budget Need = "budget"
)

// Needs returns the names of the needs.
func Needs() []string { return []string{string(Correction), string(Renewal), string(Budget)} }

func (f RecordFilter) selects(r *RecordSummary) bool {
	return matches(string(f.Decision), string(r.Decision)) &&
		matches(f.Environment, r.Environment) &&
		matches(f.Application, r.Application) &&
		matches(f.Owner, r.Owner) &&
		matches(f.Region, r.Region) &&
		matches(f.CostCentre, r.CostCentre) &&
		(f.Policy == "" || slices.Contains(r.ViolatedPolicies, f.Policy))
}

func matches(want, have string) bool { return want == "" || want == have }

// renewal returns the first and the last expiry date that need a renewal.
func (f RecordFilter) renewal() (first, last request.Date) {
	last, err := f.Today.AddDays(wire.RenewalDays)
	if err != nil { // a clock beyond the year 9999
		return f.Today, f.Today
	}
	return f.Today, last
}

// EnvironmentFilter selects environments. An empty field does not filter.
type EnvironmentFilter struct {
	Environment string
	Owner       string
	Region      string
	CostCentre  string
	// Search is as in a [RecordFilter].
	Search string
	// EndsFrom and EndsBefore select environments with an expiry date from EndsFrom on and before EndsBefore.
	EndsFrom, EndsBefore request.Date
	// Overlapping is true for environments whose network shares addresses with the network of another one, false for
	// the others, and empty for all.
	Overlapping string
}

func (f EnvironmentFilter) selects(r *RecordSummary) bool {
	return matches(f.Environment, r.Environment) &&
		matches(f.Owner, r.Owner) &&
		matches(f.Region, r.Region) &&
		matches(f.CostCentre, r.CostCentre) &&
		f.EndsFrom <= r.ExpiryDate && (f.EndsBefore == "" || r.ExpiryDate != "" && r.ExpiryDate < f.EndsBefore)
}

// ProposalFilter selects proposals. An empty field does not filter.
type ProposalFilter struct {
	// RequestID selects the proposal of a request, which has at most one.
	RequestID string
	// Application and Environment are fields of the request. Search is as in a [RecordFilter].
	Application string
	Environment string
	Search      string
	// EnvironmentID is the ID of the environment.
	EnvironmentID string
	// Now is the time from which the ages of proposals count, for a search.
	Now time.Time
}

func (f ProposalFilter) selects(p *indexedProposal) bool {
	return matches(f.RequestID, p.of.RequestID) &&
		matches(f.EnvironmentID, p.of.EnvironmentID) &&
		matches(f.Application, p.of.Application) &&
		matches(f.Environment, p.of.Environment)
}
