package fixes

import (
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/amount"
	"platform.internal/portal/internal/form"
)

// Searched says which values were tried.
type Searched struct {
	// Text counts them; empty where none is known.
	Text   string
	Fields []SearchedField
	// Limit says that the search ended at its limit; empty where it did not.
	Limit string
}

// SearchedField is a field and values that were tried of it; More is how many there are besides.
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
	tried := amount.Count(values, "value") + " of " + amount.Count(len(s.Fields), "field")
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

// why says what it means that there is no fix.
func why(e wire.PartialEvaluation) string {
	switch {
	case len(e.Violations) == 0: // such as of an expiry date that was too far on the day of the record
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

// nearest returns what comes nearest to acceptance; nil where no change does.
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

// contradicting names the rules that contradict each other and their fields, with what
// each expects where that is known: the request breaks it, or it is the organisation's own.
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
