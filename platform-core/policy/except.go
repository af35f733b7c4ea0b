package policy

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// exceptionFields are the fields of a request that an exception is for, sorted.
var exceptionFields = []string{request.ApplicationField, request.EnvironmentField}

// regionRule is the rule that also keeps out what is no region at all.
const regionRule = "common.region.allowed"

// exceptionTexts are what the exceptions of the rule compare a field with.
func (r *compiled) exceptionTexts(field string) (texts []string) {
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

// Except gives the rules of a new set their exceptions. The faults name those that no
// rule can have, by path ("exceptions[0].policy"); the Set is of use only without faults.
func (s *Set) Except(list []profile.Exception) (faults []problem.Fault) {
	for i, e := range list {
		at, found := slices.BinarySearchFunc(s.rules, e.Policy, func(r compiled, id string) int { return strings.Compare(r.ID, id) })
		var why string
		switch {
		case e.Policy == "": // which its reader says
		case strings.HasPrefix(e.Policy, "provider_"):
			why = "is a rule of the provider, which has no exceptions: what its Terraform builds relies on it"
		case !found:
			why = s.notInForce(e.Policy)
		case s.rules[at].mandatesControl():
			why = "mandates a control, which has no exceptions: the Terraform of every environment relies on it"
		case e.Policy == regionRule:
			why = "has no exceptions, as an adapter knows only the provider's regions; add the region to allowed_regions"
		case s.rules[at].Level == profile.Advisory:
			why = "only advises, so there is nothing to except"
		default:
			s.rules[at].except(e)
		}
		if why != "" {
			faults = append(faults, problem.Fault{Field: fmt.Sprintf("exceptions[%d].policy", i), Code: problem.FaultUnsupported, Message: why})
		}
	}
	return faults
}

// notInForce says that no rule has the ID, and which may be meant.
func (s *Set) notInForce(id string) string {
	ids := make([]string, len(s.rules))
	for i := range s.rules {
		ids[i] = s.rules[i].ID
	}
	const maxShown = 100
	what := fmt.Sprintf("is not the ID of a rule in force (%q); ", problem.Excerpt(id, maxShown))
	if near := document.Nearest(id, ids); near != "" {
		return what + "write " + near
	}
	return what + "platform policy list and GET /v1/platform/policies show those that are"
}

// mandatesControl reports whether the rule is one of the platform's own about a control.
func (r *compiled) mandatesControl() bool {
	_, control := request.ControlOf(r.Field)
	return control && r.Source != request.SourceOrganisation
}

// except adds an exception. The list is the rule's own: another Set has a copy of the rule.
func (r *compiled) except(e profile.Exception) {
	r.exceptions = append(slices.Clone(r.exceptions), e)
	r.datedWhenExcepted = r.when.reads(dateVariable) || r.require.reads(dateVariable) || r.message.reads(dateVariable)
}

// exception returns the one that is for the application and environment of a request,
// ended or not; nil for none, and while these are not known.
func (r *compiled) exception(f *facts) *profile.Exception {
	for i := range r.exceptions {
		if r.exceptionIs(i, f) == yes {
			return &r.exceptions[i]
		}
	}
	return nil
}

// exceptionIs reports whether an exception is for a request.
func (r *compiled) exceptionIs(i int, f *facts) truth {
	e, result := &r.exceptions[i], yes
	for _, field := range []struct{ name, want, has string }{
		{request.ApplicationField, e.Application, f.Request.Application},
		{request.EnvironmentField, e.Environment, f.Request.Environment},
	} {
		switch {
		case slices.Contains(f.unknown, field.name):
			result = open
		case field.want != field.has:
			return no
		}
	}
	return result
}

// outcome is how the rule comes out with its exceptions.
func (r *compiled) outcome(f *facts) (request.Outcome, error) {
	status, cause := r.status(f)
	if status != request.Violated || len(r.exceptions) == 0 {
		return status, cause
	}
	for i := range r.exceptions {
		if r.exceptions[i].Until < f.Date {
			continue
		}
		switch r.exceptionIs(i, f) {
		case yes:
			return request.Excepted, nil
		case open:
			status = request.Open
		}
	}
	return status, nil
}

// excepted is what a record says of the rule that a request breaks with an exception.
func (r *compiled) excepted(f *facts) request.Exception {
	e := r.exception(f)
	return request.Exception{
		PolicyID: r.ID, Source: r.Source, Field: r.Field, Message: r.text(f), Actual: r.actual(f), Expected: r.Expected,
		Owner: e.Owner, Reason: e.Reason, Until: e.Until,
	}
}

// ended is what a violation says more of the rule where an exception has ended: a request
// that was accepted yesterday is denied today.
func (r *compiled) ended(f *facts) string {
	ended := r.exception(f)
	if ended == nil {
		return ""
	}
	return fmt.Sprintf(" The exception from this rule ended on %s; its owner is %s.", ended.Until, ended.Owner)
}

// ExceptedBy returns the names of the fields that the rule reads for its exceptions only,
// sorted: another value of one may bring an exception, but is not what the rule asks for.
func (c Check) ExceptedBy() []string {
	if len(c.rule.exceptions) == 0 {
		return nil
	}
	own, whole := c.rule.fieldsRead()
	return slices.DeleteFunc(slices.Clone(exceptionFields), func(name string) bool { return whole || slices.Contains(own, name) })
}
