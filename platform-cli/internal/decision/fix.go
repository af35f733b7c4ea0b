package decision

import (
	"slices"

	"platform.internal/platform-core/diagnostic"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/terminal"
)

// FixLines say how policy accepts a denied request, whatever the violations say.
func (e Evaluated) FixLines() []string {
	if len(e.Alternatives) == 0 {
		return NoFixLines(e.Record, e.Fixes)
	}
	return valueLines(e, e.Alternatives[0].Changes)
}

// fixLines say how policy accepts the request: what to write into its file besides what the
// violations say, in the syntax of that file, and what a person has to choose; or which
// rules contradict each other.
func fixLines(e Evaluated, shown map[string]request.Change) []string {
	if len(e.Alternatives) == 0 {
		return NoFixLines(e.Record, e.Fixes)
	}
	a := e.Alternatives[0]
	for _, v := range e.Record.Violations[:min(len(e.Record.Violations), diagnostic.Most)] {
		delete(shown, v.Field)
	}
	var rest []request.Change
	for _, c := range a.Changes {
		if _, left := shown[c.Field]; left {
			rest = append(rest, c)
		}
	}
	return valueLines(e, rest)
}

// valueLines say what the first alternative leaves to a person, and which of its changes
// are left to write.
func valueLines(e Evaluated, rest []request.Change) []string {
	a := e.Alternatives[0]
	lines := OpenLines(a)
	switch { // what is open has a line of its own on what policy then says
	case len(rest) == 0 && len(a.Open) == 0:
		return []string{"With these values policy accepts it."}
	case len(rest) == 0:
		return lines
	case len(rest) == len(a.Changes) && len(a.Open) == 0:
		lines = append(lines, "With these values policy accepts it:")
	case len(a.Open) == 0:
		lines = append(lines, "With these values too, policy accepts it:")
	default:
		lines = append(lines, "And write these values:")
	}
	for _, line := range request.Lines(e.Source.Format, assignments(rest)) {
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

func assignments(changes []request.Change) (list []request.Assignment) {
	for _, c := range changes {
		list = append(list, request.Assignment{Field: c.Field, Value: c.To})
	}
	return list
}
