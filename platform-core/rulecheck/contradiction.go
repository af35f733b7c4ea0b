package rulecheck

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/fix"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// ContradictionCheck is the ID of the warning of rules that leave no request.
const ContradictionCheck = "installation.rules-contradict"

// Contradiction returns the warning of rules, the platform's among them, of which every
// request breaks one: a smallest set, in that without any of them there is a request that
// satisfies the others. An adapter's own rules are not looked at.
func Contradiction(ctx context.Context, in Installation) (warning profile.Check, is bool) {
	all := in.Policies.Checks()
	if !slices.ContainsFunc(all, policy.Check.Own) {
		return profile.Check{}, false // those of the platform do not contradict
	}
	s := newSatisfier(ctx, in)
	if s.satisfies(all) {
		return profile.Check{}, false
	}
	left := slices.DeleteFunc(slices.Clone(all), func(c policy.Check) bool { return !s.denied[c.ID()] })
	if s.satisfies(left) {
		left = all
	}
	for at := 0; at < len(left); {
		if without := slices.Delete(slices.Clone(left), at, at+1); s.satisfies(without) {
			at++
		} else {
			left = without
		}
	}
	var ids []string
	for _, c := range left {
		ids = append(ids, c.ID())
	}
	if len(ids) < 2 || !(samples{s.base, in.Provider, s.values}).complete(left...) {
		return profile.Check{}, false // a rule that denies everything has a warning of its own
	}
	return profile.Check{
		ID: ContradictionCheck, Title: "Rules that contradict", Status: profile.Warning,
		Message:     fmt.Sprintf("No request that was tried satisfies these rules together: %s.", strings.Join(ids, ", ")),
		Remediation: "Correct one of them, or limit it with when.",
	}, true
}

// satisfier looks for a request that satisfies rules.
type satisfier struct {
	context.Context
	base   policy.Input
	values map[string][]request.Value
	denied map[string]bool // the rules that denied a request on the way, by ID
}

func newSatisfier(ctx context.Context, in Installation) *satisfier {
	s := &satisfier{Context: ctx, base: base(in.Profile), values: map[string][]request.Value{}, denied: map[string]bool{}}
	for i := range fields {
		f := &fields[i]
		of := material{literals: in.Policies.Literals(f.Name), in: s.base, regions: someRegions(in.Profile, in.Provider, nil)}
		s.values[f.Name] = of.values(f)
	}
	return s
}

// satisfies reports whether a request satisfies all of the rules, for one of a few
// estimates, or whether it is not known: because a person has to choose a value, or the
// search ended at its limit.
func (s *satisfier) satisfies(rules []policy.Check) bool {
	for _, e := range []request.Estimate{dollars(1), dollars(1_000), {}} {
		found, err := fix.Search(s.Context, s.problem(rules, e))
		if err != nil || found.Bounded || len(found.Fixes) > 0 {
			return true
		}
	}
	return false
}

// problem is that of leading from the base to a request that satisfies the rules. Its
// estimate is the same for each.
func (s *satisfier) problem(rules []policy.Check, e request.Estimate) fix.Problem {
	p := fix.Problem{
		Request: s.base.Request, Answer: fix.Answer{Estimate: e}, Most: 1,
		EstimateReads: fix.FieldsNamed(request.SizeField),
		Values:        func(field string) []request.Value { return s.values[field] },
		Over: func(r request.Request, e request.Estimate) func(int, fix.Fields) (request.Value, bool) {
			in := s.base
			in.Request, in.Estimate = r, e
			candidate := policy.NewCandidate(in)
			return func(i int, open fix.Fields) (request.Value, bool) {
				suggestion, denies := rules[i].DeniesAny(candidate, open.Names())
				if denies {
					s.denied[rules[i].ID()] = true
				}
				return suggestion, denies
			}
		},
		Ask: func(_ context.Context, list []request.Request) ([]fix.Answer, error) {
			return slices.Repeat([]fix.Answer{{Estimate: e}}, len(list)), nil
		},
	}
	for _, c := range rules {
		p.Conditions = append(p.Conditions, fix.Condition{ID: c.ID(), Field: c.Field(), Reads: reads(c), Asks: reads(c).Personal(), Sized: c.ReadsEstimate()})
	}
	return p
}

// reads returns the fields that a rule depends on.
func reads(c policy.Check) fix.Fields {
	names, whole := c.Reads()
	if whole {
		return fix.AllFields
	}
	return fix.FieldsNamed(names...)
}
