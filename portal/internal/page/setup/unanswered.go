package setup

import (
	"encoding/json"
	"errors"
	"net/http"

	"platform.internal/platform-core/problem"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// A form also sends the choices that it offered. The portal can then show it again, with all
// values, while the API does not answer. A user who changes these choices changes only their own
// page.

// notLocked shows the form again if the platform could not accept it; it returns any other error.
// again makes the form from the offered choices, and fails if the form did not send them.
func (c choice) notLocked(err error, again func(*form.Notice) (shell.Answer, error)) (shell.Answer, error) {
	n, status := silence(err)
	if n == nil {
		return nil, err
	}
	answer, unreadable := again(n)
	if unreadable != nil {
		return nil, notReached(err, c)
	}
	return answer.WithStatus(status), nil
}

// silence returns the notice for a platform that did not answer or failed; nil for any other error.
func silence(err error) (n *form.Notice, status int) {
	const kept = " What you wrote is below; send it again in a moment."
	var p *problem.Problem
	var failure *api.Failure
	switch {
	case errors.As(err, &failure):
		n = form.Warning("Nothing was locked, as far as is known", "The platform API did not answer."+kept, failure.Code)
		return n, failure.Status
	case errors.As(err, &p) && p.Code.Status() >= http.StatusInternalServerError:
		return form.Warning("Nothing was locked", p.Detail+kept, string(p.Code)), p.Code.Status()
	default:
		return nil, 0
	}
}

// offerAgain returns the first step with the choices that it offered before.
func (c choice) offerAgain(n *form.Notice) (shell.Answer, error) {
	var offered offer
	if err := json.Unmarshal([]byte(c.offered), &offered); err != nil {
		return nil, err
	}
	return template.Answer("Error: Setup", offered.page(c, form.Feedback{}, n)), nil
}

// askAgain returns the second step with the inputs that it offered before.
func (c choice) askAgain(n *form.Notice) (shell.Answer, error) {
	asked, err := c.askedBefore()
	if err != nil {
		return nil, err
	}
	return boundariesTemplate.Answer(errorTitle, asked.page(c, form.Feedback{}, n)), nil
}

// askedBefore decodes the inputs that the second step offered.
func (c choice) askedBefore() (asked, error) {
	var before asked
	err := json.Unmarshal([]byte(c.offered), &before)
	return before, err
}

// notReached returns the error page for a platform that did not answer when there is no form to
// show again. The page links to the form with the choices.
func notReached(err error, chosen choice) error {
	var failure *api.Failure
	if !errors.As(err, &failure) {
		return err
	}
	return &shell.ErrorPage{
		Status: failure.Status, Code: problem.Code(failure.Code), Heading: "Nothing was locked, as far as is known",
		Reason: "The platform API did not answer.", Next: "Check that platform-server runs, then try again.",
		Retry: true, Again: path + "?" + chosen.query(),
	}
}
