package policies

import (
	"platform.internal/portal/internal/amount"
	"platform.internal/portal/internal/form"
)

// Rules are the rules in force, in the API's order.
type Rules struct {
	Summary string
	Rows    []Rule
}

// Rule is one rule in force.
type Rule struct {
	PolicyID, Title, Field, Expected string
	Level, Source                    string
}

func newRules(r readings) Rules {
	list := Rules{Summary: amount.Count(len(r.rules), "rule") + ", in ID order", Rows: make([]Rule, len(r.rules))}
	for i, rule := range r.rules {
		list.Rows[i] = Rule{
			PolicyID: rule.ID, Title: rule.Title, Field: form.Label(rule.Field), Expected: rule.Expected,
			Level: string(rule.Level), Source: string(rule.Source),
		}
	}
	return list
}
