package decision

import (
	"fmt"
	"slices"

	"platform.internal/platform-cli/internal/input"
	"platform.internal/platform-cli/internal/terminal"
	"platform.internal/platform-core/request"
)

// Lines say the decision to a person: one line for an accepted request;
// for a denied one what is wrong with which field, and what to type so that nothing is.
// They fit a terminal, but for what a person copies into the request, which stays on its
// line, however long it is.
func (e Evaluated) Lines() []string { return e.lines(" (" + e.Record.RequestID + ")") }

// Text is Lines without the ID, so that most accepted requests have one line.
func (e Evaluated) Text() []string { return e.lines("") }

// lines returns the lines; id is what the verdict has of the ID.
func (e Evaluated) lines(id string) []string {
	r := e.Record
	if r.Decision == request.Accepted {
		return slices.Concat(terminal.Wrap(acceptedLine(e, id)), exceptionLines(r.Exceptions), advisoryLines(e))
	}
	return append(e.denial(id), fixLines(e)...)
}

// Denial says which rules deny a request, as Text does.
func (e Evaluated) Denial() []string { return e.denial("") }

func (e Evaluated) denial(id string) []string {
	r := e.Record
	lines := terminal.Wrap(fmt.Sprintf("denied: %s breaks %s%s", input.Name(e.File), terminal.Count(len(r.Violations), "rule"), id))
	for _, v := range r.Violations {
		lines = append(lines, terminal.Wrap("  "+v.Field+": "+v.Message)...)
		if len(e.Alternatives) == 0 { // else they say it, and may do so by another field
			lines = append(lines, terminal.Wrap("    "+v.Remediation)...)
		}
	}
	return slices.Concat(lines, exceptionLines(r.Exceptions), advisoryLines(e))
}

// Exceptions says which rules the request breaks with an exception, and whose it is, in
// lines that fit a terminal.
func (e Evaluated) Exceptions() []string { return exceptionLines(e.Record.Exceptions) }

func exceptionLines(list []request.Exception) []string {
	var lines []string
	for _, x := range list {
		lines = append(lines, terminal.Wrap("  exception, "+x.Field+": "+x.Message)...)
		lines = append(lines, terminal.Wrap(fmt.Sprintf("    from %s, until %s, of %s: %s", x.PolicyID, x.Until, x.Owner, x.Reason))...)
	}
	return lines
}

// advisoryLines say what does not deny but is worth knowing.
func advisoryLines(e Evaluated) []string {
	var lines []string
	for _, a := range e.Record.Advisories {
		lines = append(append(lines, terminal.Wrap("  advisory, "+a.Field+": "+a.Message)...), terminal.Wrap("    "+a.Remediation)...)
	}
	return lines
}

func acceptedLine(e Evaluated, id string) string {
	r := e.Record
	atLeast, unit := "", ""
	if r.Estimate.AtLeast() {
		atLeast = "at least "
	}
	if r.Estimate.KnownTotal.Known {
		unit = " " + r.Estimate.Currency + " a month"
	}
	return fmt.Sprintf("%s: %s%s, estimate %s%s%s", accepted(r.Exceptions), input.Name(e.File), id, atLeast, r.Estimate.KnownTotal, unit)
}

func accepted(with []request.Exception) string {
	if len(with) == 0 {
		return string(request.Accepted)
	}
	return fmt.Sprintf("%s with %s", request.Accepted, terminal.Count(len(with), "exception"))
}
