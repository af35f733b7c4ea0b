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

// Rules are the rules of an installation and what a search reads from them, which is read once. They
// may be used from many goroutines.
type Rules struct {
	Profile profile.Profile
	// Checks are the rules of the platform and of the organisation.
	Checks []*policy.CompiledRule
	// Adapter describes the adapter, Digest is that of its binary.
	Adapter adapter.Description
	Digest  string

	conditions func() []Condition
	// literals are what is written in the rules that read a field, scales how rules measure a field
	// that is a number, by the name of the field.
	literals  func() map[string][]request.Value
	scales    func() map[string][]policy.ThresholdFinder
	mu        sync.Mutex
	compared  comparisons // of the last day that was asked about
	estimates knownEstimates
}

// NewRules returns the rules of a profile: checks, and those of the adapter.
func NewRules(p profile.Profile, checks []*policy.CompiledRule, adapter adapter.Description, digest string) *Rules {
	r := &Rules{Profile: p, Checks: checks, Adapter: adapter, Digest: digest, estimates: knownEstimates{reads: adapter.EstimateReads}}
	r.conditions = sync.OnceValue(r.newConditions)
	r.literals = sync.OnceValue(func() map[string][]request.Value {
		literals := map[string][]request.Value{}
		for _, f := range requestFields {
			for _, c := range checks {
				literals[f.Name] = append(literals[f.Name], c.LiteralsFor(f.Name)...)
			}
			literals[f.Name] = deduplicated(literals[f.Name])
		}
		return literals
	})
	r.scales = sync.OnceValue(func() map[string][]policy.ThresholdFinder {
		scales := map[string][]policy.ThresholdFinder{}
		for _, c := range checks {
			for _, f := range requestFields {
				if f.Kind == request.NumberValue {
					scales[f.Name] = append(scales[f.Name], c.ThresholdFinder(f.Name))
				}
			}
		}
		return scales
	})
	return r
}

// comparisons are those of all rules on a day. complete has the rules that compare fields in no other way.
type comparisons struct {
	date     request.Date
	list     []policy.Comparison
	complete map[string]bool
}

// comparisonsOn returns the comparisons of a day. It evaluates constants within a budget of its own, so
// the result does not depend on the caller.
func (r *Rules) comparisonsOn(date request.Date) comparisons {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.compared.complete != nil && r.compared.date == date {
		return r.compared
	}
	r.compared = comparisons{date: date, complete: map[string]bool{}}
	in := policy.Input{Profile: r.Profile, Date: date, Budget: policy.NewBudget(context.Background(), policy.RequestSteps)}
	for _, c := range r.Checks {
		list, others := c.Comparisons(in, r.isEnumerable)
		r.compared.list = append(r.compared.list, list...)
		r.compared.complete[c.ID] = len(others) == 0
	}
	return r.compared
}

// newConditions returns the rules that may deny a request, Checks before the adapter's.
func (r *Rules) newConditions() (list []Condition) {
	for _, c := range r.Checks {
		list = append(list, Condition{
			ID: c.ID, Field: c.Field, Reads: reads(c), ReadsEstimate: c.ReadsEstimate(),
			ContextOnly: FieldsNamed(c.ExceptionFields()...).UserOnly(), // an exception is for the application that has it
			UserFields:  FieldsNamed(c.ConstrainedFields()...).UserOnly(),
		})
	}
	for _, one := range r.Adapter.Rules {
		if one.Level == profile.Mandatory {
			list = append(list, Condition{
				ID: one.ID, Field: one.Field, Reads: FieldsNamed(one.Reads...), FromAdapter: true, UserFields: FieldsNamed(one.Field).UserOnly(),
			})
		}
	}
	return list
}

// condition returns the rule with the ID; one of the adapter that never denies for no rule.
func (r *Rules) condition(id string) Condition {
	all := r.conditions()
	at := slices.IndexFunc(all, func(c Condition) bool { return c.ID == id })
	if at < 0 {
		return Condition{ID: id, FromAdapter: true}
	}
	return all[at]
}

// IDs returns those of the rules that may deny a request: the platform's and the
// organisation's before the adapter's.
func (r *Rules) IDs() (ids []string) {
	for _, c := range r.conditions() {
		ids = append(ids, c.ID)
	}
	return ids
}

// Rule returns the rule with the ID, the adapter's too.
func (r *Rules) Rule(id string) (profile.SourcedRule, bool) {
	if c, ok := r.check(id); ok {
		return c.SourcedRule, true
	}
	native, ok := r.native(id)
	return sourced(native), ok
}

// Sourced returns all rules with their origins, sorted by ID.
func (r *Rules) Sourced() []profile.SourcedRule {
	var list []profile.SourcedRule
	for _, c := range r.Checks {
		list = append(list, c.SourcedRule)
	}
	for _, native := range r.Adapter.Rules {
		list = append(list, sourced(native))
	}
	slices.SortFunc(list, func(a, b profile.SourcedRule) int { return strings.Compare(a.ID, b.ID) })
	return list
}

func sourced(r adapter.Rule) profile.SourcedRule {
	return profile.SourcedRule{
		Source: request.SourceProvider,
		Rule:   profile.Rule{ID: r.ID, Title: r.Title, Field: r.Field, Level: r.Level, Expected: r.Expected},
	}
}

// check returns the rule of the platform or the organisation with the ID.
func (r *Rules) check(id string) (*policy.CompiledRule, bool) {
	at := slices.IndexFunc(r.Checks, func(c *policy.CompiledRule) bool { return c.ID == id })
	if at < 0 {
		return nil, false
	}
	return r.Checks[at], true
}

// native returns the rule of the adapter with the ID.
func (r *Rules) native(id string) (adapter.Rule, bool) {
	at := slices.IndexFunc(r.Adapter.Rules, func(r adapter.Rule) bool { return r.ID == id })
	if at < 0 {
		return adapter.Rule{}, false
	}
	return r.Adapter.Rules[at], true
}

// regions returns the allowed regions, those that rules compare with, and one more.
func (r *Rules) regions() []string {
	list := slices.Clone(r.Profile.AllowedRegions)
	for _, c := range r.Checks {
		list = append(list, c.Regions()...)
	}
	for _, one := range r.Adapter.Regions {
		if !slices.Contains(list, one.Name) {
			return append(list, one.Name)
		}
	}
	return list
}

// ranges returns the network ranges that the profile names.
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

// finite reports whether each value of what has the name is tried: of a field, or of the estimate.
func (r *Rules) isEnumerable(name string) bool {
	return isEnumerableField(name) || name == policy.ByEstimate && areEnumerable(r.Adapter.EstimateReads)
}

// Installation is rules on a day, and an adapter that can be asked.
type Decider struct {
	*Rules
	// Date is the policy date.
	Date request.Date
	// Ask returns the adapter's answers to requests, in their order.
	Ask func(context.Context, []request.Request) ([]Answer, error)
}

// sameAdapter reports whether the adapter says the same in both installations.
func (r *Rules) sameAdapter(other *Rules) bool {
	return r.Digest == other.Digest && r.Adapter.ID == other.Adapter.ID && r.Adapter.Version == other.Adapter.Version &&
		r.Profile.Mode == other.Profile.Mode && maps.Equal(r.Profile.Boundaries, other.Profile.Boundaries) &&
		maps.Equal(r.Profile.Settings, other.Profile.Settings)
}

// SameRule reports whether both installations have the rule, and it says the same there of
// the same request, profile, day and estimate.
func (r *Rules) SameRule(other *Rules, id string) bool {
	a, ok := r.check(id)
	b, also := other.check(id)
	if ok && also {
		return a.SameAs(b)
	}
	_, ok = r.native(id)
	_, also = other.native(id)
	return ok && also && r.sameAdapter(other)
}

// candidate returns a request with an estimate as the rules see it.
func (i Decider) candidate(r request.Request, e request.Estimate, budget *policy.Budget) *policy.Candidate {
	return policy.NewCandidate(policy.Input{Request: r, Profile: i.Profile, Estimate: e, Date: i.Date, Budget: budget})
}

// reads returns the fields that a rule depends on.
func reads(c *policy.CompiledRule) Fields {
	names, whole := c.Reads()
	if whole {
		return AllFields
	}
	return FieldsNamed(names...)
}
