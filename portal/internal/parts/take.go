package parts

import (
	"fmt"
	"net/url"
	"strings"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/form"
)

// takes returns a control for each fix. For a stored request it opens the form; in the form it
// fills in the changes. If a fix only leaves fields to the user, the control leads to these fields.
func takes(d Denied) []Take {
	found := d.Evaluation.Alternatives
	var list []Take
	for i, a := range found {
		if len(a.Changes) == 0 && len(a.Confirm) > 0 {
			continue
		}
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
		list = append(list, take)
	}
	return list
}

// facts returns the facts that the fixes need. In the form, each accepted value has a button. For a
// stored request, a link leads to the field in the form.
func facts(d Denied) (list []Fact) {
	var confirm []wire.ConfirmedField
	for _, a := range d.Evaluation.Alternatives {
		confirm = append(confirm, a.Confirm...)
	}
	for _, c := range confirm {
		fact := Fact{Label: strings.ToLower(form.Label(c.Field))}
		for _, value := range c.Values {
			change := request.Change{Field: c.Field, To: value}
			fact.Choices = append(fact.Choices, Take{Text: "It is " + string(form.InWords(c.Field, value)), Use: form.Use([]request.Change{change})})
		}
		if d.Stored != "" {
			address := "/requests/new?" + url.Values{"from": {d.Stored}}.Encode() + "#" + c.Field
			fact.Choices = []Take{{Text: "Declare another " + fact.Label + " in the form", Address: address}}
		}
		list = append(list, fact)
	}
	return list
}

// inWords returns the values of a fact as pages show them.
func inWords(c wire.ConfirmedField) string {
	words := make([]string, len(c.Values))
	for i, v := range c.Values {
		words[i] = string(form.InWords(c.Field, v))
	}
	return strings.Join(words, ", ")
}

// does says what happens when a reader takes a fix.
func does(d Denied) string {
	found := d.Evaluation.Alternatives
	switch {
	case len(found[0].Changes) == 0 && len(found[0].Confirm) > 0:
		return "A fact is yours to declare."
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
