package decision

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"platform.internal/platform-cli/internal/edit"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
)

// Lines say the decision to a person: one line for an accepted request;
// for a denied one what is wrong with which field, and what to type so that nothing is.
// They fit a terminal, but for what a person copies into the request, which stays on its
// line, however long it is.
func (e Evaluated) Lines() []string { return e.lines(" (" + e.Record.RequestID + ")") }

// Text is Lines without the ID, so that most accepted requests have one line.
func (e Evaluated) Text() []string { return e.lines("") }

// Whole is Text with the placeholders that are left and, of an accepted request, its resources
// and costs. The record must have its resources.
func (e Evaluated) Whole() []string {
	lines := append(e.Text(), e.placeholderLines()...)
	if e.Record.Decision == request.Accepted {
		lines = append(lines, e.table()...)
	}
	return lines
}

// lines returns the lines; id is what the verdict has of the ID.
func (e Evaluated) lines(id string) []string {
	r := e.Record
	if r.Decision == request.Accepted {
		return slices.Concat(terminal.Wrap(acceptedLine(e, id)), exceptionLines(r.Exceptions), advisoryLines(e))
	}
	fix := e.fix()
	return slices.Concat(e.denial(id, fix), fixLines(e, fix), e.otherLines())
}

// Denial says which rules deny a request, as Text does, and not what to write.
func (e Evaluated) Denial() []string { return e.denial("", nil) }

// denial says which rules deny a request, and where what is in fix is to be written.
func (e Evaluated) denial(id string, fix map[string]request.Change) []string {
	r := e.Record
	lines := terminal.Wrap(fmt.Sprintf("denied: %s breaks %s%s", terminal.FileName(e.File), terminal.Count(len(r.Violations), "rule"), id))
	at := edit.Regions(e.Source)
	for i, v := range r.Violations {
		if i == terminal.MostShown {
			lines = append(lines, terminal.More(len(r.Violations)-i)...)
			break
		}
		last := i+1 == min(len(r.Violations), terminal.MostShown) || r.Violations[i+1].Field != v.Field
		_, value := at(v.Field)
		d := e.diagnostic(v, value)
		if change, has := fix[v.Field]; has && last { // of several rules on a field the last one says it
			d.Write = writing(e.Source.Format, change, d.Column > 0)
		}
		lines = append(lines, d.Lines()...)
		if len(e.Alternatives) == 0 { // else they say it, and may do so by another field
			lines = append(lines, terminal.Wrap("  "+v.Remediation)...)
		}
		if v.PolicyID == policy.RegionRule { // a person cannot know which regions are allowed
			lines = append(lines, terminal.Wrap("  expected: "+v.Expected)...)
		}
	}
	return slices.Concat(lines, exceptionLines(r.Exceptions), advisoryLines(e))
}

// diagnostic says what is wrong with the value that is written in a part of the document.
func (e Evaluated) diagnostic(v request.Violation, at edit.Region) terminal.Diagnostic {
	d := terminal.Diagnostic{File: e.File, Code: v.PolicyID, Message: v.Message}
	if at.StartLine == 0 {
		d.Message = v.Field + ": " + v.Message
		return d
	}
	d.Line, d.Column, d.End = at.StartLine, at.StartColumn, at.EndColumn
	d.Source = document.LineAt(e.Source.Data, d.Line, d.Column)
	if at.EndLine > at.StartLine {
		d.End = d.Column + utf8.RuneCountInString(d.Source.Text)
	}
	return d
}

// fix returns the changes of the first alternative by field.
func (e Evaluated) fix() map[string]request.Change {
	changes := map[string]request.Change{}
	if len(e.Alternatives) > 0 {
		for _, c := range e.Alternatives[0].Changes {
			changes[c.Field] = c
		}
	}
	return changes
}

// writing returns what to write so that a field has its new value: the line that is in the
// document already, or one to add.
func writing(format document.Format, c request.Change, written bool) string {
	if control, is := request.ControlOf(c.Field); is && written {
		return request.Assignment{Field: string(control), Value: c.To}.Line(format)
	}
	return request.Assignment{Field: c.Field, Value: c.To}.Line(format)
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
	return fmt.Sprintf("%s: %s%s, estimate %s%s%s", accepted(r.Exceptions), terminal.FileName(e.File), id, atLeast, r.Estimate.KnownTotal, unit)
}

func accepted(with []request.Exception) string {
	if len(with) == 0 {
		return string(request.Accepted)
	}
	return fmt.Sprintf("%s with %s", request.Accepted, terminal.Count(len(with), "exception"))
}
