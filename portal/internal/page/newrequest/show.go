package newrequest

import (
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// show shows the form: empty, or with the values of a request (from), or with
// those of one of its fixes (fix, its number).
func show(v *shell.Visit) (shell.Answer, error) {
	if v.Installation.Fault != nil {
		return shell.Answer{}, v.Installation.Fault
	}
	query := v.URL.Query()
	if from := query.Get("from"); from != "" {
		return showFrom(v, from, query.Get("fix"))
	}
	return template.Answer(name, newPage(v, form.NewKey(), form.Fresh(v.Installation.Regions), form.Feedback{})), nil
}

func showFrom(v *shell.Visit, id, number string) (shell.Answer, error) {
	record, err := v.API.Request(v.Context(), id)
	if err != nil {
		return shell.Answer{}, err
	}
	values := form.Of(record.Request)
	feedback, err := form.Check(v.Context(), v.API, values)
	if err != nil {
		return shell.Answer{}, err
	}
	if number != "" && feedback.Evaluation != nil {
		return showFixed(v, values, feedback, number)
	}
	return template.Answer(name, newPage(v, form.NewKey(), values, feedback)), nil
}

func showFixed(v *shell.Visit, values form.Values, feedback form.Feedback, number string) (shell.Answer, error) {
	alternative, found := fixOf(feedback.Evaluation.Alternatives, number)
	if !found {
		p := newPage(v, form.NewKey(), values, feedback)
		p.Notice = lost
		return template.Answer(name, p), nil
	}
	values = values.With(alternative.Changes)
	feedback, err := form.Check(v.Context(), v.API, values)
	if err != nil {
		return shell.Answer{}, err
	}
	p := newPage(v, form.NewKey(), values, feedback)
	p.Fix = newFix(alternative)
	return template.Answer(name, p), nil
}
