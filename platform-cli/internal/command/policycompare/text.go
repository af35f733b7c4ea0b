package policycompare

import (
	"cmp"
	"fmt"
	"strings"

	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// shown is the data of the template for a comparison, with or without the requests.
type shown struct {
	comparison
	Whole bool
}

// markdown returns the complete comparison as a page for a pull request.
func markdown(c comparison) []string {
	return prose.Page("comparison page", struct {
		comparison
		Installations, Asides []string
	}{c, prose.Page("installations", c), prose.Page("asides", c)})
}

// Lines returns the changed fields of the request as lines to copy.
func (d difference) Lines() []string { return valueLines(d.Values) }

// Cost returns the monthly cost of a request as text.
func (o outcome) Cost() string {
	text := o.KnownTotal.String()
	if o.KnownTotal.Known {
		text += " " + o.Currency
	}
	if o.KnownTotal.Known && !o.Total.Known {
		text = "at least " + text
	}
	return text
}

// Prices returns a line for each price of a unit that differs between the two installations.
func (d difference) Prices() (lines []string) {
	before := map[[2]string]request.EstimateItem{}
	for _, i := range d.From.items {
		before[[2]string{i.Address, i.Item}] = i
	}
	for _, i := range d.To.items {
		if was, ok := before[[2]string{i.Address, i.Item}]; ok && was.UnitPrice != i.UnitPrice {
			lines = append(lines, fmt.Sprintf("%s, %s: %s -> %s %s for 1 %s", i.Address, i.Item,
				cmp.Or(was.UnitPrice, "no price"), cmp.Or(i.UnitPrice, "no price"), d.To.Currency, i.Unit))
		}
	}
	return lines
}

func valueLines(values []value) []string {
	var list []request.Assignment
	for _, v := range values {
		if v.Value.IsZero() { // documents write an empty value as none
			v.Value = request.Text("")
		}
		list = append(list, request.Assignment{Field: v.Field, Value: v.Value})
	}
	return request.Lines(document.YAML, list)
}

// PlainLines returns the plain request as lines to copy.
func (c comparison) PlainLines() []string {
	var values []value
	for _, f := range request.Fields() {
		if v := f.Get(&c.PlainRequest); v != f.Default {
			values = append(values, value{f.Name, v})
		}
	}
	return valueLines(values)
}

// NotCovered returns a line for each reason why rules are not covered.
func (c comparison) NotCovered() (lines []string) {
	about := map[string][]string{}
	for _, g := range c.Gaps {
		if g.Expression == "" {
			about[g.Why] = append(about[g.Why], g.PolicyID)
		}
	}
	for _, g := range c.Gaps {
		ids, shared := about[g.Why]
		switch {
		case g.Expression != "":
			lines = append(lines, fmt.Sprintf("%s %s: %s", g.Why, g.PolicyID, g.Expression))
		case shared:
			lines = append(lines, strings.TrimSpace(g.Why+" "+strings.Join(ids, ", ")))
			delete(about, g.Why)
		}
	}
	return lines
}
