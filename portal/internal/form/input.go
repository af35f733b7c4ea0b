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

// Parts are the templates "field" and "summary", to include in the source of a page.
//
//go:embed parts.html
var Parts string

// Input is a [Field] with its value and its messages. Create it with [NewInput].
type Input struct {
	Field
	Value   string
	Options []Option
	// Placeholder is shown while the input is empty.
	Placeholder string
	// Beside means that this input shows the cost of the request. Cost is empty while the cost is
	// unknown.
	Beside bool
	Cost   string
	// Faults say why the value cannot be read.
	Faults []string
	// Rules are the rules that the value breaks.
	Rules []BrokenRule
}

// Option is one value of a choice.
type Option struct {
	Value  string
	Chosen bool
	// ID is the ID of a card's radio button. The first ID is the name of the field, so that links
	// to the field work.
	ID string
	// Text describes the effect of the value, and Cost is its cost; each is empty if unknown.
	Text, Cost string
}

// BrokenRule is a rule that a value breaks.
type BrokenRule struct {
	// PolicyID is empty if the message is about the fix.
	PolicyID    string
	Message     string
	Remediation string
	// Advisory means that the rule does not deny.
	Advisory bool
	// Fix means that the fix changes the value although no rule is about it.
	Fix bool
	// Calm means that the field is not one of [ToChange], or that the message is a note.
	Calm bool
	// Use is a value that satisfies the rule, as the query that a button of the form sends. It is
	// empty if the rule suggests no value.
	Use string
	// Offer is the text of the button that fills in Use.
	Offer string
	// Otherwise is the advice if Use leads to another denial; empty for none.
	Otherwise string
	// Expected is the value that the rule expects.
	Expected string
}

// Note reports whether the message is only a note.
func (r BrokenRule) Note() bool { return r.Advisory && !r.Fix }

// More counts the rules after the first one, which pages fold. A note is not a message.
func More(rules []BrokenRule) string {
	notes := 0
	for _, r := range rules[1:] {
		if r.Note() {
			notes++
		}
	}
	var counts []string
	if messages := len(rules) - 1 - notes; messages > 0 {
		counts = append(counts, shell.Count(messages, "more message"))
	}
	switch {
	case notes > 0 && rules[0].Note():
		counts = append(counts, shell.Count(notes, "more note"))
	case notes > 0:
		counts = append(counts, shell.Count(notes, "note"))
	}
	return strings.Join(counts, " and ")
}

// NewInput returns the [Input] of a field, with the messages for it in feedback.
func NewInput(f Field, value string, feedback Feedback) Input {
	in := Input{Field: f, Value: value, Faults: feedback.Faults[f.Name], Rules: feedback.Rules[f.Name]}
	if f.Chosen() {
		in.Options = options(f.Choices, value)
	}
	for i := range in.Options {
		o := &in.Options[i]
		o.ID, o.Cost = f.Name, feedback.cost(f.Name, o.Value)
		if i > 0 {
			o.ID += "-" + strconv.Itoa(i+1)
		}
	}
	return in
}

// Explained returns the input with the provider's description of each option.
func (in Input) Explained(by profile.Provider) Input {
	for i := range in.Options {
		in.Options[i].Text = by.ChoiceOf(in.Name, in.Options[i].Value)
	}
	return in
}

// options returns the choices. It adds the value if it is not a choice, so that no input is lost.
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

// Only reports whether there is only one option and it is chosen.
func (in Input) Only() bool { return len(in.Options) == 1 && in.Options[0].Chosen }

// Sentence adds a full stop if the text has no final punctuation.
func Sentence(text string) string {
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?") {
		return text
	}
	return text + "."
}

var dateForm = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)

// DateType returns the type of a date input. It is "text" if the value is not a date, because
// browsers clear a date input with an invalid value.
func (in Input) DateType() string {
	if in.Value != "" {
		if _, err := request.ParseDate(in.Value); err != nil || !dateForm.MatchString(in.Value) {
			return "text"
		}
	}
	return "date"
}
