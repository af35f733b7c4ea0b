package compare

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/amount"
	"platform.internal/portal/internal/decided"
	"platform.internal/portal/internal/form"
)

// compared says what differs between two records.
func compared(d difference.Difference, a, b request.Record) *Comparison {
	c := &Comparison{Fields: fields(d.Changes), Resources: resources(d), Cost: cost(d.Cost), Missing: missing(d.Missing)}
	if d.Rules != nil {
		c.Rules = appendRules(c.Rules, "Only B breaks", d.Rules.Broken)
		c.Rules = appendRules(c.Rules, "Only A breaks", d.Rules.NoLongerBroken)
	}
	if d.Resources != nil && d.Resources.Unchanged > 0 {
		c.Alike = amount.Count(d.Resources.Unchanged, "resource")
	}
	c.Sentences = sentences(d, a, b)
	return c
}

// sentences say what matters most of a difference.
func sentences(d difference.Difference, a, b request.Record) []string {
	if d.Same && d.A.RequestID == d.B.RequestID {
		return []string{"Both are the same request."}
	}
	var list []string
	if !d.SameEnvironment {
		list = append(list, fmt.Sprintf("They are two environments (%s differs): B changes nothing of A, and each has its own bill.",
			strings.Join(d.EnvironmentDiffersIn, ", ")))
	}
	if from, to := decided.Of(a), decided.Of(b); from != to && from != decided.NotUnderstood && to != decided.NotUnderstood {
		list = append(list, fmt.Sprintf("A is %s, B is %s.", from, to))
	}
	list = append(list, differ(len(d.Changes))+".")
	if d.Cost != nil && d.Cost.Difference.Known {
		list = append(list, costs(d.Cost.Difference.Cents))
	}
	return list
}

func differ(fields int) string {
	switch fields {
	case 0:
		return "No field differs"
	case 1:
		return "1 field differs"
	default:
		return fmt.Sprintf("%d fields differ", fields)
	}
}

func costs(cents int64) string {
	switch {
	case cents == 0:
		return "Both cost the same."
	case cents < 0:
		return "B costs USD " + amount.Dollars(request.Cents(-cents)) + " less a month."
	default:
		return "B costs USD " + amount.Dollars(request.Cents(cents)) + " more a month."
	}
}

func fields(changes []difference.FieldChange) []Field {
	var list []Field
	for _, c := range changes {
		label := c.Field
		if f, known := request.FieldNamed(c.Field); known {
			label = f.Text.Label
		}
		list = append(list, Field{label, form.InWords(c.Field, c.A), form.InWords(c.Field, c.B)})
	}
	return list
}

func appendRules(to []Rules, name string, found []difference.Rule) []Rules {
	group := Rules{Name: name}
	for _, r := range found {
		rule := Rule{ID: r.PolicyID, Message: r.Message}
		switch {
		case r.Exception.Owner != "":
			rule.Note = "with an exception until " + string(r.Exception.Until)
		case r.Level != profile.Mandatory:
			rule.Note = "advice, which does not deny"
		}
		group.Items = append(group.Items, rule)
	}
	if len(group.Items) == 0 {
		return to
	}
	return append(to, group)
}

func resources(d difference.Difference) []Resources {
	r := d.Resources
	if r == nil {
		return nil
	}
	names := []string{"Added by B", "Changed, in place or by a new one", "Replaced", "Removed by B"}
	if !d.SameEnvironment {
		names = []string{"Only in B", "Not alike", "Replaced", "Only in A"}
	}
	var list []Resources
	for i, items := range [][]Resource{only(r.Added), changed(r.Changed), changed(r.Replaced), only(r.Removed)} {
		if len(items) > 0 {
			list = append(list, Resources{names[i], items})
		}
	}
	return list
}

func only(found []difference.Resource) []Resource {
	list := make([]Resource, len(found))
	for i, r := range found {
		list[i].Address = r.Address
	}
	return list
}

func changed(found []difference.ResourceChange) []Resource {
	list := make([]Resource, len(found))
	for i, r := range found {
		list[i].Address = r.Address
		for _, c := range r.Changes {
			list[i].Changes = append(list[i].Changes, Change{strings.ReplaceAll(c.Property, "_", " "), orNone(c.A), orNone(c.B)})
		}
	}
	return list
}

func orNone(value *string) string {
	if value == nil || *value == "" {
		return "none"
	}
	return *value
}

func cost(c *difference.Cost) Cost {
	if c == nil {
		return Cost{}
	}
	list := Cost{A: total(c.A), B: total(c.B), Difference: "unknown"}
	if c.Difference.Known {
		list.Difference = signed(c.Difference.Cents)
	}
	for _, r := range c.Resources {
		list.Rows = append(list.Rows, CostRow{r.Address, amount.Dollars(r.A), amount.Dollars(r.B)})
	}
	return list
}

func total(t difference.Total) string {
	if t.AtLeast && t.Known.Known {
		return "at least " + amount.Dollars(t.Known)
	}
	return amount.Dollars(t.Known)
}

// signed writes an amount with its sign: a difference of nothing has none.
func signed(cents int64) string {
	switch {
	case cents < 0:
		return "−" + amount.Dollars(request.Cents(-cents))
	case cents > 0:
		return "+" + amount.Dollars(request.Cents(cents))
	default:
		return amount.Dollars(request.Cents(0))
	}
}

// reasons say why a part was not compared; the part and the side come before.
var reasons = map[difference.Reason]string{
	difference.RecordOfMode:  "records have them in simulation only",
	difference.DeniedRequest: "nothing is built for a denied request",
	difference.NotSized:      "the request could not be sized",
	difference.NotNamed:      "the adapter does not name them",
}

// missing says what was not compared. That a record does not have what only a proposal has
// is no news.
func missing(found []difference.Missing) []string {
	var list []string
	for _, m := range found {
		if why, known := reasons[m.Reason]; known {
			list = append(list, fmt.Sprintf("No %s of %s: %s.", m.Part, strings.ToUpper(m.Side), why))
		}
	}
	return list
}
