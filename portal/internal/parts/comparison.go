package parts

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// Comparison contains the differences between two documents, A and B. Create it with [NewComparison].
type Comparison struct {
	Fields    []Field
	Rules     []Rules
	Resources []Resources
	// Alike counts the resources that are equal in both.
	Alike string
	Cost  Cost
	// Missing has a sentence for each part that was not compared, with the reason.
	Missing []string
}

// Field is a field with different values in A and B.
type Field struct {
	Label string
	A, B  form.Text
}

// Rules are the rules that only one of the two requests breaks.
type Rules struct {
	Name  string
	Items []BrokenRule
}

// BrokenRule is a rule that one of the two requests breaks.
type BrokenRule struct{ ID, Message, Note string }

// Resources are the resources with the same kind of change.
type Resources struct {
	Name  string
	Items []Resource
}

// Resource is a resource and its changed properties.
type Resource struct {
	Address string
	Changes []Change
}

// Change is a property with different values in A and B.
type Change struct{ Property, A, B string }

// Cost compares the costs of A and B, in US dollars a month.
type Cost struct {
	A, B, Difference string
	Rows             []CostRow
}

// CostRow is a resource with different costs in A and B.
type CostRow struct{ Address, A, B string }

// NewComparison returns the [Comparison] for a difference.
func NewComparison(d difference.Difference) Comparison {
	c := Comparison{Fields: fields(d.Changes), Resources: resources(d), Cost: newCost(d.Cost), Missing: missing(d.Missing)}
	if d.Rules != nil {
		c.Rules = appendRules(c.Rules, "Only B breaks", d.Rules.Broken)
		c.Rules = appendRules(c.Rules, "Only A breaks", d.Rules.NoLongerBroken)
	}
	if d.Resources != nil && d.Resources.Unchanged > 0 {
		c.Alike = shell.Count(d.Resources.Unchanged, "resource")
	}
	return c
}

func fields(changes []difference.FieldChange) []Field {
	var list []Field
	for _, c := range changes {
		label := c.Field
		if f, ok := request.FieldNamed(c.Field); ok {
			label = f.Text.Label
		}
		list = append(list, Field{label, form.InWords(c.Field, c.A), form.InWords(c.Field, c.B)})
	}
	return list
}

func appendRules(to []Rules, name string, found []difference.BrokenRule) []Rules {
	group := Rules{Name: name}
	for _, r := range found {
		rule := BrokenRule{ID: r.PolicyID, Message: r.Message}
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
	names := []string{"Added", "Changed in place", "Replaced by new ones", "Removed"}
	switch {
	case !d.SameEnvironment:
		names = []string{"Only in B", "Not alike", "Replaced", "Only in A"}
	case slices.ContainsFunc(d.Missing, func(m difference.Missing) bool { return m.Section == difference.ReplacementsSection }):
		names[1] = "Changed, in place or by new ones"
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

func newCost(c *difference.Cost) Cost {
	if c == nil {
		return Cost{}
	}
	list := Cost{A: total(c.A), B: total(c.B), Difference: "unknown"}
	if c.Difference.Known {
		list.Difference = signed(c.Difference.Cents)
	}
	for _, r := range c.Resources {
		list.Rows = append(list.Rows, CostRow{r.Address, shell.Dollars(r.A), shell.Dollars(r.B)})
	}
	return list
}

func total(t difference.Total) string {
	if t.AtLeast && t.Known.Known {
		return "at least " + shell.Dollars(t.Known)
	}
	return shell.Dollars(t.Known)
}

// signed formats an amount with its sign. Zero has no sign.
func signed(cents int64) string {
	switch {
	case cents < 0:
		return "−" + shell.Dollars(request.Cents(-cents))
	case cents > 0:
		return "+" + shell.Dollars(request.Cents(cents))
	default:
		return shell.Dollars(request.Cents(0))
	}
}

// reasons completes the sentence "No PART of SIDE: REASON."
var reasons = map[difference.Reason]string{
	difference.RecordOfMode:  "records have them in simulation only",
	difference.DeniedRequest: "nothing is built for a denied request",
	difference.NotSized:      "the request could not be sized",
	difference.NotNamed:      "the adapter does not name them",
}

// missing returns a sentence for each part that was not compared. It omits reasons without a text,
// such as parts that only a proposal can have.
func missing(found []difference.Missing) []string {
	var list []string
	for _, m := range found {
		if why, ok := reasons[m.Reason]; ok {
			list = append(list, fmt.Sprintf("No %s of %s: %s.", m.Section, strings.ToUpper(m.Side), why))
		}
	}
	return list
}
