package policyreplay

import (
	"fmt"
	"strings"

	"platform.internal/platform-cli/internal/differences"
	"platform.internal/platform-cli/internal/result"
	"platform.internal/platform-cli/internal/usage"
	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
)

// details are what is shown to a person of the files that changed, those that decide
// differently first.
type details struct {
	flips, others, problems []string
}

func (d *details) add(o outcome, format string) {
	shown := lines
	if format == usage.Markdown {
		shown = row
	}
	into := &d.others
	switch {
	case o.err != nil:
		into = &d.problems
	case o.flips():
		into = &d.flips
	}
	*into = append(*into, shown(o)...)
}

// text is the whole for a person at a terminal.
func text(r replayReport, d details) []string {
	shown := terminal.WrapAll(head(r))
	for _, part := range [][]string{d.flips, d.problems, d.others} {
		if len(part) > 0 {
			shown = append(append(shown, ""), part...)
		}
	}
	if len(r.NotReproduced) > 0 {
		shown = append(shown, "", "not as recorded, by the rules before the change:")
	}
	for _, n := range r.NotReproduced {
		shown = append(shown, terminal.Wrap(fmt.Sprintf("  %s: the %s says %s, now %s", terminal.FileName(n.File), n.Kind, n.Decision, n.From))...)
	}
	return shown
}

// head says what matters first: which decisions flip, by which rules, and what it costs.
func head(r replayReport) []string {
	s := r.Summary
	list := []string{
		fmt.Sprintf("%s: %d newly denied, %d newly accepted", terminal.Count(s.Files, "file"), s.NewlyDenied, s.NewlyAccepted),
		"  " + rest(s),
	}
	list = append(list, ruleLines(r.Rules)...)
	for _, line := range []string{priceLine(s.Price), resourceLine(s.Resources), artifactLine(s.Artifacts), recordedLine(s)} {
		if line != "" {
			list = append(list, line)
		}
	}
	return list
}

func recordedLine(s summary) string {
	if s.NotReproduced == 0 {
		return ""
	}
	return terminal.Count(s.NotReproduced, "file") + " not as recorded: the rules before the change decide otherwise now"
}

// rest counts the files that decide as before, and those that were not evaluated.
func rest(s summary) string {
	var parts []string
	for _, part := range []struct {
		count int
		name  string
	}{
		{s.OtherChanges, "with other changes"}, {s.EvidenceOnly, "in their evidence only"}, {s.Same, "the same"},
		{s.Malformed, "malformed"}, {s.Failed, "failed"},
	} {
		if part.count > 0 || part.name == "the same" {
			parts = append(parts, fmt.Sprintf("%d %s", part.count, part.name))
		}
	}
	return strings.Join(parts, ", ")
}

func ruleLines(rules []ruleCounts) []string {
	if len(rules) == 0 {
		return nil
	}
	list := []string{"rules that come out otherwise:"}
	for _, r := range rules {
		name := r.PolicyID
		if standing := r.standing(); standing != string(profile.Mandatory) {
			name += " (" + standing + ")"
		}
		list = append(list, fmt.Sprintf("  %s: broken by %d more, %d no longer", name, r.Broken, r.NoLongerBroken))
	}
	return list
}

func priceLine(p prices) string {
	if p.Up+p.Down+p.Otherwise == 0 {
		return ""
	}
	line := fmt.Sprintf("price a month: %d up, %d down", p.Up, p.Down)
	if p.Otherwise > 0 {
		line += fmt.Sprintf(", %d otherwise", p.Otherwise)
	}
	return line + ", " + inAll(p)
}

// inAll says what the differences of all prices come to.
func inAll(p prices) string {
	text, cents := "the same", p.Difference.Cents
	switch {
	case !p.Difference.Known:
		text = "too much to add up"
	case cents > 0:
		text = p.Difference.String() + " " + p.Currency + " more"
	case cents < 0:
		text = request.Cents(-cents).String() + " " + p.Currency + " less"
	}
	if !p.Exact {
		return text + " in all of what has a price"
	}
	return text + " in all"
}

func resourceLine(r resourceCounts) string {
	if r.Files == 0 {
		return ""
	}
	return fmt.Sprintf("resources of %s: %d added, %d changed, %d replaced, %d removed, %d moved",
		terminal.Count(r.Files, "file"), r.Added, r.Changed, r.Replaced, r.Removed, r.Moved)
}

func artifactLine(list []artifactCounts) string {
	var parts []string
	for _, a := range list {
		parts = append(parts, fmt.Sprintf("%s of %d", name(a.Artifact), a.Files))
	}
	if len(parts) == 0 {
		return ""
	}
	return "artifacts that differ: " + strings.Join(parts, ", ")
}

// name is what a person calls an artifact: the last part of its path, where that does not
// name the request.
func name(path string) string {
	if base := path[strings.LastIndex(path, "/")+1:]; !strings.HasPrefix(base, anyRequest) {
		return base
	}
	return "the review page"
}

// lines say what differs of one file.
func lines(o outcome) []string {
	if o.err != nil {
		why := result.ProblemLines(result.Problem(o.err)) // the faults in it are indented already
		return append(terminal.WrapAll([]string{string(o.kind()) + ": " + terminal.FileName(o.file), "  " + why[0]}), why[1:]...)
	}
	list := []string{fmt.Sprintf("%s: %s", strings.ReplaceAll(string(o.kind()), "_", " "), terminal.FileName(o.file))}
	if o.kind() == otherChanges {
		list[0] = fmt.Sprintf("%s as before: %s", o.A.Decision, terminal.FileName(o.file))
	}
	for _, c := range o.ruleChanges() {
		list = append(list, fmt.Sprintf("  %s %s, %s: %s", c.PolicyID, c.does, c.Field, c.Message))
	}
	for _, id := range o.reworded {
		list = append(list, "  "+id+" has another message, remediation or suggestion")
	}
	if o.priced() {
		list = append(list, indented(differences.Total(o.Difference))...)
	}
	if o.built() {
		list = append(list, indented(differences.Counts(o.Difference))...)
	}
	if !o.SameEnvironment {
		list = append(list, "  another environment: "+strings.Join(o.EnvironmentDiffersIn, ", "))
	}
	if names := o.declared(); len(names) > 0 {
		list = append(list, "  artifacts that differ: "+strings.Join(names, ", "))
	}
	return terminal.WrapAll(list)
}

// declared names the artifacts that differ and are no evidence.
func (o outcome) declared() []string {
	var names []string
	for _, a := range o.artifacts {
		if !o.isEvidence(a.Path) {
			names = append(names, a.Path[strings.LastIndex(a.Path, "/")+1:])
		}
	}
	return names
}

// ruleChange is a rule that only one side breaks; does is what became of it.
type ruleChange struct {
	difference.Rule
	does string
}

// ruleChanges returns the rules that newly deny, advise or are excepted, then those that
// no longer do.
func (o outcome) ruleChanges() []ruleChange {
	if o.Rules == nil {
		return nil
	}
	var list []ruleChange
	add := func(rules []difference.Rule, when string) {
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

func indented(list []string) []string {
	shifted := make([]string, len(list))
	for i, line := range list {
		shifted[i] = "  " + line
	}
	return shifted
}
