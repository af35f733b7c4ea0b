package policy

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// status is how the rule comes out, without its exceptions.
func (r *CompiledRule) outcomeBeforeExceptions(f *Candidate) (request.Outcome, error) {
	applies := yes
	if r.when != nil {
		var err error
		if applies, err = r.when.truth(f); err != nil {
			return request.Failed, fmt.Errorf("when: %w", err)
		}
		if applies == no {
			return request.NotApplicable, nil
		}
	}
	satisfied, err := r.require.truth(f)
	switch {
	case err != nil && applies == unknown: // it may not apply
		return request.Open, nil
	case err != nil:
		return request.Failed, fmt.Errorf("require: %w", err)
	case satisfied == yes:
		return request.Satisfied, nil
	case satisfied == unknown || applies == unknown:
		return request.Open, nil
	default:
		return request.Violated, nil
	}
}

// allows reports whether the rule's field can take the value, and the rule then
// does not object, with all else equal. It leaves f as it was.
func (r *CompiledRule) allows(f *Candidate, v request.Value) bool {
	before := f.Request
	if r.fieldIndex < 0 || requestFields[r.fieldIndex].Set(&f.Request, v) != nil {
		return false
	}
	value, unknown := f.values[r.fieldIndex], f.unknown
	f.values[r.fieldIndex] = nil
	if slices.Contains(unknown, r.Field) {
		f.unknown = slices.DeleteFunc(slices.Clone(unknown), func(name string) bool { return name == r.Field })
	}
	allowed := r.acceptsChange(f)
	f.Request, f.values[r.fieldIndex], f.unknown = before, value, unknown
	return allowed
}

// satisfied reports whether a rule that applied does not object, now that its
// field has another value.
func (r *CompiledRule) acceptsChange(f *Candidate) bool {
	if !r.whenReadsField { // it applies as before
		satisfied, err := r.require.truth(f)
		return err == nil && satisfied == yes
	}
	status, _ := r.outcomeBeforeExceptions(f)
	return status == request.Satisfied || status == request.NotApplicable
}

// suggestion returns the suggested value when the field can take it and it
// satisfies the rule with all else equal.
func (r *CompiledRule) suggestion(f *Candidate) request.Value {
	if r.suggest == nil || !r.constantSuggestion.IsZero() {
		return r.constantSuggestion
	}
	out, err := r.suggest.eval(f)
	if suggested := valueOf(out); err == nil && r.allows(f, suggested) {
		return suggested
	}
	return request.Value{}
}

// text returns the rule's message; the fixed one where the expression fails.
func (r *CompiledRule) messageFor(f *Candidate) string {
	if r.message != nil {
		out, err := r.message.eval(f)
		if text := textOf(out); err == nil && isVisibleLine(text) {
			return text
		}
	}
	if r.Message != "" {
		return r.Message
	}
	return r.Title + " is not satisfied."
}

// usable reports whether text is one line that a person can read.
func isVisibleLine(text string) bool {
	at, _ := document.Hidden(text, "")
	return at < 0 && strings.TrimSpace(text) != "" && len(text) <= maxText
}

// actual returns the request's value of the rule's field; none of an object, and
// of a field that is not known yet.
func (r *CompiledRule) actual(f *Candidate) request.Value {
	if r.fieldIndex < 0 || slices.Contains(f.unknown, r.Field) {
		return request.Value{}
	}
	if made := valueOf(f.value(r.fieldIndex)); made != request.Text("") {
		return made
	}
	return requestFields[r.fieldIndex].Get(&f.Request) // which distinguishes none from an empty text
}
