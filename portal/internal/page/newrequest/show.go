package newrequest

import (
	"net/url"

	"platform.internal/platform-core/profile"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// show shows the form: empty, with the values of a request (from), with the changes of a fix (fix),
// or with a later expiry date (renew).
func show(v *shell.Visit) (shell.Answer, error) {
	if v.Installation.Fault != nil {
		return shell.Answer{}, v.Installation.Fault
	}
	query := v.URL.Query()
	if id := query.Get("renew"); id != "" {
		return renew(v, id)
	}
	if from := query.Get("from"); from != "" {
		return showFrom(v, from, query)
	}
	return fresh(v), nil
}

// fresh returns the form with its defaults and their evaluation. It has no messages, because the
// user has not entered anything yet.
func fresh(v *shell.Visit) shell.Answer {
	values := form.Fresh(v.Installation.Regions)
	provider := describe(v)
	feedback, err := form.Check(v.Context(), v.API, values)
	if err != nil {
		feedback = form.Feedback{} // the form is usable without the evaluation
	}
	return template.Answer(name, newPage(v, form.NewKey(), values, feedback.Of(nil), provider()))
}

func showFrom(v *shell.Visit, id string, query url.Values) (shell.Answer, error) {
	found, err := v.API.Record(v.Context(), id)
	if err != nil {
		return shell.Answer{}, err
	}
	values := form.Of(found.Value.Request)
	provider := describe(v)
	feedback, err := form.Check(v.Context(), v.API, values)
	if err != nil {
		return shell.Answer{}, err
	}
	if query.Has("fix") && feedback.Evaluation != nil {
		return showFixed(v, values, feedback, query.Get("fix"), provider)
	}
	return template.Answer(name, stored(v, values, feedback, provider())), nil
}

// stored returns the form with the values of a stored request.
func stored(v *shell.Visit, values form.Values, feedback form.Feedback, by profile.Provider) Page {
	p := newPage(v, form.NewKey(), values, feedback, by)
	p.Typed = Stored
	return p
}

func showFixed(v *shell.Visit, values form.Values, feedback form.Feedback, use string, provider func() profile.Provider) (shell.Answer, error) {
	alternative, found := fixOf(feedback.Evaluation.Alternatives, use)
	if !found {
		p := stored(v, values, feedback, provider())
		p.Notice = lost
		return template.Answer(name, p), nil
	}
	values = values.With(alternative.Changes)
	feedback, err := form.Check(v.Context(), v.API, values)
	if err != nil {
		return shell.Answer{}, err
	}
	p := stored(v, values, feedback, provider())
	p.Fix = newFix(alternative)
	return template.Answer(name, p), nil
}
