package wire

import (
	"cmp"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// List is a page of a list, or a whole list.
type List[T any] struct {
	Items []T `json:"items"`
	// Next is the ID to continue after, and Previous the ID to go back before. Each is empty at its
	// end of the list.
	Next     string `json:"next,omitempty"`
	Previous string `json:"previous,omitempty"`
}

// Summary is a record in a list.
type Summary struct {
	RequestID     string `json:"request_id"`
	EnvironmentID string `json:"environment_id"`
	request.Brief
	NetworkCIDR netip.Prefix     `json:"network_cidr"`
	Decision    request.Decision `json:"decision"`
	// KnownTotal and MonthlyTotal are from the estimate of the record.
	KnownTotal   request.Money `json:"known_total"`
	MonthlyTotal request.Money `json:"monthly_total"`
	// ViolatedPolicies are the IDs of the rules that deny the request, in the order of the record.
	ViolatedPolicies []string `json:"violated_policies"`
	// ExceptedPolicies are the IDs of the rules that the request breaks with an exception.
	ExceptedPolicies []string `json:"excepted_policies,omitempty"`
	// ProposalID is empty if the request has no proposal.
	ProposalID string `json:"proposal_id,omitempty"`
	// ReceivedAt is the time at which the record was stored, by the clock of that service.
	ReceivedAt time.Time `json:"received_at"`
}

// ProposalOrigin is what a list adds to the summary of a proposal: facts of its request, and the
// time at which the proposal was stored, by the clock of that service.
type ProposalOrigin struct {
	request.Brief
	// KnownTotal is from the estimate of the record. AtLeast means that a part of it has no price.
	KnownTotal request.Money `json:"known_total"`
	AtLeast    bool          `json:"at_least"`
	ProposalChange
	// CostChange is the cost since the proposal that this one follows. It is unknown without such a proposal.
	CostChange request.Money `json:"cost_change"`
	ReceivedAt time.Time     `json:"received_at"`
}

// Age returns the time since the proposal was stored, in the largest unit that fits into it twice, or in minutes.
func (o *ProposalOrigin) Age(now time.Time) (n int, unit string) {
	const day = 24 * time.Hour
	switch age := now.Sub(o.ReceivedAt); {
	case age >= 2*day:
		return int(age / day), "day"
	case age >= 2*time.Hour:
		return int(age / time.Hour), "hour"
	default:
		return max(0, int(age/time.Minute)), "minute"
	}
}

// ProposalChange is what a proposal changes. No artifact contains it.
type ProposalChange struct {
	// Follows is the ID of the proposal of the same environment that was the newest when this proposal was made. It is
	// empty for the first one.
	Follows string `json:"follows,omitempty"`
	// Resources counts the changes since that proposal, or all resources of the first one. It is missing if that
	// proposal was not readable.
	Resources *ResourceCounts `json:"resources,omitempty"`
}

// ResourceCounts counts resources. A replaced resource is removed and added.
type ResourceCounts struct {
	Added   int `json:"added"`
	Changed int `json:"changed"`
	Removed int `json:"removed"`
}

// String returns the counts that are not zero, such as "+3 ~1 −2", for resources that are added, changed and removed.
func (c ResourceCounts) String() string {
	var text []string
	for _, one := range []struct {
		sign  string
		count int
	}{{"+", c.Added}, {"~", c.Changed}, {"−", c.Removed}} {
		if one.count > 0 {
			text = append(text, one.sign+strconv.Itoa(one.count))
		}
	}
	return cmp.Or(strings.Join(text, " "), "no changes")
}

// Environment is an environment in a list, with the newest request for it that policy accepted.
type Environment struct {
	portfolio.Environment
	// ProposalID is empty if the request has no proposal.
	ProposalID string `json:"proposal_id,omitempty"`
	// Overlaps are the IDs of requests of other environments whose networks share addresses with this one, the largest
	// networks first. There are at most [MaxOverlaps]. OverlapsWith has the same environments with what a reader knows
	// them by. MoreOverlaps is the number of the others.
	Overlaps     []string  `json:"overlaps"`
	OverlapsWith []Overlap `json:"overlaps_with"`
	MoreOverlaps int       `json:"more_overlaps,omitempty"`
	// LatestExpiry is the latest expiry date that policy accepts if all other fields stay unchanged. Only the list of
	// environments that end soon has it, unless policy accepts no date.
	LatestExpiry request.Date `json:"latest_expiry,omitempty"`
}

// NamedOverlaps returns the overlaps that a row of a list for people names, so that the row stays short.
func (e Environment) NamedOverlaps() []Overlap { return e.OverlapsWith[:min(len(e.OverlapsWith), 3)] }

// UnnamedOverlaps returns how many overlaps such a row only counts.
func (e Environment) UnnamedOverlaps() int {
	return len(e.OverlapsWith) - len(e.NamedOverlaps()) + e.MoreOverlaps
}

// Overlap is another environment, with its newest request that policy accepted.
type Overlap struct {
	RequestID string `json:"request_id"`
	request.Brief
	NetworkCIDR netip.Prefix `json:"network_cidr"`
}

// AcceptedRanges are free ranges that policy does not deny, whatever the other fields are, the lowest first.
type AcceptedRanges struct {
	Ranges []netip.Prefix `json:"ranges"`
	// Violations are the violations of the lowest free range if Ranges is empty.
	Violations []request.Violation `json:"violations"`
}

// Limits of the needs of a list of requests: an environment that ends within RenewalDays needs a renewal, and one whose
// estimate takes BudgetPercent of its budget, or more, needs another budget.
const (
	RenewalDays   = 42
	BudgetPercent = 90
)

// MaxOverlaps is the greatest number of overlaps that an [Environment] lists.
const MaxOverlaps = 20

// Provider is a provider, and whether its adapter runs.
type Provider struct {
	ID string `json:"id"`
	// Available reports whether the adapter runs; if not, Problem says why.
	Available bool             `json:"available"`
	Problem   *problem.Problem `json:"problem,omitempty"`
	// Provider and Adapter are nil if the adapter does not run.
	*profile.Provider
	Adapter *profile.AdapterFacts `json:"adapter,omitempty"`
}

// Policies are the rules in force, sorted by ID, and the exceptions from them, in the order of the
// profile.
type Policies struct {
	Items      []profile.SourcedRule `json:"items"`
	Exceptions []ListedException     `json:"exceptions,omitempty"`
}

// ListedException is an exception of the profile. Ended reports whether it ended before the policy
// date.
type ListedException struct {
	profile.Exception
	Ended bool `json:"ended"`
}
