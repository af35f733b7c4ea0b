package policytest

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// Expectations of a case.
const (
	decisionExpected = "decision"
	breaksExpected   = "breaks"
	suggestsExpected = "suggests"
)

// failure is an expectation of a case that is not met.
type failure struct {
	Expectation string `json:"expectation"`
	// PolicyID is a rule that only the case or only the evaluation breaks. Field is the field of an
	// expected suggestion.
	PolicyID string `json:"policy_id,omitempty"`
	Field    string `json:"field,omitempty"`
	Expected string `json:"expected"`
	Actual   string `json:"actual"`
	Message  string `json:"message"`
}

// judge returns the expectations of a case that the evaluation does not meet.
func judge(c *policyCase, e *service.Evaluated) []failure {
	rules := e.Rules()
	failures := []failure{}
	if c.decision != "" && c.decision != e.Decision {
		message := fmt.Sprintf("expected %s, got %s", c.decision, e.Decision)
		if by := denying(e.Violations); c.breaks == nil && by != "" {
			message += " by " + by
		}
		failures = append(failures, failure{decisionExpected, "", "", string(c.decision), string(e.Decision), message})
	}
	if c.breaks != nil {
		failures = append(failures, brokenOtherwise(c.breaks, rules, slices.Concat(e.Violations, e.Advisories))...)
	}
	for _, a := range c.suggests {
		failures = append(failures, suggestedOtherwise(a, e)...)
	}
	return failures
}

func denying(violations []request.Violation) string {
	var ids []string
	for _, v := range violations {
		ids = append(ids, v.PolicyID)
	}
	return strings.Join(ids, ", ")
}

// brokenOtherwise compares the listed rules with the broken rules, in both directions. Advisories
// of the platform and of the provider may depend on a price or a day, so they count only if they
// are listed.
func brokenOtherwise(listed []string, rules []proposal.RuleOutcome, found []request.Violation) (failures []failure) {
	for _, r := range rules {
		broken, expected := isBroken(r.Outcome), slices.Contains(listed, r.PolicyID)
		f := failure{Expectation: breaksExpected, PolicyID: r.PolicyID, Expected: "broken", Actual: string(r.Outcome)}
		switch {
		case expected && !broken:
			f.Message = "missing " + r.PolicyID + ": " + kept(r.Outcome)
		case broken && !expected &&
			(r.Level != profile.Advisory || r.Source == request.SourceOrganisation || r.Outcome == request.Failed):
			f.Expected = "not broken"
			f.Message = "unexpected " + r.PolicyID
			if at := slices.IndexFunc(found, func(v request.Violation) bool { return v.PolicyID == r.PolicyID }); at >= 0 {
				f.Message += ": " + found[at].Field + ": " + found[at].Message
			}
		default:
			continue
		}
		failures = append(failures, f)
	}
	return failures
}

// kept returns the reason why a rule does not deny.
func kept(o request.Outcome) string {
	switch o {
	case request.Satisfied:
		return "the request satisfies it"
	case request.NotApplicable:
		return "it does not apply to the request"
	default:
		return "it has an exception"
	}
}

func isBroken(o request.Outcome) bool { return o == request.Violated || o == request.Failed }

// suggestedOtherwise compares the expected value of a field with the values that broken rules
// suggest. It compares normalized values.
func suggestedOtherwise(want request.Assignment, e *service.Evaluated) []failure {
	var suggested []string
	for _, v := range slices.Concat(e.Violations, e.Advisories) {
		if v.Field != want.Field || v.Suggestion.IsZero() {
			continue
		}
		with, err := e.Request.With(v.Field, v.Suggestion)
		if err == nil && with.Value(v.Field) == want.Value {
			return nil
		}
		suggested = append(suggested, v.Suggestion.String())
	}
	if want.Value.IsZero() && len(suggested) == 0 {
		return nil
	}
	expected, actual := orNothing(want.Value.String()), orNothing(strings.Join(suggested, ", "))
	return []failure{{suggestsExpected, "", want.Field, expected, actual,
		fmt.Sprintf("%s: expected %s, suggested is %s", want.Field, expected, actual)}}
}

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}
