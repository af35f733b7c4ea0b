package newrequest

import (
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// show shows the form: empty, or with the values of a request (from), or with
// those that lead it to acceptance (fix).
func show(v *shell.Visit) (shell.Answer, error) {
	if v.Installation.Fault != nil {
		return shell.Answer{}, v.Installation.Fault
	}
	query := v.URL.Query()
	if from := query.Get("from"); from != "" {
		return showFrom(v, from, query.Has("fix"))
	}
	return template.Answer(name, newPage(v, form.NewKey(), form.Fresh(v.Installation.Regions), form.Feedback{})), nil
}

func showFrom(v *shell.Visit, id string, fixed bool) (shell.Answer, error) {
	record, err := v.API.Request(v.Context(), id)
	if err != nil {
		return shell.Answer{}, err
	}
	values := form.Of(record.Request)
	feedback, err := form.Check(v.Context(), v.API, values)
	if err != nil {
		return shell.Answer{}, err
	}
	if !fixed || feedback.Evaluation == nil || len(feedback.Evaluation.Fix) == 0 {
		return template.Answer(name, newPage(v, form.NewKey(), values, feedback)), nil
	}
	fix := feedback.Evaluation.Fix
	values = values.With(fix)
	if feedback, err = form.Check(v.Context(), v.API, values); err != nil {
		return shell.Answer{}, err
	}
	p := newPage(v, form.NewKey(), values, feedback)
	p.Fix = form.Changes(fix)
	return template.Answer(name, p), nil
}
