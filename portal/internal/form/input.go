package form

import (
	_ "embed"
	"regexp"
	"slices"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/shell"
)

// Parts are the templates "field" and "summary", for the source of a page.
//
//go:embed parts.html
var Parts string

// Input is a field with its value and the messages about it.
type Input struct {
	Field
	Value   string
	Options []Option
	// Badge is shown beside the label while the value is Placeholder.
	Badge       *shell.Badge
	Placeholder string
	// Faults say why the value cannot be read.
	Faults []string
	// Rules are the rules that the value breaks.
	Rules []Rule
}

// Option is one value of a choice.
type Option struct {
	Value  string
	Chosen bool
}

// Rule is a rule that a value breaks.
type Rule struct {
	Message     string
	Remediation string
	// Advisory means that the rule does not deny.
	Advisory bool
	// Use is the value that keeps the rule, as a button of the form sends it; empty
	// where the rule knows none.
	Use string
	// Offer is what the button that fills in Use says.
	Offer string
	// Expected says what the rule asks for.
	Expected string
}

// NewInput returns the field with its value and the messages about it.
func NewInput(f Field, value string, feedback Feedback) Input {
	in := Input{Field: f, Value: value, Faults: feedback.Faults[f.Name], Rules: feedback.Rules[f.Name]}
	if f.Kind == Choice {
		in.Options = options(f.Choices, value)
	}
	return in
}

// options returns the choices with the value among them, even where it is not
// one of them: what a person wrote is never lost.
func options(choices []string, value string) []Option {
	if value != "" && !slices.Contains(choices, value) {
		choices = append(slices.Clone(choices), value)
	}
	list := make([]Option, len(choices))
	for i, choice := range choices {
		list[i] = Option{choice, choice == value}
	}
	return list
}

// Only reports whether there is nothing to choose.
func (in Input) Only() bool { return len(in.Options) == 1 && in.Options[0].Chosen }

var dateForm = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)

// DateType is the type of a date's input: a browser empties a date input whose
// value is no date, and what a person wrote is kept.
func (in Input) DateType() string {
	if in.Value != "" {
		if _, err := request.ParseDate(in.Value); err != nil || !dateForm.MatchString(in.Value) {
			return "text"
		}
	}
	return "date"
}
