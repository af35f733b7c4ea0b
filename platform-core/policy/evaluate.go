package policy

import (
	"fmt"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types/ref"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Result is what the rules say of a request. Violations and advisories are
// sorted by field and policy ID, outcomes by policy ID.
type Result struct {
	Violations []request.Violation
	Advisories []request.Violation
	Outcomes   []Outcome
}

// Outcome is one rule and how it came out.
type Outcome struct {
	SourcedRule
	Status request.Outcome
	// Dated reports that Status, or the message of an advisory, may differ on
	// another day, although the request is accepted on both: evidence must not
	// hold them.
	Dated bool
}

// Evaluate holds in against every rule of the set. It is pure.
func (s *Set) Evaluate(in Input) Result {
	vars := in.activation()
	result := Result{Violations: []request.Violation{}, Advisories: []request.Violation{}}
	for _, r := range s.rules {
		status, cause := r.status(vars)
		result.Outcomes = append(result.Outcomes, Outcome{SourcedRule{r.source, r.Rule}, status, r.dated})
		switch {
		case status == request.Failed:
			result.Violations = append(result.Violations, r.failure(in, cause))
		case status != request.Violated:
		case r.Level == profile.Advisory:
			result.Advisories = append(result.Advisories, r.violation(in, vars))
		default:
			result.Violations = append(result.Violations, r.violation(in, vars))
		}
	}
	request.SortViolations(result.Violations)
	request.SortViolations(result.Advisories)
	return result
}

func (r compiled) status(vars map[string]any) (request.Outcome, error) {
	if r.when != nil {
		applies, err := holds(r.when, vars)
		if err != nil {
			return request.Failed, fmt.Errorf("when: %w", err)
		}
		if !applies {
			return request.NotApplicable, nil
		}
	}
	ok, err := holds(r.require, vars)
	switch {
	case err != nil:
		return request.Failed, fmt.Errorf("require: %w", err)
	case ok:
		return request.Satisfied, nil
	default:
		return request.Violated, nil
	}
}

func holds(p cel.Program, vars map[string]any) (bool, error) {
	out, _, err := p.Eval(vars)
	if err != nil {
		return false, err
	}
	value, ok := out.Value().(bool)
	if !ok {
		return false, fmt.Errorf("gives %v instead of true or false", out.Type())
	}
	return value, nil
}

func (r compiled) violation(in Input, vars map[string]any) request.Violation {
	return request.Violation{
		PolicyID: r.ID, Source: r.source, Field: r.Field,
		Message: r.words(vars), Remediation: r.Remediation,
		Actual: in.Request.Value(r.Field), Expected: r.Expected,
		Suggestion: r.suggestion(in, vars),
	}
}

// failure is the violation of a rule that could not be evaluated: it denies,
// whatever its level, because nobody knows what the rule would have said.
func (r compiled) failure(in Input, cause error) request.Violation {
	return request.Violation{
		PolicyID: r.ID, Source: r.source, Field: r.Field,
		Message:     fmt.Sprintf("The rule %s could not be evaluated (%v), so the request is denied.", r.ID, cause),
		Remediation: "Ask the platform operators to correct the rule.",
		Actual:      in.Request.Value(r.Field), Expected: r.Expected,
	}
}

// words returns the rule's message; the fixed one where the expression fails.
func (r compiled) words(vars map[string]any) string {
	if r.message != nil {
		if out, _, err := r.message.Eval(vars); err == nil {
			if s, ok := out.Value().(string); ok && usable(s) {
				return s
			}
		}
	}
	if r.Message != "" {
		return r.Message
	}
	return r.Title + " is not satisfied."
}

// usable reports whether text is one line that a person can read.
func usable(text string) bool {
	hidden := func(r rune) bool { return !request.Visible(r) }
	return strings.TrimSpace(text) != "" && len(text) <= maxText && !strings.ContainsFunc(text, hidden)
}

// suggestion returns the suggested value when the field can take it and it
// satisfies the rule with all else equal.
func (r compiled) suggestion(in Input, vars map[string]any) request.Value {
	if r.suggest == nil {
		return request.Value{}
	}
	out, _, err := r.suggest.Eval(vars)
	if err != nil {
		return request.Value{}
	}
	suggested := valueOf(out)
	if in.Request, err = in.Request.With(r.Field, suggested); err != nil {
		return request.Value{}
	}
	if status, _ := r.status(in.activation()); status != request.Satisfied && status != request.NotApplicable {
		return request.Value{}
	}
	return suggested
}

func valueOf(v ref.Val) request.Value {
	switch t := v.Value().(type) {
	case string:
		return request.Text(t)
	case int64:
		return request.Number(t)
	case bool:
		return request.Flag(t)
	default:
		return request.Value{}
	}
}
