package space

import (
	"fmt"
	"slices"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Gap is a reason why a search may have missed a request.
type Gap struct {
	// PolicyID is the ID of a rule; empty if the gap is not about one rule.
	PolicyID string `json:"policy_id,omitempty"`
	// Why is a sentence.
	Why string `json:"why"`
	// Expression is a part of the rule that the tried values do not cover.
	Expression string `json:"expression,omitempty"`
}

// appendGaps appends gaps that are not in the list yet.
func appendGaps(gaps []Gap, more ...Gap) []Gap {
	for _, g := range more {
		if !slices.Contains(gaps, g) {
			gaps = append(gaps, g)
		}
	}
	return gaps
}

// Gaps returns what the values that are tried do not cover of some rules.
func (s *Space) Gaps(rules ...RuleRef) (gaps []Gap) {
	add := func(rule RuleRef, why, expression string) { gaps = appendGaps(gaps, Gap{rule.ID, why, expression}) }
	for _, rule := range rules {
		for _, part := range s.uncovered[rule] {
			add(rule, s.notCovered(rule, part), part)
		}
		d := s.deciders[rule.Decider]
		if c, ok := d.compiled(rule.ID); ok {
			names, all := c.Reads()
			for _, field := range s.truncatedFields {
				if all || slices.Contains(names, field) {
					add(rule, fmt.Sprintf("Not every way in which the rules may distinguish values of %s is tried.", field), "")
				}
			}
		} else if r, ok := d.fromAdapter(rule.ID); ok && len(r.Reads) == 0 {
			add(rule, "The adapter does not say what the rule reads.", "")
		} else if slices.ContainsFunc(r.Reads, func(name string) bool { return !s.isEnumerable(name) }) {
			add(rule, "The adapter does not declare the rule's thresholds.", "")
		}
	}
	return gaps
}

// regionGaps returns the gap of a rule whose outcome depends on the region, if there are regions that are not tried.
func (s *Space) regionGaps(rule RuleRef) []Gap {
	d := s.deciders[rule.Decider]
	c := d.condition(rule.ID)
	readsRegion := c.Reads.has(regionField) || c.ReadsEstimate && d.estimates.reads.has(regionField)
	tried, _ := s.representatives(&requestFields[regionField], request.Request{})
	isUntried := func(r profile.Region) bool { return !slices.Contains(tried, request.Text(r.Name)) }
	if !readsRegion || !slices.ContainsFunc(d.Adapter.Regions, isUntried) {
		return nil
	}
	return []Gap{{PolicyID: rule.ID, Why: "Not every region that no profile allows is tried."}}
}

// notCovered returns a sentence about a part of a rule that the tried values do not cover. A part that reads
// only the expiry date is evaluated for every day up to a horizon.
func (s *Space) notCovered(rule RuleRef, part string) string {
	horizon, err := s.dates[0].AddDays(horizonDays)
	if err == nil && slices.ContainsFunc(s.byRule[rule], func(c policy.Comparison) bool {
		return c.Expression == part && c.Field == request.ExpiryField
	}) {
		return fmt.Sprintf("Every day until %s is tried, and few later ones.", horizon)
	}
	return "This comparison cannot be searched exhaustively."
}

// dateGaps returns the gap of a rule that depends on the policy date, if the profile has none: a search is for
// one day only.
func (s *Space) dateGaps(rule RuleRef) []Gap {
	d := s.deciders[rule.Decider]
	if c, ok := d.compiled(rule.ID); !ok || !c.ChangesAfter(d.Date) || d.Profile.PolicyDate != "" {
		return nil
	}
	const why = "It depends on the policy date, which the profile does not have: this is searched for %s only."
	return []Gap{{PolicyID: rule.ID, Why: fmt.Sprintf(why, d.Date)}}
}
