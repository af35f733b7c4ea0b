package result

import (
	"fmt"
	"strings"

	"platform.internal/platform-cli/internal/input"
	"platform.internal/platform-cli/internal/terminal"
	"platform.internal/platform-cli/internal/usage"
	"platform.internal/platform-core/problem"
)

// ProblemLines say a problem to a person: what, where, and what to write. An example is on
// a line of its own, to be copied.
func ProblemLines(p *problem.Problem) []string {
	detail, example, has := strings.Cut(p.Detail, usage.Example)
	lines := terminal.Wrap(string(p.Code) + ": " + detail)
	if has {
		lines = append(lines, "For example:", "  "+example)
	}
	if len(p.Faults) == 1 && strings.Contains(p.Detail, p.Faults[0].Message) {
		return lines
	}
	for _, f := range p.Faults {
		lines = append(lines, terminal.Wrap("  "+faultLine(f))...)
	}
	return lines
}

// faultLine is in the form that editors jump to: file:line:column: message.
func faultLine(f problem.Fault) string {
	var b strings.Builder
	if f.File != "" {
		b.WriteString(input.Name(f.File) + ":")
	}
	if f.Line > 0 {
		fmt.Fprintf(&b, "%d:", f.Line)
	}
	if f.Column > 0 {
		fmt.Fprintf(&b, "%d:", f.Column)
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	if f.Field != "" {
		b.WriteString(f.Field + " ")
	}
	if f.PolicyID != "" {
		b.WriteString("(" + f.PolicyID + ") ")
	}
	return b.String() + f.Message
}
