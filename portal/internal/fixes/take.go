package fixes

import (
	"fmt"
	"net/url"

	"platform.internal/portal/internal/form"
)

// takes returns what takes each fix. That of a stored request opens the form, that of the
// form fills it in; where a fix only leaves fields to a person, both lead to these.
func takes(d Denied) []Take {
	found := d.Evaluation.Alternatives
	list := make([]Take, len(found))
	for i, a := range found {
		verb, name := "Apply", "the fix"
		if len(found) > 1 {
			name = fmt.Sprintf("fix %d", i+1)
		}
		take := Take{Use: form.Use(a.Changes)}
		if d.Stored != "" {
			take = Take{Address: "/requests/new?" + url.Values{"from": {d.Stored}, "fix": {form.Use(a.Changes)}}.Encode()}
		}
		take.Text = verb + " " + name
		if d.Stored == "" && len(found) == 1 && len(a.Changes) > 1 {
			take.Text = "Apply all"
		}
		if len(a.Changes) == 0 && len(found) == 1 {
			take.Text = "Choose in the form"
		}
		if d.Stored == "" && len(a.Changes) == 0 && len(a.Open) > 0 {
			field := a.Open[0].Field
			take = Take{Text: "Choose " + form.Label(field), Address: "#" + field, Quiet: true}
		}
		list[i] = take
	}
	return list
}

// does says what it does to take a fix.
func does(d Denied) string {
	found := d.Evaluation.Alternatives
	switch {
	case d.Stored == "" && len(found[0].Changes) == 0:
		return "Write what is yours to choose in the form."
	case d.Stored == "":
		return "Fills the changes into the form."
	case len(found) > 1:
		return "Opens the form with the changes of that fix filled in."
	case len(found[0].Changes) == 0:
		return "Opens the form with the request as it is."
	default:
		return "Opens the form with these changes filled in."
	}
}
