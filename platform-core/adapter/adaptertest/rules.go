package adaptertest

import (
	"errors"
	"fmt"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// RuleCase is a request that breaks one rule and no other, and the violation that it must get.
type RuleCase struct {
	// Rule is the ID of the rule.
	Rule string
	// Request breaks it.
	Request request.Request
	// Message and Suggestion are those of the violation; Suggestion is empty for
	// none.
	Message, Suggestion string
}

// Check checks what an adapter found in the case's request, mandatory and
// advisory: only the case's rule is broken, with the case's message and
// suggestion.
func (c RuleCase) Check(found []request.Violation) error {
	if len(found) != 1 || found[0].PolicyID != c.Rule {
		return fmt.Errorf("only %s must be broken; broken are %q", c.Rule, ruleIDs(found))
	}
	v := found[0]
	switch {
	case v.Message != c.Message:
		return fmt.Errorf("%s has the message %q instead of %q", c.Rule, v.Message, c.Message)
	case v.Suggestion.String() != c.Suggestion:
		return fmt.Errorf("%s suggests %q instead of %q", c.Rule, v.Suggestion, c.Suggestion)
	case v.Actual != c.Request.Value(v.Field):
		return fmt.Errorf("%s reports that %s is %q; it is %q", c.Rule, v.Field, v.Actual, c.Request.Value(v.Field))
	}
	return nil
}

// CheckRulesCovered checks that each rule has a case.
func CheckRulesCovered(list []adapter.NativeRule, cases map[string]RuleCase) error {
	broken := map[string]bool{}
	for _, c := range cases {
		broken[c.Rule] = true
	}
	for _, r := range list {
		if !broken[r.ID] {
			return fmt.Errorf("no case breaks only %s", r.ID)
		}
	}
	return nil
}

func ruleIDs(found []request.Violation) []string {
	var list []string
	for _, v := range found {
		list = append(list, v.PolicyID)
	}
	return list
}

// findViolations returns what the rules find, in the sequence of evidence.
func findViolations(list []adapter.NativeRule, r request.Request) []request.Violation {
	var found []request.Violation
	for _, rule := range list {
		if v, broken := rule.Find(r); broken {
			found = append(found, v)
		}
	}
	request.SortViolations(found)
	return found
}

// CheckSuggestions follows each suggestion that any of the requests gets, by
// itself: it must satisfy its own rule, and the remediation must have what to
// type. It returns how many it followed; the error names the first that is wrong.
func CheckSuggestions(list []adapter.NativeRule, requests []request.Request) (followed int, err error) {
	for _, r := range requests {
		for _, rule := range list {
			v, broken := rule.Find(r)
			if !broken || v.Suggestion.IsZero() {
				continue
			}
			if err := followSuggestion(rule, r, v); err != nil {
				return followed, fmt.Errorf("%s suggests %q for %+v: %w", rule.ID, v.Suggestion, r, err)
			}
			followed++
		}
	}
	return followed, nil
}

func followSuggestion(rule adapter.NativeRule, r request.Request, v request.Violation) error {
	changed, err := r.With(v.Field, v.Suggestion)
	if err != nil {
		return err
	}
	if !strings.Contains(v.Remediation, v.Suggestion.String()) {
		return fmt.Errorf("the remediation %q does not have what to type", v.Remediation)
	}
	if _, again := rule.Find(changed); again {
		return errors.New("what it suggests breaks the rule again")
	}
	return nil
}

// CheckWayOut follows all suggestions of each request, again and again, until
// nothing is found: no two rules may send a request back and forth, and every
// finding needs a suggestion. The rules are usually the mandatory ones.
func CheckWayOut(list []adapter.NativeRule, requests []request.Request) error {
	for _, r := range requests {
		if err := wayOut(list, r); err != nil {
			return fmt.Errorf("%+v: %w", r, err)
		}
	}
	return nil
}

func wayOut(list []adapter.NativeRule, r request.Request) error {
	const rounds = 8
	found := findViolations(list, r)
	for round := 0; len(found) > 0; round++ {
		if round == rounds {
			return fmt.Errorf("%q are still broken after %d rounds of suggestions", ruleIDs(found), rounds)
		}
		for _, v := range found {
			if v.Suggestion.IsZero() {
				return fmt.Errorf("%s suggests nothing", v.PolicyID)
			}
			changed, err := r.With(v.Field, v.Suggestion)
			if err != nil {
				return fmt.Errorf("%s: %w", v.PolicyID, err)
			}
			r = changed
		}
		found = findViolations(list, r)
	}
	return nil
}
