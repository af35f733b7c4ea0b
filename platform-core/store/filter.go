package store

import (
	"slices"
	"strings"

	"platform.internal/platform-core/request"
)

// RecordFilter selects records; an empty field selects all.
type RecordFilter struct {
	Decision    request.Decision
	Environment string
	Application string
	Owner       string
	Region      string
	CostCentre  string
	// Policy is the ID of a rule that a record violates.
	Policy string
	// Search is words in any case, each of which is a part of the application, the owner,
	// the cost centre or the ID.
	Search string
	Needs  Need
	// Today is the policy date that Renewal counts from.
	Today request.Date
}

// Need is a reason for which a person should look at a request.
type Need string

// The needs. Of each environment (application, environment and region) only one
// request counts: for Correction the newest, for the others the newest accepted one.
const (
	// Correction: it is denied.
	Correction Need = "correction"
	// Renewal: it expires within RenewalDays.
	Renewal Need = "renewal"
	// Budget: its estimate takes BudgetPercent of its budget, or more.
	Budget Need = "budget"
)

// Bounds of the needs.
const (
	RenewalDays   = 14
	BudgetPercent = 90
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

// search returns what reports whether all words are in a text that is in lower case.
func search(words string) func(text string) bool {
	all := strings.Fields(strings.ToLower(words))
	return func(text string) bool {
		for _, word := range all {
			if !strings.Contains(text, word) {
				return false
			}
		}
		return true
	}
}

// renewal returns the days on which environments expire that need a renewal.
func (f RecordFilter) renewal() (first, last request.Date) {
	last, err := f.Today.AddDays(RenewalDays)
	if err != nil { // a clock beyond the year 9999
		return f.Today, f.Today
	}
	return f.Today, last
}

// ProposalFilter selects proposals; an empty field selects all.
type ProposalFilter struct {
	// RequestID is the request that a proposal is of; it has one at most.
	RequestID string
	// Application and Environment are those of the request, and Search is as in a
	// RecordFilter; it also finds a part of the proposal's ID.
	Application string
	Environment string
	Search      string
}

func (f ProposalFilter) selects(p *indexedProposal) bool {
	return matches(f.RequestID, p.of.RequestID) &&
		matches(f.Application, p.of.Application) &&
		matches(f.Environment, p.of.Environment)
}
