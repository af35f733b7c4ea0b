package policyreplay

import (
	"strings"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/prose"
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

// Name returns the last part of the artifact's path, or "the review page" if that part has the
// request ID.
func (a artifactCounts) Name() string {
	if base := a.Artifact[strings.LastIndex(a.Artifact, "/")+1:]; !strings.HasPrefix(base, anyRequest) {
		return base
	}
	return "the review page"
}

// Why returns the lines of the error for a file without an evaluation.
func (o outcome) Why() []string { return host.ProblemLines(host.AsProblem(o.err)) }

// Declared returns the names of the differing artifacts that are not evidence.
func (o outcome) Declared() []string {
	var names []string
	for _, a := range o.artifacts {
		if !o.isEvidence(a.Path) {
			names = append(names, a.Path[strings.LastIndex(a.Path, "/")+1:])
		}
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
