package decision

import (
	"fmt"

	"platform.internal/platform-cli/internal/input"
	"platform.internal/platform-cli/internal/terminal"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// Lines say the decision to a person: one line for an accepted request;
// for a denied one what is wrong with which field and what to type.
func (e Evaluated) Lines() []string {
	r := e.Record
	if r.Decision == request.Accepted {
		return append([]string{acceptedLine(e)}, advisoryLines(e)...)
	}
	lines := []string{fmt.Sprintf("denied: %s breaks %s (%s)", input.Name(e.File), terminal.Count(len(r.Violations), "rule"), r.RequestID)}
	for _, v := range r.Violations {
		lines = append(lines, violationLines(e.Source.Format, v)...)
	}
	return append(append(lines, advisoryLines(e)...), fixLines(e)...)
}

// advisoryLines say what does not deny but is worth knowing.
func advisoryLines(e Evaluated) []string {
	var lines []string
	for _, a := range e.Record.Advisories {
		lines = append(lines, "  advisory, "+a.Field+": "+a.Message, "    "+a.Remediation)
	}
	return lines
}

func acceptedLine(e Evaluated) string {
	r := e.Record
	line := fmt.Sprintf("accepted: %s (%s), estimate %s", input.Name(e.File), r.RequestID, r.Estimate.MonthlyTotal)
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
		advice = "write " + request.Assignment{Field: v.Field, Value: v.Suggestion}.Line(format)
	}
	return []string{"  " + v.Field + ": " + v.Message, "    " + advice}
}
