package space

import (
	"context"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Decider decides requests: it has the rules of an installation, a policy date, and an adapter to ask.
type Decider struct {
	*Rules
	// Date is the policy date: the day for which the rules are evaluated.
	Date request.Date
	// Ask returns the adapter's answers to requests, in their order.
	Ask func(context.Context, []request.Request) ([]Answer, error)
}

// Rules are the rules of an installation, and what a search reads in them. It reads each part once. Rules may
// be used from many goroutines.
type Rules struct {
	Profile profile.Profile
	// Compiled are the rules of the platform and of the organisation.
	Compiled []*policy.CompiledRule
	// Adapter describes the adapter. Digest is the digest of its binary.
	Adapter adapter.Description
	Digest  string

	conditions func() []Condition
	// literals has the literals in the rules that read a field, by the field's name.
	literals func() map[string][]request.Value
	// finders has a finder for each rule and each number field, by the field's name.
	finders func() map[string][]policy.ThresholdFinder
	// regions has the allowed regions, the regions in rules, and the regions of the adapter. It has all of them, because
	// the adapter may answer differently in each.
	regions   func() []string
	mu        sync.Mutex
	compared  comparisons // of the last day that was asked for
	estimates knownEstimates
}

// NewRules returns the compiled rules of a profile together with the rules of the adapter.
func NewRules(p profile.Profile, compiled []*policy.CompiledRule, adapter adapter.Description, digest string) *Rules {
	r := &Rules{Profile: p, Compiled: compiled, Adapter: adapter, Digest: digest}
	r.estimates.reads = FieldsNamed(adapter.EstimateReads...)
	r.conditions = sync.OnceValue(r.newConditions)
	r.literals = sync.OnceValue(func() map[string][]request.Value {
		literals := map[string][]request.Value{}
		for _, f := range requestFields {
			for _, c := range compiled {
				literals[f.Name] = append(literals[f.Name], c.LiteralsFor(f.Name)...)
			}
			literals[f.Name] = deduplicated(literals[f.Name])
		}
		return literals
	})
	r.regions = sync.OnceValue(func() []string {
		list := slices.Clone(p.AllowedRegions)
		for _, c := range compiled {
			list = append(list, c.Regions()...)
		}
		for _, one := range adapter.Regions {
			list = append(list, one.Name)
		}
		return list
	})
	r.finders = sync.OnceValue(func() map[string][]policy.ThresholdFinder {
		finders := map[string][]policy.ThresholdFinder{}
		for _, f := range requestFields {
			for _, c := range compiled {
				if f.Kind == request.NumberValue {
					finders[f.Name] = append(finders[f.Name], c.ThresholdFinder(f.Name))
				}
			}
		}
		return finders
	})
	return r
}

// comparisons are the comparisons of all rules on a day. complete has the IDs of the rules that consist of
// comparisons only.
type comparisons struct {
	date     request.Date
	list     []policy.Comparison
	complete map[string]bool
}

// comparisonsOn returns the comparisons of a day. It evaluates constants with a budget of its own, so that the
// result does not depend on the caller.
func (r *Rules) comparisonsOn(date request.Date) comparisons {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.compared.complete != nil && r.compared.date == date {
		return r.compared
	}
	r.compared = comparisons{date: date, complete: map[string]bool{}}
	budget := policy.NewBudget(context.Background(), policy.RequestSteps)
	for _, c := range r.Compiled {
		list, others := c.Comparisons(policy.Input{Profile: r.Profile, Date: date, Budget: budget}, r.isEnumerable)
		r.compared.list = append(r.compared.list, list...)
		r.compared.complete[c.ID] = len(others) == 0
	}
	return r.compared
}

// newConditions returns the rules that may deny a request, those of the adapter last.
func (r *Rules) newConditions() (list []Condition) {
	for _, c := range r.Compiled {
		one := Condition{
			ID: c.ID, Field: c.Field, Reads: AllFields, ReadsEstimate: c.ReadsEstimate(),
			ContextOnly: FieldsNamed(c.ExceptionFields()...).UserOnly(), // an exception is for one application
			UserFields:  FieldsNamed(c.ConstrainedFields()...).UserOnly(),
		}
		if names, all := c.Reads(); !all {
			one.Reads = FieldsNamed(names...)
		}
		list = append(list, one)
	}
	for _, one := range r.Adapter.Rules {
		if one.Level == profile.Mandatory {
			list = append(list, Condition{
				ID: one.ID, Field: one.Field, Reads: FieldsNamed(one.Reads...), FromAdapter: true,
				UserFields: FieldsNamed(one.Field).UserOnly(), ContextOnly: (AllFields &^ FieldsNamed(one.Field)).UserOnly(),
			})
		}
	}
	return list
}

// condition returns the rule with the ID. For an unknown ID it returns a rule of the adapter that never
// denies.
func (r *Rules) condition(id string) Condition {
	c, ok := find(r.conditions(), func(c Condition) bool { return c.ID == id })
	if !ok {
		return Condition{ID: id, FromAdapter: true}
	}
	return c
}

// find returns the first element of a list that matches.
func find[T any](list []T, matches func(T) bool) (found T, ok bool) {
	if at := slices.IndexFunc(list, matches); at >= 0 {
		return list[at], true
	}
	return found, false
}

// IDs returns the IDs of the rules that may deny a request, those of the adapter last.
func (r *Rules) IDs() (ids []string) {
	for _, c := range r.conditions() {
		ids = append(ids, c.ID)
	}
	return ids
}

// ByID returns the rule with the ID, also one of the adapter.
func (r *Rules) ByID(id string) (rule profile.SourcedRule, ok bool) {
	return find(r.Sourced(), func(one profile.SourcedRule) bool { return one.ID == id })
}

// Sourced returns all rules with their origins, sorted by ID.
func (r *Rules) Sourced() (list []profile.SourcedRule) {
	for _, c := range r.Compiled {
		list = append(list, c.SourcedRule)
	}
	for _, one := range r.Adapter.Rules {
		list = append(list, profile.SourcedRule{
			Source: request.SourceProvider,
			Rule:   profile.Rule{ID: one.ID, Title: one.Title, Field: one.Field, Level: one.Level, Expected: one.Expected},
		})
	}
	slices.SortFunc(list, func(a, b profile.SourcedRule) int { return strings.Compare(a.ID, b.ID) })
	return list
}

// compiled returns the rule of the platform or of the organisation with the ID.
func (r *Rules) compiled(id string) (*policy.CompiledRule, bool) {
	return find(r.Compiled, func(c *policy.CompiledRule) bool { return c.ID == id })
}

// fromAdapter returns the rule of the adapter with the ID.
func (r *Rules) fromAdapter(id string) (adapter.Rule, bool) {
	return find(r.Adapter.Rules, func(r adapter.Rule) bool { return r.ID == id })
}

// ranges returns the network ranges in the settings of the profile.
func (r *Rules) ranges() (list []netip.Prefix) {
	for _, name := range slices.Sorted(maps.Keys(r.Profile.Settings)) {
		for _, text := range strings.FieldsFunc(r.Profile.Settings[name], func(c rune) bool { return c == ',' || c == ' ' }) {
			if p, err := netip.ParsePrefix(text); err == nil && p.Addr().Is4() {
				list = append(list, p.Masked())
			}
		}
	}
	return list
}

// isEnumerable reports whether a search tries every value of the field with the name, or every estimate for
// the name [policy.ByEstimate].
func (r *Rules) isEnumerable(name string) bool {
	return isEnumerableField(name) || name == policy.ByEstimate && areEnumerable(r.Adapter.EstimateReads)
}

// HasSameAdapter reports whether the adapters of both installations give the same answers to each request: they are the
// same binary and get the same input, and an answer depends only on its input.
func (r *Rules) HasSameAdapter(other *Rules) bool {
	return r.Digest == other.Digest && r.Adapter.ID == other.Adapter.ID && r.Adapter.Version == other.Adapter.Version &&
		r.Profile.Mode == other.Profile.Mode && maps.Equal(r.Profile.Boundaries, other.Profile.Boundaries) &&
		maps.Equal(r.Profile.Settings, other.Profile.Settings)
}

// SameRule reports whether both installations have the rule, and its outcome in both is the same for the same
// request, profile, day and estimate.
func (r *Rules) SameRule(other *Rules, id string) bool {
	a, ok := r.compiled(id)
	b, otherOK := other.compiled(id)
	if ok && otherOK {
		return a.SameAs(b)
	}
	_, ok = r.fromAdapter(id)
	_, otherOK = other.fromAdapter(id)
	return ok && otherOK && r.HasSameAdapter(other)
}

// candidate returns a request with an estimate as the rules see it.
func (d Decider) candidate(r request.Request, e request.Estimate, budget *policy.Budget) *policy.Candidate {
	return policy.NewCandidate(policy.Input{Request: r, Profile: d.Profile, Estimate: e, Date: d.Date, Budget: budget})
}
