package newrequest

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// submit sends the request and redirects to its page, whether accepted or denied.
func submit(v *shell.Visit) (shell.Answer, error) {
	posted, err := v.Form()
	if err != nil {
		return nil, err
	}
	values, key := form.Read(posted), posted.Get("key")
	record, replayed, err := v.API.Submit(v.Context(), key, values.Document())
	refused, faults := form.Refused(err)
	switch {
	case err == nil && replayed:
		return shell.SeeOther("/requests/" + record.RequestID + "?recorded=before"), nil
	case err == nil:
		return shell.SeeOther("/requests/" + record.RequestID), nil
	case !faults:
		return sending.again(v, key, values, err)
	}
	feedback, by, err := ask(v, values)
	if err != nil || feedback.Evaluation != nil {
		feedback = refused // the check failed or found no fault, so show the first refusal
	}
	return faulty(newPage(v, sent, key, values, feedback, by), feedback)
}

// live shows the messages of the touched fields, the prices and the verdict, for the script. It makes one API call.
func live(v *shell.Visit) (shell.Answer, error) {
	posted, err := v.Form()
	if err != nil {
		return nil, err
	}
	values, key := form.Read(posted), posted.Get("key")
	feedback, err := form.Check(v.Context(), v.API, values)
	if err != nil {
		return checking.again(v, key, values, err)
	}
	if e := feedback.Known; e != nil && len(e.Contradicting) > 0 {
		v.Installation = v.ReadInstallation() // its rules say what they expect
	}
	feedback.AfterUse(posted.Get("use"))
	// The page already has the provider's texts.
	return template.Answer(name, newPage(v, sent, key, values, feedback.Of(posted["touched"]), profile.Provider{})), nil
}

// check shows how policy evaluates the form; the API stores nothing.
func check(v *shell.Visit) (shell.Answer, error) {
	posted, err := v.Form()
	if err != nil {
		return nil, err
	}
	use, key := posted.Get("use"), posted.Get("key")
	values, filled := form.Read(posted).Using(use)
	feedback, by, err := ask(v, values)
	if err != nil {
		return checking.again(v, key, values, err)
	}
	feedback.AfterUse(use)
	p := newPage(v, sent, key, values, feedback, by)
	if len(feedback.Summary) > 0 {
		return faulty(p, feedback)
	}
	p.Notice = checked(feedback, filled)
	return template.Answer("Check: "+name, p), nil
}

// checked returns the notice for a form without faults. filled are the labels of the fields that a
// button filled in.
func checked(feedback form.Feedback, filled []string) *form.Notice {
	e := feedback.Evaluation
	n := &form.Notice{Kind: "good", Heading: accepted(*e), Passing: true}
	if len(filled) > 0 {
		n.Text = "Filled in: " + strings.Join(filled, ", ") + ". "
	}
	n.Text += "Nothing was sent yet."
	if len(e.Violations) > 0 {
		n.Kind, n.Heading = "bad", denied(*e)
		n.More = form.Link{Address: "#" + parts.FixesAnchor, Text: ways(e.Fixes)}
		return n
	}
	n.Text += " Submit it to make the request."
	for _, x := range e.Exceptions {
		n.Items = append(n.Items, form.NewItem(x.Field, fmt.Sprintf("%s The exception holds until %s.", x.Message, shell.Day(x.Until))))
	}
	form.SortItems(n.Items)
	return n
}

// faulty shows the form again, with all values and the faults.
func faulty(p page, feedback form.Feedback) (shell.Answer, error) {
	for _, item := range feedback.Summary {
		p.Faults = append(p.Faults, form.NewItem(item.Field, item.Text))
	}
	return template.Answer("Error: "+name, p).WithStatus(http.StatusUnprocessableEntity), nil
}

// act is an action with the form, with the texts for its failures.
type act struct {
	// refused is the heading if the platform refused. lost is the heading if the platform did not
	// answer, and unanswered the text.
	refused, lost, unanswered string
	// retry says how to retry.
	retry string
}

var (
	sending = act{
		refused: "Not sent", lost: "It is not known whether this was sent",
		unanswered: "The platform API did not answer. What you wrote is below; send it again in a moment. " +
			"A retry makes no second request.",
		retry: "send it again",
	}
	checking = act{
		refused: "Not checked", lost: "Not checked",
		unanswered: "The platform API did not answer, so policy was not asked. Nothing was sent. " +
			"What you wrote is below; check it again in a moment.",
		retry: "check it again",
	}
)

// again shows the form again, with all values, after a failure that is not about its fields. The
// idempotency key stays the same, so that the next attempt is a retry. If the platform refused to
// store the request, such as for its key, the form gets a new key.
func (a act) again(v *shell.Visit, key string, values form.Values, err error) (shell.Answer, error) {
	n, status := a.failed(err)
	if n == nil {
		return nil, err
	}
	if a == sending && status < http.StatusInternalServerError {
		key = form.NewKey()
	}
	p := newPage(v, sent, key, values, form.Feedback{}, profile.Provider{})
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
	n := form.Warning(a.refused, p.Detail+" What you wrote is below; "+a.retry+" in a moment.", string(p.Code))
	switch status := p.Code.Status(); p.Code {
	case problem.IdempotencyKeyReused:
		n.Heading, n.Text = "Already sent", "You changed a request that was already sent. Check it and send it as a new one."
	case problem.IdempotencyKeyMissing, problem.IdempotencyKeyInvalid:
		n.Heading, n.Text = "Not sent", "The form came without the key that marks a retry. It has one now; send it again."
	case problem.InstallationRequired:
		n.Heading = "No installation"
		n.Text = "The platform has no installation any more: a restart loses it. What you wrote is kept."
		n.More = form.Link{Address: "/setup", Text: "Set it up in another tab, then " + a.retry, NewTab: true}
	default:
		if status < http.StatusInternalServerError {
			return nil, 0
		}
	}
	return n, p.Code.Status()
}
