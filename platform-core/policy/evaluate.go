package policy

import (
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Result is what the rules say of a request. Violations, advisories and exceptions are
// sorted by field and policy ID, outcomes by policy ID.
type Result struct {
	Violations []request.Violation
	Advisories []request.Violation
	Exceptions []request.Exception
	Outcomes   []Outcome
}

// Outcome is one rule and how it came out.
type Outcome struct {
	*SourcedRule // of the Set: nobody changes it
	Status       request.Outcome
	// Dated reports that Status, or the message of an advisory, may differ on
	// another day, although the request is accepted on both: evidence must not
	// hold them.
	Dated bool
	// Exception is the one of the rule for the application and environment of the
	// request, ended or not; nil for none.
	Exception *profile.Exception
}

// Evaluate evaluates every rule of the set over in. It is pure.
func (s *Set) Evaluate(in Input) Result { return s.evaluate(newFacts(in)) }

// EvaluatePartial evaluates the rules over a request that is still being written.
// unknown names the fields that may still take any value; estimated is set
// where the estimate is known. A rule that depends on what is unknown is Open; one that
// is Violated stays so, whatever is filled in. It is pure.
func (s *Set) EvaluatePartial(in Input, unknown []string, estimated bool) Result {
	f := newFacts(in)
	f.unknown, f.unsized = unknown, !estimated
	return s.evaluate(f)
}

func (s *Set) evaluate(f *facts) Result {
	result := Result{Outcomes: make([]Outcome, len(s.rules)), Advisories: []request.Violation{}}
	found := make([]finding, 0, 16) // of a constant size, so that it stays on the stack
	for i := range s.rules {
		r := &s.rules[i]
		status, cause := r.outcome(f)
		result.Outcomes[i] = Outcome{&r.SourcedRule, status, r.dated, nil}
		if len(r.exceptions) > 0 {
			e := r.exception(f)
			result.Outcomes[i].Exception, result.Outcomes[i].Dated = e, r.dated || e != nil && r.datedWhenExcepted
		}
		if status == request.Violated || status == request.Failed || status == request.Excepted {
			found = append(found, finding{r, status, cause})
		}
	}
	// The rules come by ID already, and stay so within a field.
	slices.SortStableFunc(found, func(a, b finding) int { return strings.Compare(a.rule.Field, b.rule.Field) })
	result.Violations = make([]request.Violation, 0, len(found))
	for _, one := range found {
		switch {
		case one.status == request.Excepted:
			result.Exceptions = append(result.Exceptions, one.rule.excepted(f))
		case one.cause != nil:
			result.Violations = append(result.Violations, one.rule.failure(f, one.cause))
		case one.rule.Level == profile.Advisory:
			result.Advisories = append(result.Advisories, one.rule.violation(f))
		default:
			result.Violations = append(result.Violations, one.rule.violation(f))
		}
	}
	return result
}

// finding is a rule that is violated, with or without an exception, or that failed for a
// cause.
type finding struct {
	rule   *compiled
	status request.Outcome
	cause  error
}

// status is how the rule comes out, without its exceptions.
func (r *compiled) status(f *facts) (request.Outcome, error) {
	applies := yes
	if r.when != nil {
		var err error
		if applies, err = r.when.holds(f); err != nil {
			return request.Failed, fmt.Errorf("when: %w", err)
		}
		if applies == no {
			return request.NotApplicable, nil
		}
	}
	satisfied, err := r.require.holds(f)
	switch {
	case err != nil && applies == open: // it may not apply
		return request.Open, nil
	case err != nil:
		return request.Failed, fmt.Errorf("require: %w", err)
	case satisfied == yes:
		return request.Satisfied, nil
	case satisfied == open || applies == open:
		return request.Open, nil
	default:
		return request.Violated, nil
	}
}

func (r *compiled) violation(f *facts) request.Violation {
	v := request.Violation{
		PolicyID: r.ID, Source: r.Source, Field: r.Field,
		Message: r.text(f) + r.ended(f), Remediation: r.Remediation,
		Actual: r.actual(f), Expected: r.Expected,
	}
	v.Suggest(r.suggestion(f))
	return v
}

// actual returns the request's value of the rule's field; none of an object, and
// of a field that is not known yet.
func (r *compiled) actual(f *facts) request.Value {
	if r.at < 0 || slices.Contains(f.unknown, r.Field) {
		return request.Value{}
	}
	if made := valueOf(f.value(r.at)); made != request.Text("") {
		return made
	}
	return requestFields[r.at].Get(&f.Request) // which distinguishes none from an empty text
}

// failure is the violation of a rule that could not be evaluated: it denies,
// whatever its level, because the outcome of the rule is not known.
func (r *compiled) failure(f *facts, cause error) request.Violation {
	return request.Violation{
		PolicyID: r.ID, Source: r.Source, Field: r.Field,
		Message:     fmt.Sprintf("The rule %s could not be evaluated (%s), so the request is denied.", r.ID, quoted(cause)),
		Remediation: "Ask the platform operators to correct the rule.",
		Actual:      r.actual(f), Expected: r.Expected,
	}
}

// quoted returns a cause as one line that a person can read: it may hold what a
// rule made of the request.
func quoted(cause error) string {
	return problem.Excerpt(strings.Map(func(r rune) rune {
		if document.Visible(r) {
			return r
		}
		return ' '
	}, cause.Error()), maxCause)
}

// text returns the rule's message; the fixed one where the expression fails.
func (r *compiled) text(f *facts) string {
	if r.message != nil {
		if out, err := r.message.eval(f); err == nil {
			if s, ok := out.(types.String); ok && usable(string(s)) {
				return string(s)
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
	at, _ := document.Hidden(text, "")
	return at < 0 && strings.TrimSpace(text) != "" && len(text) <= maxText
}

// suggestion returns the suggested value when the field can take it and it
// satisfies the rule with all else equal.
func (r *compiled) suggestion(f *facts) request.Value {
	if r.suggest == nil || !r.constant.IsZero() {
		return r.constant
	}
	out, err := r.suggest.eval(f)
	if err != nil {
		return request.Value{}
	}
	suggested := valueOf(out)
	if !r.allows(f, suggested) {
		return request.Value{}
	}
	return suggested
}

// allows reports whether the rule's field can take the value, and the rule then
// does not object, with all else equal. It leaves f as it was.
func (r *compiled) allows(f *facts, v request.Value) bool {
	before := f.Request
	if r.at < 0 || requestFields[r.at].Set(&f.Request, v) != nil {
		return false
	}
	value, unknown := f.values[r.at], f.unknown
	f.values[r.at] = nil
	if slices.Contains(unknown, r.Field) {
		f.unknown = slices.DeleteFunc(slices.Clone(unknown), func(name string) bool { return name == r.Field })
	}
	allowed := r.satisfied(f)
	f.Request, f.values[r.at], f.unknown = before, value, unknown
	return allowed
}

// satisfied reports whether a rule that applied does not object, now that its
// field has another value.
func (r *compiled) satisfied(f *facts) bool {
	if !r.conditional { // it applies as before
		satisfied, err := r.require.holds(f)
		return err == nil && satisfied == yes
	}
	status, _ := r.status(f)
	return status == request.Satisfied || status == request.NotApplicable
}

// valueOf returns a value of CEL as one of a request's; none for other types.
func valueOf(v ref.Val) request.Value {
	switch t := v.(type) {
	case types.String:
		return request.Text(string(t))
	case types.Int:
		return request.Number(int64(t))
	case types.Bool:
		return request.Flag(bool(t))
	default:
		return request.Value{}
	}
}
