package newrequest

import (
	"errors"
	"net/http"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// act is an action with the form, with the texts for its failures.
type act struct {
	// refused is the heading if the platform refused. lost is the heading if the platform did not
	// answer, and unanswered the text.
	refused, lost, unanswered string
	// again says how to retry.
	again string
}

var (
	sending = act{
		refused: "Not sent", lost: "It is not known whether this was sent",
		unanswered: "The platform API did not answer. What you wrote is below; send it again in a moment. A retry makes no second request.",
		again:      "send it again",
	}
	checking = act{
		refused: "Not checked", lost: "Not checked",
		unanswered: "The platform API did not answer, so policy was not asked. Nothing was sent. What you wrote is below; check it again in a moment.",
		again:      "check it again",
	}
)

// notSent shows the form again, with all values, after a refusal that is not about its fields. The
// idempotency key stays the same, so that the next attempt is a retry. After a status below 500,
// such as a refusal of the key, the form gets a new key.
func notSent(v *shell.Visit, key string, values form.Values, err error) (shell.Answer, error) {
	n, status := sending.failed(err)
	if n != nil && status < http.StatusInternalServerError {
		key = form.NewKey()
	}
	return again(v, key, values, err, n, status)
}

// notChecked shows the form again, with all values, if the evaluation failed. The API received no
// request, so the idempotency key stays the same.
func notChecked(v *shell.Visit, key string, values form.Values, err error) (shell.Answer, error) {
	n, status := checking.failed(err)
	return again(v, key, values, err, n, status)
}

func again(v *shell.Visit, key string, values form.Values, err error, n *form.Notice, status int) (shell.Answer, error) {
	if n == nil {
		return shell.Answer{}, err
	}
	p := sentPage(v, key, values, form.Feedback{}, profile.Provider{})
	p.Notice = n
	return template.Answer("Error: "+name, p).WithStatus(status), nil
}

// failed returns the notice and the status for an error. The notice is nil if showing the form
// again does not help.
func (a act) failed(err error) (*form.Notice, int) {
	var p *problem.Problem
	var failure *api.Failure
	switch {
	case errors.As(err, &failure):
		return form.Warning(a.lost, a.unanswered, failure.Code), failure.Status
	case !errors.As(err, &p):
		return nil, 0
	}
	n := a.noticeOf(p)
	if n == nil {
		return nil, 0
	}
	n.Code = string(p.Code)
	return n, p.Code.Status()
}

// noticeOf returns the notice for a refusal by the API, or nil if showing the form again does not
// help.
func (a act) noticeOf(p *problem.Problem) *form.Notice {
	switch p.Code {
	case problem.IdempotencyKeyReused:
		return form.Warning("Already sent", "You changed a request that was already sent. Check it and send it as a new one.", "")
	case problem.IdempotencyKeyMissing, problem.IdempotencyKeyInvalid:
		return form.Warning("Not sent", "The form came without the key that marks a retry. It has one now; send it again.", "")
	case problem.InstallationRequired:
		n := form.Warning("No installation", "The platform has no installation any more: a restart loses it. What you wrote is kept.", "")
		n.More = form.Link{Address: "/setup", Text: "Set it up in another tab, then " + a.again, NewTab: true}
		return n
	}
	if p.Code.Status() < http.StatusInternalServerError {
		return nil
	}
	return form.Warning(a.refused, p.Detail+" What you wrote is below; "+a.again+" in a moment.", "")
}
