package testkit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// RuleCase is a request that breaks one rule and no other that it need not, and the
// violation that it must get.
type RuleCase struct {
	// Rule is the ID of the rule.
	Rule string
	// Request breaks it, and with it those of Also, which no request can do without.
	Request request.Request
	Also    []string
	// Settings are those of an enterprise in which Request does; nil for a simulation.
	Settings map[string]string
	// Message and Suggestion are those of the violation; Suggestion is empty for
	// none.
	Message, Suggestion string
	// Never is why no request breaks the rule with the tables of today; such a case
	// has nothing else. The rule's check is then for a test of other tables.
	Never string
}

// CheckRules checks that each case breaks only its rule, mandatory or advisory,
// with its message and suggestion, and that each rule has a case. The error names
// each that is wrong.
func CheckRules(ctx context.Context, impl adapter.Adapter, d adapter.Description, cases map[string]RuleCase) error {
	var wrong []error
	covered := map[string]bool{}
	for name, c := range cases {
		covered[c.Rule] = true
		if c.Never != "" {
			continue
		}
		in := adaptertest.Input(d, profile.Simulation, c.Request)
		if c.Settings != nil {
			in = adaptertest.InputWith(d, c.Settings, c.Request)
		}
		e, err := impl.Evaluate(ctx, in)
		if err == nil {
			err = c.check(slices.Concat(e.Violations, e.Advisories))
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", name, err))
		}
	}
	for _, r := range d.Rules {
		if !covered[r.ID] && r.Until == "" { // no request breaks one that ends: the day does
			wrong = append(wrong, fmt.Errorf("no case breaks only %s", r.ID))
		}
	}
	return errors.Join(wrong...)
}

func (c RuleCase) check(found []request.Violation) error {
	var v request.Violation
	var broken []string
	for _, f := range found {
		broken = append(broken, f.PolicyID)
		if f.PolicyID == c.Rule {
			v = f
		}
	}
	if expected := append([]string{c.Rule}, c.Also...); !slices.Equal(slices.Sorted(slices.Values(expected)),
		slices.Sorted(slices.Values(broken))) {
		return fmt.Errorf("only %s must be broken; broken are %+v", strings.Join(expected, " and "), found)
	}
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
