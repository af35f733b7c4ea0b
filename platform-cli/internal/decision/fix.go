package decision

import (
	"slices"

	"platform.internal/platform-cli/internal/terminal"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// FixLines say how policy accepts a denied request, as Lines do.
func (e Evaluated) FixLines() []string { return fixLines(e) }

// fixLines say how policy accepts the request: what to write into its file, in the
// syntax of that file, and what a person has to choose; or which rules contradict each
// other.
func fixLines(e Evaluated) []string {
	if len(e.Alternatives) > 0 {
		return alternativeLines(e.Source.Format, e.Alternatives[0])
	}
	return NoFixLines(e.Record, e.Fixes)
}

// alternativeLines say what an alternative writes and what it leaves to a person.
func alternativeLines(format document.Format, a service.Alternative) (lines []string) {
	lines = OpenLines(a)
	switch {
	case len(a.Changes) == 0:
		return lines
	case len(a.Open) > 0:
		lines = append(lines, "And write these values:")
	default:
		lines = append(lines, "With these values policy accepts it:")
	}
	for _, line := range request.Lines(format, assignments(a.Changes)) {
		lines = append(lines, "  "+line)
	}
	return lines
}

// OpenLines say what an alternative leaves to a person.
func OpenLines(a service.Alternative) (lines []string) {
	if len(a.Open) > 0 {
		lines = []string{"Policy accepts it once a person chooses:"}
	}
	for _, open := range a.Open {
		lines = append(lines, terminal.Wrap("  "+open.Field+": "+open.Expected)...)
		if open.Remediation != "" {
			lines = append(lines, terminal.Wrap("    "+open.Remediation)...)
		}
	}
	return lines
}

func assignments(changes []request.Change) (list []request.Assignment) {
	for _, change := range changes {
		list = append(list, request.Assignment{Field: change.Field, Value: change.To})
	}
	return list
}

// NoFixLines say why there is no alternative.
func NoFixLines(denied *service.Evaluated, f service.Fixes) []string {
	if len(f.Contradicting) == 0 {
		return []string{"The search for values that policy accepts ended at its limit, without any."}
	}
	head := "No value that was tried is accepted, because these rules contradict each other:"
	if len(f.Contradicting) == 1 {
		head = "No value that was tried is accepted by this rule:"
	}
	lines, rules := []string{head}, denied.Rules()
	for _, id := range f.Contradicting {
		i := slices.IndexFunc(rules, func(r proposal.RuleOutcome) bool { return r.PolicyID == id })
		lines = append(lines, terminal.Wrap("  "+id+" expects of "+rules[i].Field+": "+rules[i].Expected)...)
	}
	return lines
}
