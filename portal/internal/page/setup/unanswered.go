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

// A form sends along what it offered, so that it can be shown again, with all
// that was written, while the platform does not answer. Who alters what travels
// alters what is shown to them, and nothing else.

// notLocked shows the form again where the platform could not take it; any other
// error is returned. again makes the form of what travelled along, and fails where
// nothing did.
func (c choice) notLocked(err error, again func(*form.Notice) (shell.Answer, error)) (shell.Answer, error) {
	n, status := silence(err)
	if n == nil {
		return shell.Answer{}, err
	}
	answer, unreadable := again(n)
	if unreadable != nil {
		return shell.Answer{}, notReached(err, c)
	}
	return answer.WithStatus(status), nil
}

// silence says that the platform did not answer, or could not; nil for any other
// error.
func silence(err error) (n *form.Notice, status int) {
	const kept = " What you wrote is below; send it again in a moment."
	var p *problem.Problem
	var failure *api.Failure
	switch {
	case errors.As(err, &failure):
		return form.Warning("Nothing was locked, as far as is known", "The platform API did not answer."+kept, failure.Code), failure.Status
	case errors.As(err, &p) && p.Code.Status() >= http.StatusInternalServerError:
		return form.Warning("Nothing was locked", p.Detail+kept, string(p.Code)), p.Code.Status()
	default:
		return nil, 0
	}
}

// offerAgain is the first step as it was offered.
func (c choice) offerAgain(n *form.Notice) (shell.Answer, error) {
	var offered offer
	if err := json.Unmarshal([]byte(c.offered), &offered); err != nil {
		return shell.Answer{}, err
	}
	p, err := offered.page(c, form.Feedback{}, n)
	return template.Answer("Error: Setup", p), err
}

// askAgain is the second step as it was asked.
func (c choice) askAgain(n *form.Notice) (shell.Answer, error) {
	asked, err := c.askedBefore()
	if err != nil {
		return shell.Answer{}, err
	}
	b, err := asked.page(c, form.Feedback{}, n)
	return boundariesTemplate.Answer(errorTitle, b), err
}

// askedBefore returns what the second step asked for.
func (c choice) askedBefore() (asked, error) {
	var before asked
	err := json.Unmarshal([]byte(c.offered), &before)
	return before, err
}

// notReached is the error page for a platform that did not answer where there is
// no form to show again; it leads back to one with the choices kept.
func notReached(err error, chosen choice) error {
	var failure *api.Failure
	if !errors.As(err, &failure) {
		return err
	}
	return &shell.ErrorPage{
		Status: failure.Status, Code: failure.Code, Heading: "Nothing was locked, as far as is known",
		Reason: "The platform API did not answer.", Next: "Check that platform-server runs, then try again.",
		Retry: true, Again: path + "?" + chosen.query(),
	}
}
