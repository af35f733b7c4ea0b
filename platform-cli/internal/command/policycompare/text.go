package policycompare

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
	"platform.internal/platform-core/terminal"
)

// summary says to a person what was found, without the requests.
func summary(c comparison) []string {
	return append(slices.Concat(head(c), rules("stricter", c.Stricter, nil), rules("looser", c.Looser, nil), asides(c)), searchLine(c))
}

// text says everything that was found.
func text(c comparison) []string {
	lines := slices.Concat(head(c), rules("stricter", c.Stricter, shown), rules("looser", c.Looser, shown), asides(c))
	if c.Result != alike {
		lines = append(lines, "the other fields are those of a plain request:")
		for _, line := range requestLines(c.PlainRequest) {
			lines = append(lines, "  "+line)
		}
	}
	return append(lines, searchLine(c))
}

func head(c comparison) []string {
	return []string{verdict(c), sideLine("from", c.From), sideLine("to", c.To)}
}

func verdict(c comparison) string {
	line := map[string]string{
		alike:    "alike: both decide every request in the same way",
		stricter: "stricter: --to denies requests that --from accepts",
		looser:   "looser: --to accepts requests that --from denies",
		both:     "stricter and looser: each denies requests that the other accepts",
	}[c.Result]
	if !c.Complete {
		line += ", as far as was searched"
	}
	return line
}

func sideLine(name string, s side) string {
	return fmt.Sprintf("%s: %s (%s, adapter %s)", name, s.Profile, s.Mode, s.AdapterVersion)
}

// rules lists those that decide differently, each with more lines.
func rules(heading string, list []difference, more func(difference) []string) []string {
	if len(list) == 0 {
		return nil
	}
	lines := []string{heading + ", " + terminal.Count(len(list), "rule") + ":"}
	for _, d := range list {
		lines = append(lines, fmt.Sprintf("  %s (%s): %s", d.PolicyID, d.Rule, d.Title))
		if more != nil {
			lines = append(lines, more(d)...)
		}
	}
	return lines
}

// shown says which request shows a rule, and what both installations say of it.
func shown(d difference) []string {
	var lines []string
	for _, line := range valueLines(d.Values) {
		lines = append(lines, "    "+line)
	}
	lines = append(lines, "    from: "+outcomeText(d.From), "    to: "+outcomeText(d.To))
	if d.From.KnownTotal != d.To.KnownTotal || d.From.Total != d.To.Total {
		lines = append(lines, fmt.Sprintf("    cost a month: %s -> %s", cost(d.From), cost(d.To)))
	}
	return lines
}

func outcomeText(o outcome) string {
	if len(o.Violations) == 0 {
		return string(o.Decision)
	}
	var messages []string
	for _, v := range o.Violations {
		messages = append(messages, v.PolicyID+": "+v.Message)
	}
	return string(o.Decision) + ", " + strings.Join(messages, " ")
}

func cost(o outcome) string {
	text := o.KnownTotal.String()
	if o.KnownTotal.Known {
		text += " " + o.Currency
	}
	if o.KnownTotal.Known && !o.Total.Known {
		text = "at least " + text
	}
	return text
}

func valueLines(values []value) []string {
	var list []request.Assignment
	for _, v := range values {
		if v.Value.IsZero() { // none, as a document says it
			v.Value = request.Text("")
		}
		list = append(list, request.Assignment{Field: v.Field, Value: v.Value})
	}
	return request.Lines(document.YAML, list)
}

func requestLines(r request.Request) []string {
	var values []value
	for _, f := range request.Fields() {
		if v := f.Get(&r); v != f.Default {
			values = append(values, value{f.Name, v})
		}
	}
	return valueLines(values)
}

// asides say what is worth knowing of the rules of --to, and what was not covered.
func asides(c comparison) (lines []string) {
	for _, u := range c.Unused {
		lines = append(lines, "decides nothing: "+u.PolicyID+", "+unusedText(u))
	}
	for _, one := range c.Contradicting {
		lines = append(lines, contradictionText(one))
	}
	return append(lines, gapLines(c.Gaps)...)
}

// gapLines say what was not covered: rules for the same reason on one line.
func gapLines(gaps []space.Gap) (lines []string) {
	about := map[string][]string{}
	for _, g := range gaps {
		if g.Expression == "" {
			about[g.Why] = append(about[g.Why], g.PolicyID)
		}
	}
	for _, g := range gaps {
		ids, shared := about[g.Why]
		switch {
		case g.Expression != "":
			lines = append(lines, fmt.Sprintf("not covered: %s %s: %s", g.Why, g.PolicyID, g.Expression))
		case shared:
			lines = append(lines, strings.TrimSpace("not covered: "+g.Why+" "+strings.Join(ids, ", ")))
			delete(about, g.Why)
		}
	}
	return lines
}

func unusedText(u unused) string {
	if len(u.DeniedToo) == 0 {
		return "because no request in an allowed region breaks it"
	}
	return "because other rules deny what it denies, such as " + strings.Join(u.DeniedToo, ", ")
}

func contradictionText(c contradiction) string {
	which := "no request"
	if c.Value != nil {
		which += fmt.Sprintf(" with %s %s", c.Field, c.Value)
	}
	if len(c.PolicyIDs) == 1 {
		return "accepts nothing: " + which + " satisfies " + c.PolicyIDs[0]
	}
	return "accepts nothing: " + which + " satisfies each of " + strings.Join(c.PolicyIDs, ", ")
}

func searchLine(c comparison) string {
	return fmt.Sprintf("looked at %s, asked the adapter about %s",
		terminal.Count(c.Searched.Requests, "request"), terminal.Count(c.Searched.Asked, "request"))
}
