package portfolio

import (
	"cmp"
	"maps"
	"net/netip"
	"slices"

	"platform.internal/platform-core/request"
)

// Schema marks an encoded [Portfolio].
const Schema = "platform.portfolio/v1"

// Portfolio is what the requests add up to on a day. Its lists are sorted, and never null.
type Portfolio struct {
	Schema string       `json:"schema"`
	On     request.Date `json:"on"`
	// Environments are sorted by environment ID and request ID.
	Environments []Environment `json:"environments"`
	Duplicates   []Duplicate   `json:"duplicates"`
	Overlaps     []Overlap     `json:"overlaps"`
	// MoreOverlaps is the number of overlaps after the first [MaxOverlaps].
	MoreOverlaps int         `json:"more_overlaps,omitempty"`
	Free         []FreeRange `json:"free"`
	Totals       Totals      `json:"totals"`
	Ends         []End       `json:"ends"`
	Changes      []Change    `json:"changes"`
}

// Environment is a request for an environment, with its decision on the day of the [Portfolio].
type Environment struct {
	EnvironmentID string `json:"environment_id"`
	RequestID     string `json:"request_id"`
	request.Brief
	NetworkCIDR netip.Prefix     `json:"network_cidr"`
	Decision    request.Decision `json:"decision"`
	// KnownTotal is what a month costs in US dollars. If AtLeast is true, a part has no price.
	KnownTotal request.Money `json:"known_total"`
	AtLeast    bool          `json:"at_least"`
}

// Duplicate is an environment that more than one request asks for.
type Duplicate struct {
	EnvironmentID string   `json:"environment_id"`
	RequestIDs    []string `json:"request_ids"`
}

// Totals are the costs of all environments, and by the values of four fields.
type Totals struct {
	All         Total   `json:"all"`
	CostCentre  []Total `json:"cost_centre"`
	Owner       []Total `json:"owner"`
	Environment []Total `json:"environment"`
	Region      []Total `json:"region"`
}

// Total is the monthly cost of some environments.
type Total struct {
	// Key is the value of the field; empty in the total of all.
	Key        string        `json:"key,omitempty"`
	Count      int           `json:"count"`
	KnownTotal request.Money `json:"known_total"`
	// AtLeast is true if a part of an environment has no price.
	AtLeast bool `json:"at_least"`
}

// End is an environment that ends in the period asked about, or that has ended.
type End struct {
	RequestID  string       `json:"request_id"`
	ExpiryDate request.Date `json:"expiry_date"`
	// Ended is true if the date has passed. The environment still exists, as far as is known.
	Ended bool `json:"ended"`
}

// Change is a day on which the evaluation of a request changes because of a rule.
type Change struct {
	// On is the first day of the new evaluation.
	On        request.Date `json:"on"`
	RequestID string       `json:"request_id"`
	What      ChangeKind   `json:"what"`
	PolicyID  string       `json:"policy_id"`
	// From and To are decisions for [Decision], and outcomes of the rule otherwise.
	From string `json:"from"`
	To   string `json:"to"`
}

// ChangeKind is the part of an evaluation that a [Change] concerns.
type ChangeKind string

// The kinds of changes.
const (
	Decision  ChangeKind = "decision"
	Advisory  ChangeKind = "advisory"
	Exception ChangeKind = "exception"
)

// Builder collects the requests of a portfolio. The zero Builder has none.
type Builder struct {
	requests map[string]listed // by request ID
}

// listed is a request of a portfolio.
type listed struct {
	Environment
	exists  bool
	changes []Change
}

// Add adds a request, or replaces the request with the same ID. exists is true if the environment exists, as far as is
// known: policy accepts the request, or accepted it until its expiry date.
func (b *Builder) Add(r request.Record, exists bool, changes []Change) {
	if b.requests == nil {
		b.requests = map[string]listed{}
	}
	b.requests[r.RequestID] = listed{Environment{
		EnvironmentID: r.Request.EnvironmentID(r.Provider), RequestID: r.RequestID, Brief: r.Request.Brief(),
		NetworkCIDR: r.Request.NetworkCIDR, Decision: r.Decision,
		KnownTotal: r.Estimate.KnownTotal, AtLeast: !r.Estimate.MonthlyTotal.Known,
	}, exists, changes}
}

// Question is what is asked about the requests.
type Question struct {
	// On is the policy date, and Until the last day of the ends and changes.
	On, Until request.Date
	// Ranges are those that the profile names, and Defaults those of settings that it leaves out. Both are not free.
	Ranges, Defaults []Range
	// Pool is where free ranges of the Lengths are looked for; invalid for none.
	Pool    netip.Prefix
	Lengths []int
}

// Range is a named range of IPv4 addresses.
type Range struct {
	Name string
	CIDR netip.Prefix
}

// Build returns the portfolio. It does not depend on the order in which the requests were added.
func (b *Builder) Build(q Question) Portfolio {
	p := Portfolio{
		Schema: Schema, On: q.On, Environments: []Environment{}, Duplicates: []Duplicate{}, Free: []FreeRange{},
		Ends: []End{}, Changes: []Change{},
	}
	standing := map[string][]listed{} // by environment ID
	for _, r := range b.requests {
		p.Environments = append(p.Environments, r.Environment)
		if r.exists {
			standing[r.EnvironmentID] = append(standing[r.EnvironmentID], r)
		}
		p.Changes = append(p.Changes, r.changes...)
	}
	slices.SortFunc(p.Environments, func(a, b Environment) int {
		return cmp.Or(cmp.Compare(a.EnvironmentID, b.EnvironmentID), cmp.Compare(a.RequestID, b.RequestID))
	})
	slices.SortFunc(p.Changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.On, b.On), cmp.Compare(a.RequestID, b.RequestID), cmp.Compare(a.What, b.What),
			cmp.Compare(a.PolicyID, b.PolicyID))
	})

	var taken []netip.Prefix
	var single []Environment
	var networks []Network
	for _, id := range slices.Sorted(maps.Keys(standing)) {
		same := standing[id]
		for _, r := range same {
			taken = append(taken, r.NetworkCIDR)
			p.end(r, q)
		}
		if len(same) == 1 {
			single = append(single, same[0].Environment)
			networks = append(networks, Network{RequestID: same[0].RequestID, CIDR: same[0].NetworkCIDR})
		} else {
			p.Duplicates = append(p.Duplicates, Duplicate{id, requestIDs(same)})
		}
	}
	slices.SortFunc(p.Ends, func(a, b End) int {
		return cmp.Or(cmp.Compare(a.ExpiryDate, b.ExpiryDate), cmp.Compare(a.RequestID, b.RequestID))
	})
	p.Totals = NewTotals(single)
	p.Overlaps, p.MoreOverlaps = overlaps(networks, q.Ranges)
	if q.Pool.IsValid() {
		p.Free = q.Free(taken)
	}
	return p
}

// Fails reports whether an environment is asked for twice, or two networks overlap.
func (p Portfolio) Fails() bool { return len(p.Duplicates)+len(p.Overlaps) > 0 }

// end adds a request that ends until the last day.
func (p *Portfolio) end(r listed, q Question) {
	if r.ExpiryDate != "" && r.ExpiryDate <= q.Until {
		p.Ends = append(p.Ends, End{r.RequestID, r.ExpiryDate, r.ExpiryDate <= q.On})
	}
}

func requestIDs(list []listed) (ids []string) {
	for _, r := range list {
		ids = append(ids, r.RequestID)
	}
	slices.Sort(ids)
	return ids
}

// NewTotals returns the costs of a list of environments.
func NewTotals(list []Environment) Totals {
	by := func(key func(Environment) string) []Total {
		sums := map[string]*Total{}
		for _, e := range list {
			k := key(e)
			if sums[k] == nil {
				sums[k] = &Total{Key: k, KnownTotal: request.Cents(0)}
			}
			sums[k].add(e)
		}
		found := []Total{}
		for _, k := range slices.Sorted(maps.Keys(sums)) {
			found = append(found, *sums[k])
		}
		return found
	}
	all := Total{KnownTotal: request.Cents(0)}
	for _, e := range list {
		all.add(e)
	}
	return Totals{
		All:         all,
		CostCentre:  by(func(e Environment) string { return e.CostCentre }),
		Owner:       by(func(e Environment) string { return e.Owner }),
		Environment: by(func(e Environment) string { return e.Brief.Environment }),
		Region:      by(func(e Environment) string { return e.Region }),
	}
}

func (t *Total) add(e Environment) {
	t.Count++
	t.AtLeast = t.AtLeast || e.AtLeast
	if e.KnownTotal.Known {
		t.KnownTotal = t.KnownTotal.Plus(e.KnownTotal)
	}
}
