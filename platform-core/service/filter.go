package service

import (
	"slices"
	"strings"

	"platform.internal/platform-core/problem"
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

// Records returns a page of the stored records. See Page for the error.
func (s *Service) Records(filter RecordFilter, page Page) (List[*Record], error) {
	return list(s.requests, page, s.keeps(filter), func(r *Record) *Record { return r })
}

// RecordSummaries returns what a list shows of a page of the stored records. See Page
// for the error.
func (s *Service) RecordSummaries(filter RecordFilter, page Page) (List[RecordSummary], error) {
	return list(s.requests, page, s.keeps(filter), func(r *Record) RecordSummary {
		summary := r.RecordSummary
		if made := s.proposals.entries[r.RequestID]; made != nil {
			summary.ProposalID = made.entry.ProposalID
		}
		return summary
	})
}

// keeps returns what decides whether a record is selected, with the lock held.
func (s *Service) keeps(f RecordFilter) func(*Record) bool {
	found, needed := search(f.Search), s.needed(f.Needs)
	return func(r *Record) bool {
		return f.selects(r) && found(r.text) && needed(r)
	}
}

func (f RecordFilter) selects(r *Record) bool {
	return matches(string(f.Decision), string(r.Decision)) &&
		matches(f.Environment, r.Environment) &&
		matches(f.Application, r.Application) &&
		matches(f.Owner, r.Owner) &&
		matches(f.Region, r.Region) &&
		matches(f.CostCentre, r.CostCentre) &&
		(f.Policy == "" || slices.Contains(r.ViolatedPolicies, f.Policy))
}

func matches(want, have string) bool { return want == "" || want == have }

// searchedText returns what a search looks into: small, and nothing that spans two
// of its parts is a word.
func searchedText(s RecordSummary) string {
	return strings.ToLower(strings.Join([]string{s.Application, s.Owner, s.CostCentre, s.RequestID}, "\n"))
}

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

// needed returns whether a record has a need, with the lock held.
func (s *Service) needed(need Need) func(*Record) bool {
	switch need {
	case Correction:
		return func(r *Record) bool { return r.Decision == request.Denied && s.newest[r.identity()] == r }
	case Renewal:
		first, last := s.renewal()
		return func(r *Record) bool {
			return s.accepted[r.identity()] == r && first <= r.ExpiryDate && r.ExpiryDate <= last
		}
	case Budget:
		return func(r *Record) bool {
			return s.accepted[r.identity()] == r && r.KnownTotal.Known && r.KnownTotal.Cents >= r.MonthlyBudget*BudgetPercent
		}
	default:
		return func(*Record) bool { return true }
	}
}

// renewal returns the days on which environments expire that need a renewal.
func (s *Service) renewal() (first, last request.Date) {
	in, err := s.current(problem.InstallationRequired)
	if err != nil {
		return "", "" // there is no record either
	}
	first = s.date(in.Profile)
	last, err = first.AddDays(RenewalDays)
	if err != nil { // a clock beyond the year 9999
		return first, first
	}
	return first, last
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

func (f ProposalFilter) keeps(p *Proposal, found func(text string) bool) bool {
	return matches(f.RequestID, p.RequestID) &&
		matches(f.Application, p.of.Application) &&
		matches(f.Environment, p.of.Environment) &&
		found(p.text)
}

// Proposals returns a page of the stored proposals. See Page for the error.
func (s *Service) Proposals(filter ProposalFilter, page Page) (List[*Proposal], error) {
	found := search(filter.Search)
	return list(s.proposals, page, func(p *Proposal) bool { return filter.keeps(p, found) }, func(p *Proposal) *Proposal { return p })
}
