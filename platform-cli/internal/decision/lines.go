package decision

import (
	"unicode/utf8"

	"platform.internal/platform-cli/internal/edit"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
)

// shown is a request as a person reads of it.
type shown struct {
	Evaluated
	ID string // is what the verdict has of the ID
	// Inline is set where a violation has the line to write, Notes where the placeholders that are
	// left are named, Costs where an accepted request has its resources and costs.
	Inline, Notes, Costs bool
}

func (s shown) lines() []string {
	s.Inline = true
	return prose.Lines("decision", s)
}

// Lines say the decision to a person: one line for an accepted request;
// for a denied one what is wrong with which field, and what to type so that nothing is.
// They fit a terminal, but for what a person copies into the request, which stays on its
// line, however long it is.
func (e Evaluated) Lines() []string { return shown{Evaluated: e, ID: e.id()}.lines() }

func (e Evaluated) id() string { return " (" + e.Record.RequestID + ")" }

// Text is Lines without the ID, so that most accepted requests have one line.
func (e Evaluated) Text() []string { return shown{Evaluated: e}.lines() }

// Whole is Text with the placeholders that are left and, of an accepted request, its resources
// and costs. The record must have its resources.
func (e Evaluated) Whole() []string { return shown{Evaluated: e, Notes: true, Costs: true}.lines() }

// Denial says which rules deny a request, as Text does, and not what to write.
func (e Evaluated) Denial() []string { return prose.Lines("denied", shown{Evaluated: e}) }

// Exceptions says which rules the request breaks with an exception, and whose it is, in
// lines that fit a terminal.
func (e Evaluated) Exceptions() []string { return prose.Lines("exceptions", e.Record.Exceptions) }

// broken is a rule that denies, and the lines that show where.
type broken struct {
	request.Violation
	Lines []string
}

// IsOfRegions reports whether it is the rule whose expectation, the allowed regions, a person cannot know.
func (b broken) IsOfRegions() bool { return b.PolicyID == policy.RegionRule }

// Broken returns the first of the rules that deny.
func (s shown) Broken() (list []broken) {
	fix := map[string]request.Change{}
	if s.Inline && len(s.Alternatives) > 0 {
		for _, c := range s.Alternatives[0].Changes {
			fix[c.Field] = c
		}
	}
	at := edit.Regions(s.Source)
	all := s.Record.Violations[:min(len(s.Record.Violations), terminal.MostShown)]
	for i, v := range all {
		_, value := at(v.Field)
		d := s.diagnostic(v, value)
		last := i+1 == len(all) || all[i+1].Field != v.Field
		if change, ok := fix[v.Field]; ok && last { // of several rules on a field the last one says it
			d.Write = writing(s.Source.Format, change, d.Column > 0)
		}
		list = append(list, broken{v, d.Lines()})
	}
	return list
}

// More says how many rules besides deny.
func (s shown) More() []string {
	if more := len(s.Record.Violations) - terminal.MostShown; more > 0 {
		return terminal.More(more)
	}
	return nil
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

// writing returns what to write so that a field has its new value: the line that is in the
// document already, or one to add.
func writing(format document.Format, c request.Change, written bool) string {
	if control, ok := request.ControlOf(c.Field); ok && written {
		return request.Assignment{Field: string(control), Value: c.To}.Line(format)
	}
	return request.Assignment{Field: c.Field, Value: c.To}.Line(format)
}
