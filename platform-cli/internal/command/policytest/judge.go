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

// The expectations of a case.
const (
	decisionExpected = "decision"
	breaksExpected   = "breaks"
	suggestsExpected = "suggests"
)

// failure is an expectation of a case that does not hold.
type failure struct {
	Expectation string `json:"expectation"`
	// PolicyID is the rule that breaks expects and that is not broken, or the other way
	// round; Field the one that suggests names.
	PolicyID string `json:"policy_id,omitempty"`
	Field    string `json:"field,omitempty"`
	Expected string `json:"expected"`
	Actual   string `json:"actual"`
	Message  string `json:"message"`
}

// judge returns what does not come out as a case expects.
func judge(c *policyCase, e *service.Evaluated) []failure {
	rules := e.Rules()
	failures := []failure{}
	if c.decision != "" && c.decision != e.Decision {
		message := fmt.Sprintf("expected %s, came out %s", c.decision, e.Decision)
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

// brokenOtherwise compares the rules that a case lists with those that are broken, both
// ways. An advisory that is not the organisation's may come with a price or a day, so it
// counts only where it is listed.
func brokenOtherwise(listed []string, rules []proposal.RuleOutcome, found []request.Violation) (failures []failure) {
	for _, r := range rules {
		broken, expected := isBroken(r.Outcome), slices.Contains(listed, r.PolicyID)
		f := failure{Expectation: breaksExpected, PolicyID: r.PolicyID, Expected: "broken", Actual: string(r.Outcome)}
		switch {
		case expected && !broken:
			f.Message = "missing " + r.PolicyID + ": " + kept(r.Outcome)
		case broken && !expected && (r.Level != profile.Advisory || r.Source == request.SourceOrganisation || r.Outcome == request.Failed):
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

// kept says why a rule does not deny.
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

// suggestedOtherwise compares the value that a case expects for a field with those that
// the broken rules suggest, each in normal form.
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
	return []failure{{suggestsExpected, "", want.Field, expected, actual, fmt.Sprintf("%s: expected %s, suggested is %s", want.Field, expected, actual)}}
}

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}
