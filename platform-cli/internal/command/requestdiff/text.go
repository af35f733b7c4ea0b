package requestdiff

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/terminal"
)

// shown is the data of the template for a [Difference], with or without each resource.
type shown struct {
	Difference
	Whole bool
}

// more returns a line that names the flag for the details. It returns nothing if there are no details.
func (d Difference) more() []string {
	if d.Same || d.Resources == nil && len(d.Artifacts) == 0 {
		return nil
	}
	return terminal.Wrap("--files shows each resource, input and changed line")
}

// Summary returns the differences as lines. Of the resources, it lists those that B removes or replaces.
func (d Difference) Summary() []string { return prose.Lines("difference", shown{d, false}) }

// Text returns all differences as lines.
func (d Difference) Text() []string { return prose.Lines("difference", shown{d, true}) }

// HasOtherException reports whether both sides break a rule with different exceptions.
func (d Difference) HasOtherException() bool {
	return slices.ContainsFunc(d.Rules.Broken, func(r difference.BrokenRule) bool {
		return slices.ContainsFunc(d.Rules.NoLongerBroken,
			func(other difference.BrokenRule) bool { return r.PolicyID == other.PolicyID })
	})
}

// HasOtherRoot reports whether the root files differ.
func (d Difference) HasOtherRoot() bool { return d.SameRoot != nil && !*d.SameRoot }

// NotCompared returns a line for each reason why parts are not compared. The line has the parts and
// the side that lacks them.
func (d Difference) NotCompared() (lines []string) {
	for _, reason := range reasons {
		var parts, sides []string
		for _, m := range d.Missing {
			if m.Reason == reason.Reason {
				parts, sides = append(parts, partNames[m.Section]), append(sides, strings.ToUpper(m.Side))
			}
		}
		if len(parts) > 0 {
			lines = append(lines, fmt.Sprintf("%s (%s: %s)", strings.Join(once(parts), ", "),
				strings.Join(once(sides), " and "), reason.text))
		}
	}
	return lines
}

// once returns the texts without duplicates, in their order.
func once(texts []string) (list []string) {
	for _, text := range texts {
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

var partNames = map[difference.Section]string{
	difference.RulesSection:        "rules",
	difference.ResourcesSection:    "resources",
	difference.ReplacementsSection: "what a change replaces",
	difference.InputsSection:       "inputs of Terraform",
	difference.CostSection:         "cost",
}

// reasons are the reasons why a part is not compared, in the order of the output.
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
