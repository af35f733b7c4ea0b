package policyreplay

import (
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/profile"
)

// details are the changed files for a person. Files with a changed decision come first.
type details struct {
	Flips, Problems, Others []string
}

func (d *details) add(o outcome, format string) {
	into, name, row := &d.Others, "replayed", "replay row"
	switch {
	case o.err != nil:
		into, name, row = &d.Problems, "not replayed", "replay problem"
	case o.flips():
		into = &d.Flips
	}
	if format == host.Markdown {
		*into = append(*into, prose.Page(row, o)...)
		return
	}
	*into = append(*into, prose.Lines(name, o)...)
}

// Why returns the lines of the error for a file without an evaluation.
func (o outcome) Why() []string { return host.ProblemLines(host.AsProblem(o.err)) }

// Terraform returns the names of the Terraform files that differ.
func (o outcome) Terraform() (names []string) {
	if o.HasOtherRoot() {
		names = append(names, adapter.RootFile)
	}
	if len(o.Inputs) > 0 {
		names = append(names, adapter.InputsFile)
	}
	return names
}

// ruleChange is a rule that only one side breaks. Does is its change in words.
type ruleChange struct {
	difference.BrokenRule
	Does string
}

// RuleChanges returns the rules that newly deny, advise or have an exception. The rules that no
// longer do so follow.
func (o outcome) RuleChanges() []ruleChange {
	if o.Rules == nil {
		return nil
	}
	var list []ruleChange
	add := func(rules []difference.BrokenRule, when string) {
		for _, r := range rules {
			verb := "denies"
			switch {
			case excepted(r):
				list = append(list, ruleChange{r, "is " + when + " excepted"})
				continue
			case r.Level == profile.Advisory:
				verb = "advises"
			}
			list = append(list, ruleChange{r, when + " " + verb})
		}
	}
	add(o.Rules.Broken, "newly")
	add(o.Rules.NoLongerBroken, "no longer")
	return list
}
