package space

import (
	"fmt"
	"slices"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// Gap is why a search may have missed a request.
type Gap struct {
	// PolicyID is the rule that it is about; empty for none in particular.
	PolicyID string `json:"policy_id,omitempty"`
	// Why is a sentence.
	Why string `json:"why"`
	// Expression is the part of the rule that is not covered, where it is about one.
	Expression string `json:"expression,omitempty"`
}

// joined returns gaps and more of them, each once.
func appendGaps(gaps []Gap, more ...Gap) []Gap {
	for _, g := range more {
		if !slices.Contains(gaps, g) {
			gaps = append(gaps, g)
		}
	}
	return gaps
}

// Gaps returns what the values that are tried do not cover of rules.
func (s *Space) Gaps(rules ...RuleRef) (gaps []Gap) {
	add := func(g Gap) { gaps = appendGaps(gaps, g) }
	for _, rule := range rules {
		for _, text := range s.uncovered[rule] {
			add(Gap{rule.ID, s.notCovered(rule, text), text})
		}
		in := s.deciders[rule.Decider]
		c, ok := in.check(rule.ID)
		if ok {
			for _, field := range s.truncatedFields {
				if names, whole := c.Reads(); whole || slices.Contains(names, field) {
					add(Gap{rule.ID, fmt.Sprintf("Not every way in which the rules may distinguish values of %s is tried.", field), ""})
				}
			}
			continue
		}
		if r, ok := in.native(rule.ID); ok {
			switch {
			case len(r.Reads) == 0:
				add(Gap{rule.ID, "The adapter does not say what the rule reads.", ""})
			case s.unbounded(r.Reads) != "":
				add(Gap{rule.ID, "The adapter does not say at which values the rule changes its mind.", ""})
			}
		}
	}
	return gaps
}

// notCovered says what is not tried of a part of a rule. One that reads only the expiry date is
// evaluated for every day up to the horizon.
func (s *Space) notCovered(rule RuleRef, part string) string {
	horizon, err := s.dates[0].AddDays(someDays)
	if err == nil && slices.ContainsFunc(s.byRule[rule], func(c policy.Comparison) bool { return c.Expression == part && c.Field == request.ExpiryField }) {
		return fmt.Sprintf("Every day until %s is tried, and few later ones.", horizon)
	}
	return "It compares in a way that the values which are tried do not cover."
}

// dated returns the gap of a rule that may come out otherwise on another day, where its
// profile has no policy date: what is found of it is of one day.
func (s *Space) dated(rule RuleRef) []Gap {
	in := s.deciders[rule.Decider]
	if c, ok := in.check(rule.ID); !ok || !c.ChangesAfter(in.Date) || in.Profile.PolicyDate != "" {
		return nil
	}
	return []Gap{{rule.ID, fmt.Sprintf("It depends on the policy date, which the profile does not have: this is searched for %s only.", in.Date), ""}}
}

// unbounded returns the first of the fields of which not each value is tried.
func (s *Space) unbounded(names []string) string {
	for _, name := range names {
		if !s.isEnumerable(name) {
			return name
		}
	}
	return ""
}
