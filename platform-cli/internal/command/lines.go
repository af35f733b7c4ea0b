package command

import (
	"fmt"
	"strings"

	"platform.internal/platform-cli/internal/input"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// problemLines say a problem to a person: what, where, and what to write.
func problemLines(p *problem.Problem) []string {
	head := string(p.Code) + ": " + p.Detail
	if len(p.Faults) == 1 && strings.Contains(p.Detail, p.Faults[0].Message) {
		return []string{head}
	}
	lines := []string{head}
	for _, f := range p.Faults {
		lines = append(lines, "  "+faultLine(f))
	}
	return lines
}

// faultLine is in the form that editors jump to: file:line: message.
func faultLine(f problem.Fault) string {
	var b strings.Builder
	if f.File != "" {
		b.WriteString(input.Name(f.File) + ":")
	}
	if f.Line > 0 {
		fmt.Fprintf(&b, "%d:", f.Line)
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	if f.Field != "" {
		b.WriteString(f.Field + " ")
	}
	return b.String() + f.Message
}

// decisionLines say a decision to a person: one line for an accepted request;
// for a denied one what is wrong with which field and what to type.
func decisionLines(e evaluated) []string {
	r := e.record
	if r.Decision == request.Accepted {
		return append([]string{acceptedLine(e)}, advisoryLines(e)...)
	}
	lines := []string{fmt.Sprintf("denied: %s breaks %s (%s)", input.Name(e.file), count(len(r.Violations), "rule"), r.RequestID)}
	for _, v := range r.Violations {
		lines = append(lines, violationLines(e.source.Format, v)...)
	}
	return append(append(lines, advisoryLines(e)...), fixLines(e)...)
}

// advisoryLines say what does not deny but is worth knowing.
func advisoryLines(e evaluated) []string {
	var lines []string
	for _, a := range e.record.Advisories {
		lines = append(lines, "  advisory, "+a.Field+": "+a.Message, "    "+a.Remediation)
	}
	return lines
}

func acceptedLine(e evaluated) string {
	r := e.record
	line := fmt.Sprintf("accepted: %s (%s), estimate %s", input.Name(e.file), r.RequestID, r.Estimate.MonthlyTotal)
	if r.Estimate.MonthlyTotal.Known {
		line += " " + r.Estimate.Currency + " a month"
	}
	return line
}

// violationLines are what is wrong and what to write instead, in the syntax of
// the request's file.
func violationLines(format document.Format, v request.Violation) []string {
	advice := v.Remediation
	if !v.Suggestion.IsZero() {
		advice = "write " + assignment(format, v.Field, v.Suggestion)
	}
	return []string{"  " + v.Field + ": " + v.Message, "    " + advice}
}
