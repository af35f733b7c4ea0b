package parts

import (
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// Searched describes the values that the search for a fix tried.
type Searched struct {
	// Text counts the values; empty if none are known.
	Text   string
	Fields []SearchedField
	// Limit says that the search reached its limit; empty if it did not.
	Limit string
}

// SearchedField is a field and some of the values that the search tried. More counts the values
// that are left out.
type SearchedField struct {
	Label  string
	Values []form.Text
	More   int
}

func newSearched(f wire.Fixes) Searched {
	var s Searched
	values := 0
	for _, field := range f.Searched {
		tried := SearchedField{Label: form.Label(field.Field), More: max(0, field.Count-len(field.Values))}
		for _, v := range field.Values {
			tried.Values = append(tried.Values, form.InWords(field.Field, v))
		}
		s.Fields, values = append(s.Fields, tried), values+len(tried.Values)+tried.More
	}
	if values == 0 {
		return s
	}
	tried := shell.Count(values, "value") + " of " + shell.Count(len(s.Fields), "field")
	switch {
	case f.Bounded:
		s.Text, s.Limit = "Tried: "+tried, "The search ended at its limit: there may be a shorter fix."
	case len(f.Alternatives) > 0:
		s.Text = "No shorter fix among " + tried
	default:
		s.Text = "Tried: " + tried
	}
	return s
}

// why returns a sentence about the absence of a fix.
func why(e wire.PartialEvaluation) string {
	switch {
	case len(e.Violations) == 0: // for example, the expiry date was too late only on the day of the record
		return "Policy would accept this request today. Send it as a new request."
	case e.Nearest == nil && len(e.Contradicting) == 0:
		return "The search for a fix ended without one. Change the fields by hand: each message says what its rule expects."
	case len(e.Contradicting) == 0:
		return "No values that were tried are accepted."
	case len(e.Contradicting) == 1:
		return "No request keeps this rule:"
	default:
		return "These rules contradict each other: no request keeps all of them."
	}
}

// nearest returns the change that breaks the fewest rules, or nil if no change helps.
func nearest(e wire.PartialEvaluation) *Nearest {
	if e.Nearest == nil || len(e.Nearest.Changes) == 0 {
		return nil
	}
	n := &Nearest{}
	for _, c := range e.Nearest.Changes {
		n.Changes = append(n.Changes, NearestChange{form.Label(c.Field), form.InWords(c.Field, c.To)})
	}
	for _, v := range e.Nearest.Violations {
		n.Breaks = append(n.Breaks, Contradicting{v.PolicyID, form.Label(v.Field), form.Expected(v.Field, v.Expected)})
	}
	return n
}

// contradicting returns the rules that contradict each other, with their fields. A rule has an
// expected value only if the request breaks it or the organisation owns it.
func contradicting(d Denied) []Contradicting {
	var list []Contradicting
	for _, id := range d.Evaluation.Contradicting {
		c := Contradicting{PolicyID: id}
		if i := slices.IndexFunc(d.Evaluation.Rules, func(rule wire.RuleStatus) bool { return rule.PolicyID == id }); i >= 0 {
			c.Label = form.Label(d.Evaluation.Rules[i].Field)
		}
		if i := slices.IndexFunc(d.Violations, func(v request.Violation) bool { return v.PolicyID == id }); i >= 0 {
			c.Expected = form.NewRule(d.Violations[i], false).Expected
		} else if i := slices.IndexFunc(d.Own, func(rule profile.Rule) bool { return rule.ID == id }); i >= 0 {
			c.Expected = form.Expected(d.Own[i].Field, d.Own[i].Expected)
		}
		list = append(list, c)
	}
	return list
}
