package policy

import (
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// exceptionFields are the fields of a request that an exception is for, sorted.
var exceptionFields = []string{request.ApplicationField, request.EnvironmentField}

// exceptionTexts are what the exceptions of the rule compare a field with.
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

// except adds an exception. The list is the rule's own: another Set has a copy of the rule.
func (r *CompiledRule) addException(e profile.Exception) {
	r.exceptions = append(slices.Clone(r.exceptions), e)
	r.exceptedDateDependent = r.readsVariable(dateVariable) || r.message.reads(dateVariable)
}

// exception returns the one that is for the application and environment of a request,
// ended or not; nil for none, and while these are not known.
func (r *CompiledRule) exception(f *Candidate) *profile.Exception {
	for i := range r.exceptions {
		if r.exceptionCovers(i, f) == yes {
			return &r.exceptions[i]
		}
	}
	return nil
}

// exceptionIs reports whether an exception is for a request.
func (r *CompiledRule) exceptionCovers(i int, f *Candidate) truth {
	e, result := &r.exceptions[i], yes
	for _, field := range []struct{ name, want, has string }{
		{request.ApplicationField, e.Application, f.Request.Application},
		{request.EnvironmentField, e.Environment, f.Request.Environment},
	} {
		switch {
		case slices.Contains(f.unknown, field.name):
			result = unknown
		case field.want != field.has:
			return no
		}
	}
	return result
}

// outcome is how the rule comes out with its exceptions.
func (r *CompiledRule) outcome(f *Candidate) (request.Outcome, error) {
	status, cause := r.outcomeBeforeExceptions(f)
	if status != request.Violated || len(r.exceptions) == 0 {
		return status, cause
	}
	for i := range r.exceptions {
		if r.exceptions[i].Until < f.Date {
			continue
		}
		switch r.exceptionCovers(i, f) {
		case yes:
			return request.Excepted, nil
		case unknown:
			status = request.Open
		}
	}
	return status, nil
}
