package host

import (
	"slices"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/terminal"
)

// ProblemLines say a problem to a person: what, where, and what to write. An example is on
// a line of its own, to be copied.
func ProblemLines(p *problem.Problem) []string {
	detail, example, ok := strings.Cut(p.Detail, exampleMark)
	lines := terminal.Wrap(string(p.Code) + ": " + detail)
	if ok {
		lines = append(lines, "For example:", "  "+example)
	}
	if len(p.Faults) == 1 && strings.Contains(p.Detail, p.Faults[0].Message) {
		return lines
	}
	if slices.ContainsFunc(p.Faults, func(f problem.Fault) bool { return f.File != "" }) {
		return append(lines, terminal.FaultLines(p.Faults)...)
	}
	for _, f := range p.Faults {
		lines = append(lines, terminal.Wrap("  "+faultLine(f))...)
	}
	return lines
}

// faultLine is a fault in what is no file.
func faultLine(f problem.Fault) string {
	var b strings.Builder
	if f.Field != "" {
		b.WriteString(f.Field + " ")
	}
	if f.PolicyID != "" {
		b.WriteString("(" + f.PolicyID + ") ")
	}
	return b.String() + f.Message
}
