package profile

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// Exception lets the requests of one application and environment break one mandatory rule until a day. It has an owner
// and a reason.
type Exception struct {
	// Policy is the ID of the rule.
	Policy      string `json:"policy"`
	Application string `json:"application"`
	Environment string `json:"environment"`
	// Owner is the e-mail address of the person or team that is responsible for the exception.
	Owner  string `json:"owner"`
	Reason string `json:"reason"`
	// Until is the last policy date on which the exception holds.
	Until request.Date `json:"until"`
}

// maxExceptions bounds the list.
const maxExceptions = 200

// Exceptions returns the exceptions of the draft in normal form, also wrong ones.
func (d Draft) Exceptions() []Exception {
	var list []Exception
	for _, e := range d.in.Exceptions {
		list = append(list, Exception{
			Policy:      strings.TrimSpace(e.Policy),
			Application: request.NormalText(request.ApplicationField, e.Application),
			Environment: request.NormalText(request.EnvironmentField, e.Environment),
			Owner:       request.NormalText(request.OwnerField, e.Owner),
			Reason:      request.NormalText(request.JustificationField, e.Reason),
			Until:       request.Date(strings.TrimSpace(string(e.Until))),
		})
	}
	return list
}

// checkExceptions records the faults of the exceptions. The compile function of [Draft.Resolve] checks whether their
// rules exist.
func (d Draft) checkExceptions() []Exception {
	list := d.Exceptions()
	if len(list) > maxExceptions {
		d.reading.Add("exceptions", problem.FaultForm, "must be at most %d, not %d", maxExceptions, len(list))
		return nil
	}
	type of struct{ policy, application, environment string }
	first := map[of]int{}
	for i, e := range list {
		path := fmt.Sprintf("exceptions[%d]", i)
		if e == (Exception{}) && d.reading.Faulty(path) { // it is no object
			continue
		}
		d.checkException(path, e)
		what := of{e.Policy, e.Application, e.Environment}
		if earlier, repeated := first[what]; repeated && !d.reading.Faulty(path) {
			d.reading.Add(path, problem.FaultRepeated,
				"is for the same policy, application and environment as exceptions[%d]; keep one of them", earlier)
			continue
		}
		first[what] = i
	}
	return list
}

func (d Draft) checkException(path string, e Exception) {
	check := func(name, text, missing string, fault func() string) {
		at := path + "." + name
		switch {
		case d.reading.Faulty(at):
		case text == "":
			d.reading.Add(at, problem.FaultMissing, "is missing; %s", missing)
		default:
			if what := fault(); what != "" {
				d.reading.Add(at, problem.FaultForm, "%s", what)
			}
		}
	}
	asInRequest := func(name, text string) {
		f, _ := request.FieldNamed(name)
		check(name, text, f.Text.Missing, func() string { return requestFault(&f, text) })
	}
	check("policy", e.Policy, "write the ID of a rule, such as common.network.size", func() string { return "" })
	asInRequest(request.ApplicationField, e.Application)
	asInRequest(request.EnvironmentField, e.Environment)
	asInRequest(request.OwnerField, e.Owner)
	check(
		"reason",
		e.Reason,
		"write in a sentence why the rule may be broken",
		func() string { return reasonFault(e.Reason) },
	)
	check("until", string(e.Until), "write the last day on which the exception holds, such as 2027-03-31", func() string {
		if _, err := request.ParseDate(string(e.Until)); err != nil {
			return err.Error()
		}
		return ""
	})
}

// requestFault returns the fault of a text in a field of a request, or "".
func requestFault(f *request.Field, text string) string {
	if err := f.Set(&request.Request{}, request.Text(text)); err != nil {
		return problem.From(err).Faults[0].Message
	}
	return ""
}

func reasonFault(text string) string {
	if at, r := document.Hidden(text, ""); at >= 0 {
		return fmt.Sprintf("has an invisible character (%U); remove it", r)
	}
	if n := utf8.RuneCountInString(text); n < request.MinJustification || n > request.MaxJustification {
		return fmt.Sprintf("must be %d to %d characters that say why the rule may be broken; it has %d",
			request.MinJustification, request.MaxJustification, n)
	}
	return ""
}

// ExceptionCheck returns the readiness [Check] of exceptions on a policy date. It warns of an exception that has ended:
// its rule denies again.
func ExceptionCheck(list []Exception, on request.Date) Check {
	check := Check{ID: "installation.exceptions", Title: "Exceptions from rules", Status: Passed}
	next, ended := list[0].Until, []string(nil)
	for i, e := range list {
		next = min(next, e.Until)
		if e.Until < on {
			ended = append(
				ended,
				fmt.Sprintf("exceptions[%d] (%s, %s, %s) on %s", i, e.Policy, e.Application, e.Environment, e.Until.Words()),
			)
		}
	}
	if len(ended) == 0 {
		check.Message = fmt.Sprintf(
			"%s; the first to end holds until %s.",
			request.Count(len(list), "exception"),
			next.Words(),
		)
		return check
	}
	const shown = 5
	check.Status = Warning
	check.Message = fmt.Sprintf(
		"%d of %s ended: %s",
		len(ended),
		request.Count(len(list), "exception"),
		strings.Join(ended[:min(len(ended), shown)], "; "),
	)
	if more := len(ended) - shown; more > 0 {
		check.Message += fmt.Sprintf("; and %d more", more)
	}
	check.Message += "."
	check.Remediation = "Remove the exceptions that are no longer needed, or agree with their owners on a later day. " +
		"Then install the profile in a new service."
	return check
}
