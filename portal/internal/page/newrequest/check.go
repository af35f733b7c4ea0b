package newrequest

import (
	"fmt"
	"net/http"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// check shows how policy evaluates the form; the API stores nothing. While the user types, the
// script also sends the form here. It names the fields that the user has left, and only these
// fields get messages.
func check(v *shell.Visit) (shell.Answer, error) {
	sent, err := v.Form()
	if err != nil {
		return shell.Answer{}, err
	}
	values, key := form.Read(sent), sent.Get("key")
	values, filled := values.Using(sent.Get("use"))
	touched := sent["touched"]
	provider := func() profile.Provider { return profile.Provider{} } // the page already has the provider's texts
	if len(touched) == 0 {
		provider = describe(v)
	}
	feedback, err := form.Check(v.Context(), v.API, values)
	if err != nil {
		return notChecked(v, key, values, err)
	}
	if len(touched) > 0 {
		return template.Answer(name, sentPage(v, key, values, feedback.Of(touched), provider())), nil
	}
	if feedback.Evaluation == nil {
		return faulty(v, key, values, feedback, provider())
	}
	p := sentPage(v, key, values, feedback, provider())
	p.Notice = checked(feedback, filled, p.Fixes)
	return template.Answer("Check: "+name, p), nil
}

// checked returns the notice for a form without faults. filled are the labels of the fields that a
// button filled in.
func checked(feedback form.Feedback, filled []string, found *parts.Fixes) *form.Notice {
	done := ""
	if len(filled) > 0 {
		done = "Filled in: " + strings.Join(filled, ", ") + ". "
	}
	e := feedback.Evaluation
	if found == nil {
		return &form.Notice{
			Kind: "good", Icon: shell.IconCheck, Heading: accepted(*e), Passing: true,
			Text: done + "Nothing was sent yet. Submit it to make the request.", Items: excepted(e.Exceptions),
		}
	}
	return &form.Notice{
		Kind: "bad", Icon: shell.IconCross, Heading: denied(*e), Passing: true,
		Text: done + "Nothing was sent yet.", Items: form.Denials(e.Violations), More: form.Link{Address: "#" + parts.FixesAnchor, Text: ways(e.Fixes)},
	}
}

// excepted returns the broken rules that have an exception, in the order of the form.
func excepted(list []request.Exception) []form.Item {
	items := make([]form.Item, len(list))
	for i, x := range list {
		items[i] = form.NewItem(x.Field, fmt.Sprintf("%s The exception holds until %s.", x.Message, x.Until))
	}
	form.SortItems(items)
	return items
}

// faulty shows the form again, with all values and the faults.
func faulty(v *shell.Visit, key string, values form.Values, feedback form.Feedback, by profile.Provider) (shell.Answer, error) {
	p := sentPage(v, key, values, feedback, by)
	for _, item := range feedback.Summary {
		p.Faults = append(p.Faults, form.NewItem(item.Field, item.Text))
	}
	return template.Answer("Error: "+name, p).WithStatus(http.StatusUnprocessableEntity), nil
}
