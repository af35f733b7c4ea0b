package policy

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// outcome returns the outcome of the rule. The error says why the rule failed.
func (r *CompiledRule) outcome(c *Candidate) (request.Outcome, error) {
	outcome, cause := r.outcomeBeforeExceptions(c)
	if outcome != request.Violated {
		return outcome, cause
	}
	for i := range r.exceptions {
		if r.exceptions[i].Until < c.Date {
			continue
		}
		switch c.isCovered(&r.exceptions[i]) {
		case yes:
			return request.Excepted, nil
		case unknown:
			outcome = request.Open
		}
	}
	return outcome, nil
}

// outcomeBeforeExceptions returns the outcome of the rule without its exceptions.
func (r *CompiledRule) outcomeBeforeExceptions(c *Candidate) (request.Outcome, error) {
	applies := yes
	if r.when != nil {
		var err error
		if applies, err = r.when.truth(c); err != nil {
			return request.Failed, fmt.Errorf("when: %w", err)
		}
		if applies == no {
			return request.NotApplicable, nil
		}
	}
	satisfied, err := r.require.truth(c)
	switch {
	case err != nil && applies == unknown: // the rule may not apply
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

// allows reports whether the rule's field accepts a value with which the rule does not object, with all other
// fields equal. The candidate is the same afterwards.
func (r *CompiledRule) allows(c *Candidate, v request.Value) bool {
	before := c.Request
	if r.fieldIndex < 0 || requestFields[r.fieldIndex].Set(&c.Request, v) != nil {
		return false
	}
	value, unknown := c.values[r.fieldIndex], c.unknown
	c.values[r.fieldIndex] = nil
	if slices.Contains(unknown, r.Field) {
		c.unknown = slices.DeleteFunc(slices.Clone(unknown), func(name string) bool { return name == r.Field })
	}
	allowed := r.acceptsChange(c)
	c.Request, c.values[r.fieldIndex], c.unknown = before, value, unknown
	return allowed
}

// acceptsChange reports whether a rule that applied does not object to another value of its field.
func (r *CompiledRule) acceptsChange(c *Candidate) bool {
	if !r.whenReadsField { // the rule still applies
		satisfied, err := r.require.truth(c)
		return err == nil && satisfied == yes
	}
	outcome, _ := r.outcomeBeforeExceptions(c)
	return outcome == request.Satisfied || outcome == request.NotApplicable
}

// suggestion returns the rule's suggestion if the field accepts it and it satisfies the rule with all other
// fields equal; else the zero Value.
func (r *CompiledRule) suggestion(c *Candidate) request.Value {
	if r.suggest == nil || !r.constantSuggestion.IsZero() {
		return r.constantSuggestion
	}
	out, err := r.suggest.eval(c)
	if suggested := valueOf(out); err == nil && r.allows(c, suggested) {
		return suggested
	}
	return request.Value{}
}

// messageFor returns the rule's message. It is the fixed message if the message expression fails.
func (r *CompiledRule) messageFor(c *Candidate) string {
	if r.message != nil {
		out, err := r.message.eval(c)
		if text := textOf(out); err == nil && isVisibleLine(text) {
			return text
		}
	}
	if r.Message != "" {
		return r.Message
	}
	return r.Title + " is not satisfied."
}

func isVisibleLine(text string) bool {
	return document.AllVisible(text) && strings.TrimSpace(text) != "" && len(text) <= maxText
}

// actual returns the request's value of the rule's field. It is zero for an object, and for a field that is
// not known yet.
func (r *CompiledRule) actual(c *Candidate) request.Value {
	if r.fieldIndex < 0 || slices.Contains(c.unknown, r.Field) {
		return request.Value{}
	}
	if v := valueOf(c.value(r.fieldIndex)); v != request.Text("") {
		return v
	}
	return requestFields[r.fieldIndex].Get(&c.Request) // distinguishes no value from an empty text
}

// exceptionFields are the fields that an exception names, sorted.
var exceptionFields = []string{request.ApplicationField, request.EnvironmentField}

// exceptionTexts returns the texts with which the exceptions from the rule compare a field.
func (r *CompiledRule) exceptionTexts(field string) (texts []string) {
	for _, e := range r.exceptions {
		switch field {
		case request.ApplicationField:
			texts = append(texts, e.Application)
		case request.EnvironmentField:
			texts = append(texts, e.Environment)
		}
	}
	return texts
}

// addException adds an exception. It leaves alone the list of the same rule in other sets.
func (r *CompiledRule) addException(e profile.Exception) {
	r.exceptions = append(slices.Clone(r.exceptions), e)
	r.exceptedDateDependent = r.readsVariable(dateVariable) || r.message.reads(dateVariable)
}

// exception returns the exception for the application and the environment of a candidate, also one that has
// ended. It is nil if there is none, or if these fields are not known.
func (r *CompiledRule) exception(c *Candidate) *profile.Exception {
	for i := range r.exceptions {
		if c.isCovered(&r.exceptions[i]) == yes {
			return &r.exceptions[i]
		}
	}
	return nil
}

// isCovered reports whether an exception is for the candidate.
func (c *Candidate) isCovered(e *profile.Exception) truth {
	result := yes
	for _, field := range []struct{ name, want, got string }{
		{request.ApplicationField, e.Application, c.Request.Application},
		{request.EnvironmentField, e.Environment, c.Request.Environment},
	} {
		switch {
		case slices.Contains(c.unknown, field.name):
			result = unknown
		case field.want != field.got:
			return no
		}
	}
	return result
}
