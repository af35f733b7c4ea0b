package decision

import (
	"slices"
	"unicode/utf8"

	"platform.internal/platform-cli/internal/edit"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
)

// shown is the data of the templates that show a request.
type shown struct {
	Evaluated
	ID string // the text with the request ID, or empty
	// Inline shows the line to write with each violation. Notes names the placeholders that are left.
	// Costs shows the resources and the costs of an accepted request.
	Inline, Notes, Costs bool
}

func (s shown) lines() []string {
	s.Inline = true
	return prose.Lines("decision", s)
}

// Lines returns the decision for a person. An accepted request has one line. A denied one has each
// violation and the lines to write. Lines are wrapped at [terminal.Width], except those that the
// user copies into the request.
func (e Evaluated) Lines() []string { return shown{Evaluated: e, ID: e.id()}.lines() }

func (e Evaluated) id() string { return " (" + e.Record.RequestID + ")" }

// Text returns [Evaluated.Lines] without the request ID.
func (e Evaluated) Text() []string { return shown{Evaluated: e}.lines() }

// Whole returns [Evaluated.Text] with the placeholders that are left. It adds the resources and the
// costs of an accepted request. The record must contain its resources.
func (e Evaluated) Whole() []string { return shown{Evaluated: e, Notes: true, Costs: true}.lines() }

// Denial returns [Evaluated.Text] without the lines to write.
func (e Evaluated) Denial() []string { return prose.Lines("denied", shown{Evaluated: e}) }

// Exceptions returns the rules that the request breaks with an exception, and the exception's
// owner. The lines are wrapped at [terminal.Width].
func (e Evaluated) Exceptions() []string { return prose.Lines("exceptions", e.Record.Exceptions) }

// broken is a rule that denies the request, with the lines that show the place in the document.
type broken struct {
	request.Violation
	Lines []string
}

// IsOfRegions reports whether the rule checks the region. A user cannot know the regions that it
// allows.
func (b broken) IsOfRegions() bool { return b.PolicyID == policy.RegionRule }

// Broken returns the first [terminal.MostShown] rules that deny the request, in the order of the document.
func (s shown) Broken() (list []broken) {
	fix := map[string]request.Change{}
	if s.Inline && len(s.Alternatives) > 0 {
		for _, c := range s.Alternatives[0].Changes {
			fix[c.Field] = c
		}
	}
	all := s.placed()
	for i, v := range all {
		last := i+1 == len(all) || all[i+1].Field != v.Field
		if change, ok := fix[v.Field]; ok && last { // the last of several rules on one field shows the line to write
			v.at.Write = writing(s.Source.Format, change, v.at.Column > 0)
		}
		list = append(list, broken{v.Violation, v.at.Lines()})
	}
	return list
}

// placed is a violation and its place in the document.
type placed struct {
	request.Violation
	at terminal.Diagnostic
}

// placed returns the first [terminal.MostShown] violations in the order of the document. Fields that the document
// lacks come last.
func (e Evaluated) placed() (list []placed) {
	at := edit.Regions(e.Source)
	for _, v := range e.Record.Violations {
		_, value := at(v.Field)
		list = append(list, placed{v, e.diagnostic(v, value)})
	}
	slices.SortStableFunc(list, func(a, b placed) int { return a.at.Compare(b.at) })
	return list[:min(len(list), terminal.MostShown)]
}

// More returns a line with the number of rules that [shown.Broken] leaves out.
func (s shown) More() []string {
	if more := len(s.Record.Violations) - terminal.MostShown; more > 0 {
		return terminal.More(more)
	}
	return nil
}

// diagnostic describes a violation and the place of its value in the document.
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

// writing returns the line to write for a change: the existing line with the new value, or a line
// to add.
func writing(format document.Format, c request.Change, written bool) string {
	if control, ok := request.ControlOf(c.Field); ok && written {
		return request.Assignment{Field: string(control), Value: c.To}.Line(format)
	}
	return request.Assignment{Field: c.Field, Value: c.To}.Line(format)
}
