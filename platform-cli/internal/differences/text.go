package differences

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
)

// longest bounds what a line shows of a value, in characters.
const longest = 60

// Summary says to a person what differs, without each resource.
func (d Document) Summary() []string {
	of := d.Difference
	return terminal.WrapAll(slices.Concat(head(of), fields(of), decision(of), Counts(of), Total(of), notCompared(of), d.artifactSummary()))
}

// Text says everything that differs.
func (d Document) Text() []string {
	of := d.Difference
	lines := slices.Concat(head(of), fields(of), decision(of), rules(of), Counts(of), resources(of), inputs(of), Total(of), costs(of), notes(of),
		notCompared(of), d.artifactSummary())
	return append(terminal.WrapAll(lines), d.artifactText()...)
}

// head says first whether both are of one environment.
func head(d difference.Difference) []string {
	lines := []string{sideLine("A", d.A), sideLine("B", d.B)}
	switch {
	case !d.SameEnvironment:
		return append([]string{fmt.Sprintf("another environment (%s differs): nothing of A changes, B is another bill", strings.Join(d.EnvironmentDiffersIn, ", "))}, lines...)
	case d.Same:
		return append(lines, "nothing differs")
	}
	return lines
}

func sideLine(side string, s difference.Side) string {
	about := []string{string(s.Kind)}
	decision := string(s.Decision)
	if n := len(s.Exceptions); n > 0 {
		decision += " with " + terminal.Count(n, "exception")
	}
	for _, text := range []string{s.Provider, s.Mode, decision} {
		if text != "" {
			about = append(about, text)
		}
	}
	return fmt.Sprintf("%s: %s (%s)", side, terminal.FileName(s.File), strings.Join(append(about, s.RequestID), ", "))
}

func fields(d difference.Difference) []string {
	var lines []string
	for _, c := range d.Changes {
		lines = append(lines, fmt.Sprintf("  %s: %s -> %s", c.Field, orNone(c.A.String()), orNone(c.B.String())))
	}
	return listed("fields", lines)
}

// listed puts a heading before lines, where there are any.
func listed(heading string, lines []string) []string {
	if len(lines) == 0 {
		return nil
	}
	return append([]string{heading + ":"}, lines...)
}

func decision(d difference.Difference) []string {
	if d.A.Decision == d.B.Decision || d.A.Decision == "" || d.B.Decision == "" {
		return nil
	}
	return []string{fmt.Sprintf("decision: %s -> %s", d.A.Decision, d.B.Decision)}
}

func rules(d difference.Difference) []string {
	if d.Rules == nil {
		return nil
	}
	otherwise := ""
	if slices.ContainsFunc(d.Rules.Broken, func(r difference.Rule) bool { return breaks(d.Rules.NoLongerBroken, r.PolicyID) }) {
		otherwise = ", or with another exception"
	}
	return append(listed("rules that only B breaks"+otherwise, ruleLines(d.Rules.Broken)),
		listed("rules that only A breaks"+otherwise, ruleLines(d.Rules.NoLongerBroken))...)
}

func breaks(rules []difference.Rule, id string) bool {
	return slices.ContainsFunc(rules, func(r difference.Rule) bool { return r.PolicyID == id })
}

func ruleLines(rules []difference.Rule) []string {
	var lines []string
	for _, r := range rules {
		lines = append(lines, fmt.Sprintf("  %s (%s), %s: %s", r.PolicyID, r.Level, r.Field, r.Message))
		if x := r.Exception; x.Owner != "" {
			lines = append(lines, fmt.Sprintf("    with an exception until %s, of %s: %s", x.Until, x.Owner, x.Reason))
		}
	}
	return lines
}

// Counts says how many resources there are of what happens to them.
func Counts(d difference.Difference) []string {
	r := d.Resources
	if r == nil {
		return nil
	}
	numbers := []any{len(r.Added), len(r.Changed), len(r.Replaced), len(r.Removed), r.Unchanged}
	switch {
	case !d.SameEnvironment:
		return []string{fmt.Sprintf("resources: %d only in B (+), %d other in B (~), %d only in A (-), %d alike", len(r.Added), len(r.Changed), len(r.Removed), r.Unchanged)}
	case unknownReplacements(d):
		return []string{fmt.Sprintf("resources: %d added (+), %d changed in place or replaced (~), %d removed (-), %d alike", len(r.Added), len(r.Changed), len(r.Removed), r.Unchanged)}
	}
	return []string{fmt.Sprintf("resources: %d added (+), %d changed in place (~), %d replaced (-/+), %d removed (-), %d alike", numbers...)}
}

// unknownReplacements reports whether neither says what a change replaces.
func unknownReplacements(d difference.Difference) bool {
	return slices.ContainsFunc(d.Missing, func(m difference.Missing) bool { return m.Part == difference.ReplacementsPart })
}

func resources(d difference.Difference) []string {
	if d.Resources == nil {
		return nil
	}
	var lines []string
	for _, r := range d.Resources.Removed {
		lines = append(lines, "  - "+r.Address)
	}
	for _, m := range d.Resources.Moved {
		lines = append(lines, fmt.Sprintf("  moved: %s -> %s", m.From, m.To))
	}
	for _, r := range d.Resources.Replaced {
		lines = append(append(lines, "  -/+ "+r.Address+": "+why(r)), properties(r)...)
	}
	for _, r := range d.Resources.Changed {
		lines = append(append(lines, "  ~ "+r.Address), properties(r)...)
	}
	for _, r := range d.Resources.Added {
		lines = append(lines, "  + "+r.Address)
	}
	return lines
}

// why says why a resource is replaced.
func why(r difference.ResourceChange) string {
	if len(r.ReplacedBy) > 0 {
		return strings.Join(r.ReplacedBy, ", ") + " cannot change in place"
	}
	return "replaced with " + r.ReplacedWith + ", which it is in"
}

func properties(r difference.ResourceChange) []string {
	var lines []string
	for _, c := range r.Changes {
		lines = append(lines, fmt.Sprintf("      %s: %s -> %s", c.Property, orAbsent(c.A), orAbsent(c.B)))
	}
	return lines
}

func inputs(d difference.Difference) []string {
	var lines []string
	for _, c := range d.Inputs {
		lines = append(lines, fmt.Sprintf("  %s: %s -> %s", c.Input, orNone(string(c.A)), orNone(string(c.B))))
	}
	return listed("inputs of Terraform", lines)
}

// Total says what both cost.
func Total(d difference.Difference) []string {
	c := d.Cost
	if c == nil {
		return nil
	}
	line := fmt.Sprintf("cost a month: %s -> %s %s", amount(c.A), amount(c.B), c.Currency)
	if !d.SameEnvironment {
		line = fmt.Sprintf("cost a month: %s for A and %s for B, in %s", amount(c.A), amount(c.B), c.Currency)
	} else if c.Difference.Known {
		line += ", " + change(c)
	}
	return []string{line}
}

func amount(t difference.Total) string {
	if t.AtLeast && t.Known.Known {
		return "at least " + t.Known.String()
	}
	return t.Known.String()
}

// change says how much more or less B costs.
func change(c *difference.Cost) string {
	text, cents := "the same", c.Difference.Cents
	switch {
	case cents > 0:
		text = c.Difference.String() + " more"
	case cents < 0:
		text = request.Cents(-cents).String() + " less"
	}
	if !c.Exact {
		text += " of what has a price"
	}
	return text
}

func costs(d difference.Difference) []string {
	if d.Cost == nil {
		return nil
	}
	var lines []string
	for _, c := range d.Cost.Resources {
		lines = append(lines, fmt.Sprintf("  %s: %s -> %s", c.Address, c.A, c.B))
	}
	return lines
}

// notes say what else may make a difference.
func notes(d difference.Difference) []string {
	var lines []string
	for _, c := range []struct{ what, a, b string }{
		{"mode", d.A.Mode, d.B.Mode}, {"version of the adapter", d.A.AdapterVersion, d.B.AdapterVersion},
		{"digest of the profile", d.A.ProfileDigest, d.B.ProfileDigest}, {"digest of the rules", d.A.PolicySetDigest, d.B.PolicySetDigest},
	} {
		if c.a != c.b && c.a != "" && c.b != "" {
			lines = append(lines, fmt.Sprintf("%s: %s -> %s", c.what, short(c.a), short(c.b)))
		}
	}
	if d.SameRoot != nil && !*d.SameRoot {
		lines = append(lines, "main.tf is another text, so a plan may change more than what is listed here")
	}
	if !d.SameEnvironment && d.A.StateKey != "" && d.A.StateKey == d.B.StateKey {
		lines = append(lines, "both have the state key "+d.A.StateKey+": do not plan B in the state of A")
	}
	for _, side := range []struct {
		name string
		difference.Side
	}{{"A", d.A}, {"B", d.B}} {
		if slices.Contains(d.EnvironmentDiffersIn, "environment_id") && side.EnvironmentID == "" {
			lines = append(lines, side.name+" is of a release that named resources by the request, and has no state key of its environment")
		}
	}
	if d.SameEnvironment && d.Resources != nil {
		lines = append(lines, resourceNotes(d)...)
	}
	if d.SameEnvironment && d.Resources != nil && d.A.RequestID != d.B.RequestID {
		lines = append(lines, "besides, tags and labels that have the request's ID change in place")
	}
	return lines
}

// resourceNotes say what the inventory does not.
func resourceNotes(d difference.Difference) []string {
	var lines []string
	if slices.ContainsFunc(d.Changes, func(c difference.FieldChange) bool { return c.Field == request.NetworkField }) {
		lines = append(lines, "the range of a network in use cannot change: do not apply B to an environment that is built, request another one")
	}
	if len(d.Resources.Replaced) > 0 {
		lines = append(lines, "main.tf says whether what is replaced is removed first or last")
	}
	if len(d.Inputs)+len(d.Resources.Changed)+len(d.Resources.Replaced) > 0 {
		lines = append(lines, "the inventory has the notable settings only: the plan says what else changes, and what is replaced in turn, such as nodes")
	}
	return lines
}

// notCompared says for each reason which parts are not compared, and because of whom.
func notCompared(d difference.Difference) []string {
	var lines []string
	for _, reason := range reasons {
		var parts, sides []string
		for _, m := range d.Missing {
			if m.Reason == reason.Reason {
				parts, sides = once(parts, partNames[m.Part]), once(sides, strings.ToUpper(m.Side))
			}
		}
		if len(parts) > 0 {
			lines = append(lines, fmt.Sprintf("not compared: %s (%s: %s)", strings.Join(parts, ", "), strings.Join(sides, " and "), reason.text))
		}
	}
	return lines
}

func once(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

var partNames = map[difference.Part]string{
	difference.RulesPart: "rules", difference.ResourcesPart: "resources", difference.ReplacementsPart: "what a change replaces",
	difference.InputsPart: "inputs of Terraform", difference.CostPart: "cost",
}

// reasons are why something is not compared, in the order in which people read them.
var reasons = []struct {
	difference.Reason
	text string
}{
	{difference.RequestDocument, "a request document has only its fields"},
	{difference.DeniedRequest, "nothing is built for a denied request"},
	{difference.RecordOfMode, "a record of this mode has none; its proposal has them"},
	{difference.NotSized, "the request could not be sized"},
	{difference.RecordDocument, "a proposal has it, a record does not"},
	{difference.NotNamed, "the adapter does not name it"},
}

func orNone(text string) string {
	if text == "" {
		return "(none)"
	}
	return short(text)
}

func orAbsent(text *string) string {
	if text == nil {
		return "(none)"
	}
	return fmt.Sprintf("%q", short(*text))
}

func short(text string) string { return problem.Excerpt(text, longest) }
