package adaptertest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// RuleCase is a request that breaks one rule and no other, and the violation that it must get.
type RuleCase struct {
	// Rule is the ID of the rule.
	Rule string
	// Request breaks it.
	Request request.Request
	// Settings are those of an enterprise in which Request does; nil for a simulation.
	Settings map[string]string
	// Message and Suggestion are those of the violation; Suggestion is empty for
	// none.
	Message, Suggestion string
}

// CheckRules checks that each case breaks only its rule, mandatory or advisory,
// with its message and suggestion, and that each rule has a case. The error names
// each that is wrong.
func CheckRules(ctx context.Context, impl adapter.Adapter, d adapter.Description, cases map[string]RuleCase) error {
	var wrong []error
	covered := map[string]bool{}
	for name, c := range cases {
		covered[c.Rule] = true
		in := Input(d, profile.Simulation, c.Request)
		if c.Settings != nil {
			in = InputWith(d, c.Settings, c.Request)
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
	if len(found) != 1 || found[0].PolicyID != c.Rule {
		return fmt.Errorf("only %s must be broken; broken are %+v", c.Rule, found)
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
