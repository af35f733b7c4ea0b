package requestdiff

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/difference"
)

// shown is a Difference as a person reads it, whole or without each resource.
type shown struct {
	Difference
	Whole bool
}

// Summary says to a person what differs, without each resource.
func (d Difference) Summary() []string { return prose.Lines("difference", shown{d, false}) }

// Text says everything that differs.
func (d Difference) Text() []string { return prose.Lines("difference", shown{d, true}) }

// HasOtherException reports whether a rule is broken in both, with another exception.
func (d Difference) HasOtherException() bool {
	return slices.ContainsFunc(d.Rules.Broken, func(r difference.BrokenRule) bool {
		return slices.ContainsFunc(d.Rules.NoLongerBroken, func(other difference.BrokenRule) bool { return r.PolicyID == other.PolicyID })
	})
}

// HasUnknownReplacements reports whether neither says what a change replaces.
func (d Difference) HasUnknownReplacements() bool {
	return slices.ContainsFunc(d.Missing, func(m difference.Missing) bool { return m.Section == difference.ReplacementsSection })
}

// HasOtherRoot reports whether the root files have other texts.
func (d Difference) HasOtherRoot() bool { return d.SameRoot != nil && !*d.SameRoot }

// NotCompared says for each reason which parts are not compared, and because of whom.
func (d Difference) NotCompared() (lines []string) {
	for _, reason := range reasons {
		var parts, sides []string
		for _, m := range d.Missing {
			if m.Reason == reason.Reason {
				parts, sides = append(parts, partNames[m.Section]), append(sides, strings.ToUpper(m.Side))
			}
		}
		if len(parts) > 0 {
			lines = append(lines, fmt.Sprintf("%s (%s: %s)", strings.Join(once(parts), ", "), strings.Join(once(sides), " and "), reason.text))
		}
	}
	return lines
}

// once returns the texts in their order, without those that came before.
func once(texts []string) (list []string) {
	for _, text := range texts {
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

var partNames = map[difference.Section]string{
	difference.RulesSection: "rules", difference.ResourcesSection: "resources", difference.ReplacementsSection: "what a change replaces",
	difference.InputsSection: "inputs of Terraform", difference.CostSection: "cost",
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
