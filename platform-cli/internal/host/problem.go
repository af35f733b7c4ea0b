package host

import (
	"slices"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/terminal"
)

// ProblemLines returns a problem as lines for a person: its sentence, then each fault with its
// place. An example has its own line, so that the user can copy it.
func ProblemLines(p *problem.Problem) []string {
	detail, example, ok := strings.Cut(p.Detail, ExampleMark)
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

// faultLine returns a fault that has no file.
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
