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
func (e Evaluated) Lines() []string {
	return e.lines(" ("+e.Record.RequestID+")", oneLine)
}

// Text is Lines for a terminal of the usual width. It leaves out the ID, so that
// most accepted requests have one line. What a person copies into the request stays
// on its line, however long it is.
func (e Evaluated) Text() []string { return e.lines("", terminal.Wrap) }

// lines returns the lines; id is what the verdict has of the ID, and prose returns
// the lines of a sentence.
func (e Evaluated) lines(id string, prose func(string) []string) []string {
	r := e.Record
	if r.Decision == request.Accepted {
		return slices.Concat(prose(acceptedLine(e, id)), exceptionLines(r.Exceptions, prose), advisoryLines(e, prose))
	}
	return append(e.denial(id, prose), fixLines(e, prose)...)
}

// Denial says which rules deny a request, as Text does.
func (e Evaluated) Denial(prose func(string) []string) []string { return e.denial("", prose) }

func (e Evaluated) denial(id string, prose func(string) []string) []string {
	r := e.Record
	lines := prose(fmt.Sprintf("denied: %s breaks %s%s", input.Name(e.File), terminal.Count(len(r.Violations), "rule"), id))
	for _, v := range r.Violations {
		lines = append(lines, prose("  "+v.Field+": "+v.Message)...)
		if len(e.Alternatives) == 0 { // else they say it, and may do so by another field
			lines = append(lines, prose("    "+v.Remediation)...)
		}
	}
	return slices.Concat(lines, exceptionLines(r.Exceptions, prose), advisoryLines(e, prose))
}

func oneLine(sentence string) []string { return []string{sentence} }

// Exceptions says which rules the request breaks with an exception, and whose it is, in
// lines that fit a terminal.
func (e Evaluated) Exceptions() []string { return exceptionLines(e.Record.Exceptions, terminal.Wrap) }

func exceptionLines(list []request.Exception, prose func(string) []string) []string {
	var lines []string
	for _, x := range list {
		lines = append(lines, prose("  exception, "+x.Field+": "+x.Message)...)
		lines = append(lines, prose(fmt.Sprintf("    from %s, until %s, of %s: %s", x.PolicyID, x.Until, x.Owner, x.Reason))...)
	}
	return lines
}

// advisoryLines say what does not deny but is worth knowing.
func advisoryLines(e Evaluated, prose func(string) []string) []string {
	var lines []string
	for _, a := range e.Record.Advisories {
		lines = append(append(lines, prose("  advisory, "+a.Field+": "+a.Message)...), prose("    "+a.Remediation)...)
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
