package store

import (
	"maps"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

// Index is what lists, filters, counts and bounds need of all entries: some 700 bytes
// each. It is not safe for concurrent changes; its readers may run beside each other.
type Index struct {
	// RecordUsage and ProposalUsage count entries and bytes as they are added. Keys are
	// counted by their AddKey.
	RecordUsage, ProposalUsage Usage

	records   ordered[*indexedRecord]
	proposals ordered[*indexedProposal]
	// newest and accepted are the last record and the last accepted one of each
	// environment.
	newest, accepted map[environment]*indexedRecord
	decisions        map[request.Decision]int
	broken           map[string]int // violations by policy ID
}

type indexedRecord struct {
	RecordSummary
	text string // what a search looks into
}

type indexedProposal struct {
	ProposalSummary
	of   *indexedRecord
	text string
}

// NewIndex returns an index of nothing, for at most so many records; 0 is
// DefaultMaxRecords.
func NewIndex(maxRecords int) *Index {
	x := &Index{
		newest: map[environment]*indexedRecord{}, accepted: map[environment]*indexedRecord{},
		decisions: map[request.Decision]int{}, broken: map[string]int{},
	}
	x.RecordUsage, x.ProposalUsage = usages(maxRecords)
	return x
}

// AddRecord adds a record, the newest one. It reports whether its ID was new: where it
// was not, nothing is added.
func (x *Index) AddRecord(s RecordSummary) bool {
	r := &indexedRecord{s, s.searchedText()}
	if !x.records.add(s.RequestID, r) {
		return false
	}
	x.RecordUsage.addEntry(s.Size)
	x.newest[r.identity()] = r
	if r.Decision == request.Accepted {
		x.accepted[r.identity()] = r
	}
	x.decisions[r.Decision]++
	for _, id := range r.ViolatedPolicies {
		x.broken[id]++
	}
	return true
}

// AddProposal adds a proposal, the newest one. Its Brief and KnownTotal are taken from its
// record. It reports whether its ID was new and its record is there: where not, nothing is
// added.
func (x *Index) AddProposal(s ProposalSummary) bool {
	of, found := x.records.get(s.RequestID)
	if !found {
		return false
	}
	s.Brief, s.KnownTotal = of.Brief, of.KnownTotal
	if !x.proposals.add(s.ProposalID, &indexedProposal{s, of, of.text + "\n" + s.ProposalID}) {
		return false
	}
	of.ProposalID = s.ProposalID
	x.ProposalUsage.addEntry(s.Size + s.SummarySize)
	return true
}

// HasRecord reports whether there is a record with the ID.
func (x *Index) HasRecord(id string) bool {
	_, found := x.records.get(id)
	return found
}

// RequestOf returns the ID of the request that a proposal is of; empty where there is no
// such proposal.
func (x *Index) RequestOf(proposalID string) string {
	p, found := x.proposals.get(proposalID)
	if !found {
		return ""
	}
	return p.RequestID
}

// ListRecords returns a page of the records. See Page for the error.
func (x *Index) ListRecords(f RecordFilter, page Page) (wire.List[RecordSummary], error) {
	found, needed := search(f.Search), x.needed(f)
	keep := func(r *indexedRecord) bool {
		return f.selects(&r.RecordSummary) && found(r.text) && needed(r)
	}
	return list(&x.records, page, keep, func(r *indexedRecord) RecordSummary { return r.RecordSummary })
}

// needed returns whether a record has the need of a filter.
func (x *Index) needed(f RecordFilter) func(*indexedRecord) bool {
	switch f.Needs {
	case Correction:
		return func(r *indexedRecord) bool {
			return r.Decision == request.Denied && x.newest[r.identity()] == r
		}
	case Renewal:
		first, last := f.renewal()
		return func(r *indexedRecord) bool {
			return x.accepted[r.identity()] == r && first <= r.ExpiryDate && r.ExpiryDate <= last
		}
	case Budget:
		return func(r *indexedRecord) bool {
			return x.accepted[r.identity()] == r && r.KnownTotal.Known && r.KnownTotal.Cents >= r.MonthlyBudget*BudgetPercent
		}
	default:
		return func(*indexedRecord) bool { return true }
	}
}

// ListProposals returns a page of the proposals. See Page for the error.
func (x *Index) ListProposals(f ProposalFilter, page Page) (wire.List[ProposalSummary], error) {
	found := search(f.Search)
	keep := func(p *indexedProposal) bool { return f.selects(p) && found(p.text) }
	return list(&x.proposals, page, keep, func(p *indexedProposal) ProposalSummary { return p.ProposalSummary })
}

// Counts returns the figures.
func (x *Index) Counts() Counts {
	return Counts{
		Requests: maps.Clone(x.decisions), Proposals: x.ProposalUsage.Entries, Violations: maps.Clone(x.broken),
		RecordUsage: x.RecordUsage, ProposalUsage: x.ProposalUsage,
	}
}
