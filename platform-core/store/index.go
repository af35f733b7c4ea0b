package store

import (
	"maps"
	"strconv"

	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

// Index has what lists, filters, counts and limits need of all entries: some 700 bytes for each.
// Concurrent reads are safe, concurrent changes are not. Create it with [NewIndex].
type Index struct {
	// RecordUsage and ProposalUsage count entries and bytes as they are added. Their AddKey counts keys.
	RecordUsage, ProposalUsage Usage

	records   ordered[*indexedRecord]
	proposals ordered[*indexedProposal]
	// newest has the last record of each environment, by environment ID.
	newest       map[string]*indexedRecord
	environments ordered[*indexedEnvironment]
	decisions    map[request.Decision]int
	violations   map[string]int // by policy ID
}

type indexedRecord struct {
	RecordSummary
	text, request string // for searches: in each list, and in the list of requests
}

// indexedEnvironment is an environment that has an accepted record.
type indexedEnvironment struct {
	last *indexedRecord // the last accepted one
}

type indexedProposal struct {
	ProposalSummary
	of   *indexedRecord
	text string
}

func (r *indexedRecord) summary() *RecordSummary      { return &r.RecordSummary }
func (e *indexedEnvironment) summary() *RecordSummary { return &e.last.RecordSummary }
func (p *indexedProposal) summary() *RecordSummary    { return &p.of.RecordSummary }

// NewIndex returns an empty index for at most maxRecords records. If maxRecords is 0, the limit is
// [DefaultMaxRecords].
func NewIndex(maxRecords int) *Index {
	x := &Index{
		newest: map[string]*indexedRecord{}, decisions: map[request.Decision]int{}, violations: map[string]int{},
	}
	x.RecordUsage, x.ProposalUsage = usages(maxRecords)
	return x
}

// AddRecord adds the newest record. It returns false, and adds nothing, if the ID is not new.
func (x *Index) AddRecord(s RecordSummary) bool {
	r := &indexedRecord{s, s.searchedText(), s.searchedRequest()}
	if !x.records.add(s.RequestID, r) {
		return false
	}
	x.RecordUsage.addEntry(s.Size)
	x.newest[r.EnvironmentID] = r
	if r.Decision == request.Accepted {
		if e, ok := x.environments.get(r.EnvironmentID); ok {
			e.last = r
		} else {
			x.environments.add(r.EnvironmentID, &indexedEnvironment{r})
		}
	}
	x.decisions[r.Decision]++
	for _, id := range r.ViolatedPolicies {
		x.violations[id]++
	}
	return true
}

// AddProposal adds the newest proposal, with facts from its record. It returns false, and adds
// nothing, if the ID is not new or the record is not there.
func (x *Index) AddProposal(s ProposalSummary) bool {
	of, ok := x.records.get(s.RequestID)
	if !ok {
		return false
	}
	s.Brief, s.KnownTotal, s.AtLeast = of.Brief, of.KnownTotal, !of.MonthlyTotal.Known
	if followed, ok := x.proposals.get(s.Follows); ok {
		s.CostChange = of.KnownTotal.Minus(followed.KnownTotal)
	}
	if !x.proposals.add(s.ProposalID, &indexedProposal{s, of, s.searchedText()}) {
		return false
	}
	of.ProposalID = s.ProposalID
	x.ProposalUsage.addEntry(s.Size + s.SummarySize)
	return true
}

// RequestOf returns the ID of a proposal's request. It returns an empty ID if there is no such
// proposal.
func (x *Index) RequestOf(proposalID string) string {
	p, ok := x.proposals.get(proposalID)
	if !ok {
		return ""
	}
	return p.RequestID
}

// ListRecords returns a page of the records. See [Page] for the error.
func (x *Index) ListRecords(f RecordFilter, page Page) (wire.List[RecordSummary], error) {
	found, needed := search(f.Search), x.needed(f)
	keep := func(r *indexedRecord) bool {
		return f.selects(&r.RecordSummary) && found(r.text, r.request, searchedProposalID(r.ProposalID)) && needed(r)
	}
	return list(&x.records, page, keep, func(r *indexedRecord) RecordSummary { return r.RecordSummary })
}

// needed returns a function that reports whether a record has the need of a filter.
func (x *Index) needed(f RecordFilter) func(*indexedRecord) bool {
	switch f.Needs {
	case Correction:
		return func(r *indexedRecord) bool {
			return r.Decision == request.Denied && x.newest[r.EnvironmentID] == r
		}
	case Renewal:
		first, last := f.renewal()
		return func(r *indexedRecord) bool {
			return x.isEnvironment(r) && first <= r.ExpiryDate && r.ExpiryDate <= last
		}
	case Budget:
		return func(r *indexedRecord) bool {
			return x.isEnvironment(r) && r.KnownTotal.Known && r.KnownTotal.Cents >= r.MonthlyBudget*wire.BudgetPercent
		}
	default:
		return func(*indexedRecord) bool { return true }
	}
}

// isEnvironment reports whether a record is the last accepted one of its environment.
func (x *Index) isEnvironment(r *indexedRecord) bool {
	e, ok := x.environments.get(r.EnvironmentID)
	return ok && e.last == r
}

// ListEnvironments returns a page of the environments that have an accepted record. An environment arrives with its
// first accepted record. See [Page] for the error.
func (x *Index) ListEnvironments(f EnvironmentFilter, page Page) (wire.List[wire.Environment], error) {
	found, networks := search(f.Search), portfolio.NewNetworks(x.Networks())
	show := func(e *indexedEnvironment) wire.Environment {
		row := e.last.environment()
		sharing, count := networks.Overlapping(row.NetworkCIDR, wire.MaxOverlaps+1)
		for _, other := range sharing {
			if other.RequestID != row.RequestID && len(row.Overlaps) < wire.MaxOverlaps {
				of, _ := x.records.get(other.RequestID)
				row.Overlaps = append(row.Overlaps, of.RequestID)
				row.OverlapsWith = append(row.OverlapsWith, wire.Overlap{
					RequestID: of.RequestID, Brief: of.Brief, NetworkCIDR: of.NetworkCIDR,
				})
			}
		}
		row.MoreOverlaps = count - 1 - len(row.Overlaps)
		return row
	}
	keep := func(e *indexedEnvironment) bool {
		if !f.selects(&e.last.RecordSummary) {
			return false
		}
		if f.Overlapping != "" {
			_, count := networks.Overlapping(e.last.NetworkCIDR, 0)
			if f.Overlapping != strconv.FormatBool(count > 1) {
				return false
			}
		}
		if f.Search == "" {
			return true
		}
		row := show(e)
		return found(e.last.text, searchedEnvironment(&row))
	}
	return list(&x.environments, page, keep, show)
}

// Networks returns the network of each environment.
func (x *Index) Networks() []portfolio.Network {
	networks := make([]portfolio.Network, len(x.environments.arrivals))
	for i, e := range x.environments.arrivals {
		networks[i] = portfolio.Network{RequestID: e.entry.last.RequestID, CIDR: e.entry.last.NetworkCIDR}
	}
	return networks
}

// ListProposals returns a page of the proposals. See [Page] for the error.
func (x *Index) ListProposals(f ProposalFilter, page Page) (wire.List[ProposalSummary], error) {
	found := search(f.Search)
	keep := func(p *indexedProposal) bool {
		return f.selects(p) && found(p.of.text, p.text, request.Count(p.Age(f.Now))+" old")
	}
	return list(&x.proposals, page, keep, func(p *indexedProposal) ProposalSummary { return p.ProposalSummary })
}

// Counts returns the current counts.
func (x *Index) Counts() Counts {
	return Counts{
		Requests: maps.Clone(x.decisions), Proposals: x.ProposalUsage.Entries, Violations: maps.Clone(x.violations),
		RecordUsage: x.RecordUsage, ProposalUsage: x.ProposalUsage,
	}
}
