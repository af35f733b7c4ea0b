package newrequest

import (
	"net/http"
	"strings"

	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// check shows what policy would say of the form; nothing is stored. The script
// sends the form here too, as its fields are left, with the names of those that
// a person has touched: the others have no messages.
func check(v *shell.Visit) (shell.Answer, error) {
	sent, err := v.Form()
	if err != nil {
		return shell.Answer{}, err
	}
	values, key := form.Read(sent), sent.Get("key")
	if field, value, used := strings.Cut(sent.Get("use"), "="); used {
		values[field] = value
	}
	feedback, err := form.Check(v.Context(), v.API, values)
	if err != nil {
		return notChecked(v, key, values, err)
	}
	if touched := sent["touched"]; len(touched) > 0 {
		return template.Answer(name, newPage(v, key, values, feedback.Of(touched))), nil
	}
	if feedback.Evaluation == nil {
		return faulty(v, key, values, feedback)
	}
	p := newPage(v, key, values, feedback)
	p.Notice = checked(feedback)
	return template.Answer("Check: "+name, p), nil
}

// checked says what policy makes of a form without faults.
func checked(feedback form.Feedback) *form.Notice {
	violations := feedback.Evaluation.Violations
	if len(violations) == 0 {
		return &form.Notice{
			Kind: "good", Icon: shell.IconCheck, Heading: "Policy would accept this",
			Text: "Nothing was sent yet. Submit it to make the request.",
		}
	}
	return &form.Notice{
		Kind: "bad", Icon: shell.IconCross, Heading: "Policy would deny this: " + form.ToChange(violations),
		Text: "Nothing was sent yet.", Items: form.Denials(violations),
	}
}

// faulty shows the form again, with all values, and what to correct.
func faulty(v *shell.Visit, key string, values form.Values, feedback form.Feedback) (shell.Answer, error) {
	p := newPage(v, key, values, feedback)
	for _, item := range feedback.Summary {
		p.Faults = append(p.Faults, form.NewItem(item.Field, item.Text))
	}
	return template.Answer("Error: "+name, p).WithStatus(http.StatusUnprocessableEntity), nil
}
