package form

import (
	"slices"
	"strings"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/shell"
)

// Advice next to a field must not lead to another denial. For a complete request, the advice is the
// best fix, because policy is known to accept it. For an incomplete request and for advisories, the
// API first tries the suggested value of the rule.

// RulesOf returns the broken rules by field, the one that decides first. It omits rules about fields that have a
// fault, but keeps the value that a rule suggests for a missing field.
func RulesOf(e wire.PartialEvaluation, faults map[string][]string) map[string][]BrokenRule {
	rules := map[string][]BrokenRule{}
	keep := func(list []request.Violation, advisory bool) {
		for _, v := range list {
			rule := NewRule(v, advisory)
			switch {
			case len(faults[v.Field]) == 0:
				rules[v.Field] = append(rules[v.Field], rule)
			case slices.Contains(e.Missing, v.Field) && rule.Use != "" && rules[v.Field] == nil:
				rules[v.Field] = []BrokenRule{{Use: rule.Use, Offer: rule.Offer, Advisory: true, Fix: true}}
			}
		}
	}
	keep(e.Violations, false)
	if len(e.Violations) > 0 {
		fromFix(rules, e)
	}
	keep(OfValues(e.Advisories), true)
	toChange := ToChange(e.Denials(), e.Alternatives)
	for field, list := range rules {
		marked := slices.Contains(toChange, NewItem(field, Label(field)))
		for i := range list {
			list[i].Calm = list[i].Note() || !marked
		}
	}
	return rules
}

// fromFix replaces the advice of denying rules by the best fix. Other fields that the fix changes
// get a message about it. If rules contradict each other, there is no advice, because no value is
// accepted.
func fromFix(rules map[string][]BrokenRule, e wire.PartialEvaluation) {
	if len(e.Alternatives)+len(e.Contradicting) == 0 && e.Nearest == nil {
		return // the search stopped without a fix
	}
	var best wire.Alternative
	if len(e.Alternatives) > 0 {
		best = e.Alternatives[0]
	}
	for _, c := range best.Changes { // the rule that suggests the value of the fix is first
		list := rules[c.Field]
		if i := slices.IndexFunc(list, func(r BrokenRule) bool { return r.Use == Use([]request.Change{c}) }); i > 0 {
			first := list[i]
			rules[c.Field] = slices.Insert(slices.Delete(list, i, i+1), 0, first)
		}
	}
	for _, v := range e.Violations {
		for i := range rules[v.Field] {
			rules[v.Field][i].Use = ""
		}
	}
	advise(rules, e)
	also := func(field, required string) {
		if len(rules[field]) == 0 {
			rules[field] = []BrokenRule{{Message: named(e.Alternatives) + " needs " + required + ".", Advisory: true, Fix: true}}
		}
	}
	for _, c := range best.Changes {
		if list := rules[c.Field]; len(list) > 0 {
			list[0].Otherwise = named(e.Alternatives) + " changes it to " + inSentence(c.Field, c.To)
			if len(best.Changes) > 1 {
				list[0].Otherwise += ", together with the rest"
			}
			list[0].Otherwise += "."
		}
		also(c.Field, inSentence(c.Field, c.To))
		first := &rules[c.Field][0]
		offered := NewRule(request.Violation{Field: c.Field, Suggestion: c.To}, false)
		first.Use, first.Offer, first.Remediation = offered.Use, offered.Offer, ""
	}
	for _, c := range best.Confirm {
		also(c.Field, another(c.Field)+", if that is true")
	}
	for _, o := range best.Open {
		also(o.Field, Expected(o.Field, o.Expected))
	}
}

// advise replaces the advice of denying rules by that of the first fix.
func advise(rules map[string][]BrokenRule, e wire.PartialEvaluation) {
	said := map[string]string{} // the last advice of a field, which its next rule does not repeat
	for _, v := range e.Violations {
		text := advice(v, e.Alternatives)
		for i := range rules[v.Field] {
			rule := &rules[v.Field][i]
			if text == "" || rule.PolicyID != v.PolicyID || rule.Message != v.Message {
				continue
			}
			rule.Remediation = text
			if text == said[v.Field] {
				rule.Remediation = ""
			}
			said[v.Field] = text
		}
	}
}

// named returns the name of the first fix at the start of a sentence.
func named(found []wire.Alternative) string {
	if len(found) > 1 {
		return "Fix 1"
	}
	return "The fix"
}

func another(field string) string { return "another " + strings.ToLower(Label(field)) }

// advice says how the first fix satisfies a rule. It returns an empty text if there is no fix, or
// if the fix leaves the field to the user. In the second case the rule's own advice is right.
func advice(v request.Violation, found []wire.Alternative) string {
	if len(found) == 0 {
		return ""
	}
	best, name := found[0], named(found)
	if slices.ContainsFunc(best.Open, func(o wire.OpenField) bool { return o.Field == v.Field }) ||
		slices.ContainsFunc(best.Confirm, func(c wire.ConfirmedField) bool { return c.Field == v.Field }) {
		return ""
	}
	if i := slices.IndexFunc(best.Changes, func(c request.Change) bool { return c.Field == v.Field }); i >= 0 {
		return name + " changes it to " + inSentence(v.Field, best.Changes[i].To) + "."
	}
	for _, c := range best.Changes {
		if c.PolicyID == v.PolicyID {
			return name + " keeps this rule by changing " + Label(c.Field) + "."
		}
	}
	if len(best.Confirm) > 0 {
		var facts []string
		for _, c := range best.Confirm {
			facts = append(facts, another(c.Field))
		}
		return name + " needs " + strings.Join(facts, " and ") + ", if that is true."
	}
	return name + " keeps this rule by what it changes elsewhere."
}

// ToDo counts the fields that a denied request must change; see [ToChange].
func ToDo(violations []request.Violation, found []wire.Alternative) string {
	return shell.Count(len(ToChange(violations, found)), "thing") + " to change"
}

// ToChange returns the fields that a denied request must change, in the order of the form. They are
// the fields that the best fix changes or leaves open. If no fix is known, they are the fields that
// rules deny.
func ToChange(violations []request.Violation, found []wire.Alternative) []Item {
	var names []string
	if len(found) == 0 {
		for _, v := range violations {
			names = append(names, v.Field)
		}
		return Fields(names)
	}
	for _, c := range found[0].Changes {
		names = append(names, c.Field)
	}
	for _, o := range found[0].Open {
		names = append(names, o.Field)
	}
	for _, c := range found[0].Confirm {
		names = append(names, c.Field)
	}
	return Fields(names)
}

// dropUnproven removes buttons, and their advice, if their values lead to another denial. The API
// has already proven a fix with a single change.
func (b *Feedback) dropUnproven() {
	e := b.Known
	for _, list := range b.Rules {
		for i := range list {
			rule := &list[i]
			if rule.Use == "" || len(e.Alternatives) > 0 && len(e.Alternatives[0].Changes) == 1 && !rule.Advisory {
				continue
			}
			if !slices.ContainsFunc(e.Proven, func(p wire.Proven) bool {
				return rule.Use == Use([]request.Change{{Field: p.Field, To: p.Value}})
			}) {
				rule.Use, rule.Remediation = "", rule.Otherwise
			}
		}
	}
}
