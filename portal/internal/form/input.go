package form

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/profile"
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
	// Cost is what the request costs, where Beside says that this input shows it; empty
	// while that is not known.
	Beside bool
	Cost   string
	// Faults say why the value cannot be read.
	Faults []string
	// Rules are the rules that the value breaks.
	Rules []Rule
}

// Option is one value of a choice.
type Option struct {
	Value  string
	Chosen bool
	// ID is that of a card's radio button; the first has the name of the field, so that
	// links to the field lead to it.
	ID string
	// Text is what the value leads to, and Cost what that costs; empty where not known.
	Text, Cost string
}

// Rule is a rule that a value breaks.
type Rule struct {
	Message     string
	Remediation string
	// Advisory means that the rule does not deny.
	Advisory bool
	// Fix means that no rule is about the value, and the fix changes it all the same.
	Fix bool
	// Use is the value that keeps the rule, as a button of the form sends it; empty
	// where the rule knows none.
	Use string
	// Offer is what the button that fills in Use says.
	Offer string
	// Otherwise is the advice where Use leads to another denial; empty for none.
	Otherwise string
	// Expected says what the rule asks for.
	Expected string
}

// NewInput returns the field with its value and the messages about it.
func NewInput(f Field, value string, feedback Feedback) Input {
	in := Input{Field: f, Value: value, Faults: feedback.Faults[f.Name], Rules: feedback.Rules[f.Name]}
	if f.Chosen() {
		in.Options = options(f.Choices, value)
	}
	for i := range in.Options {
		in.Options[i].ID = f.Name
		if i > 0 {
			in.Options[i].ID += "-" + strconv.Itoa(i+1)
		}
	}
	return in
}

// Explained returns the input with what its values lead to, as the provider says, and
// what they cost.
func (in Input) Explained(by profile.Provider, costs Costs) Input {
	for i := range in.Options {
		o := &in.Options[i]
		o.Text, o.Cost = by.ChoiceOf(in.Name, o.Value), costs[in.Name][o.Value]
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
		list[i] = Option{Value: choice, Chosen: choice == value}
	}
	return list
}

// Only reports whether there is nothing to choose.
func (in Input) Only() bool { return len(in.Options) == 1 && in.Options[0].Chosen }

// Say is what the messages say, in sentences, for people who hear it; empty where there
// are none.
func (in Input) Say() string {
	words := []string{}
	for _, fault := range in.Faults {
		words = append(words, sentence(fault))
	}
	for _, r := range in.Rules {
		words = append(words, sentence(r.Message))
		if r.Remediation != "" {
			words = append(words, sentence(r.Remediation))
		}
		if r.Use != "" {
			words = append(words, sentence(r.Offer))
		}
	}
	if len(words) == 0 {
		return ""
	}
	return in.Label + ": " + strings.Join(words, " ")
}

// sentence ends a text with a full stop, where nothing ends it.
func sentence(text string) string {
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?") {
		return text
	}
	return text + "."
}

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
