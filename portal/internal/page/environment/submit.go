package environment

import (
	"errors"
	"net/http"

	"platform.internal/platform-core/problem"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// submit sends the request and leads on to its page, accepted or denied.
func submit(v *shell.Visit) (shell.Answer, error) {
	sent, err := v.Form()
	if err != nil {
		return shell.Answer{}, err
	}
	values, key := form.Read(sent), sent.Get("key")
	document, err := values.Document()
	if err != nil {
		return shell.Answer{}, err
	}
	record, err := v.API.Submit(v.Context(), key, document)
	switch _, refused := form.Refused(err); {
	case err == nil:
		return shell.SeeOther("/requests/" + record.RequestID), nil
	case !refused:
		return notTaken(v, key, values, err)
	}
	said, err := form.Check(v.Context(), v.API, values, v.Installation.Regions)
	if err != nil {
		return notTaken(v, key, values, err)
	}
	return faulty(v, key, values, said)
}

// notTaken shows the form again, with all values, where the API did not take it
// for a reason that is none of its fields'. The key stays the same, so that
// sending it again is a retry, unless the key itself is the reason.
func notTaken(v *shell.Visit, key string, values form.Values, err error) (shell.Answer, error) {
	n, status := refusal(err)
	if n == nil {
		return shell.Answer{}, err
	}
	if status < http.StatusInternalServerError {
		key = form.NewKey()
	}
	p := newPage(v, key, values, form.Feedback{})
	p.Notice = n
	return template.Answer("Error: "+name, p).WithStatus(status), nil
}

// refusal says why a form was not taken, and with which status; nil where the
// form itself cannot help.
func refusal(err error) (*Notice, int) {
	var p *problem.Problem
	var failure *api.Failure
	n := &Notice{Kind: "warn", Icon: shell.IconWarning, Heading: "Not sent"}
	switch {
	case errors.As(err, &failure):
		n.Text = "The platform API did not answer. What you wrote stands below; send it again in a moment. A retry makes no second request."
		n.Code = failure.Code
		return n, failure.Status
	case !errors.As(err, &p):
		return nil, 0
	}
	n.Code = string(p.Code)
	switch p.Code {
	case problem.IdempotencyKeyReused:
		n.Heading, n.Text = "Already sent", "You changed a request that was already sent. Check it and send it as a new one."
	case problem.IdempotencyKeyMissing, problem.IdempotencyKeyInvalid:
		n.Text = "The form came without the key that tells a retry from a new request. It has one now; send it again."
	case problem.InstallationRequired:
		n.Text = "The platform has no installation any more: a restart loses it. Set it up in another tab, then send this again."
	default:
		if p.Code.Status() < http.StatusInternalServerError {
			return nil, 0
		}
		n.Text = p.Detail + " What you wrote stands below; send it again in a moment."
	}
	return n, p.Code.Status()
}
