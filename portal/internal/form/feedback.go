package form

import (
	"context"
	"errors"
	"slices"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
)

// Feedback is what the API answers about values, by field.
type Feedback struct {
	Faults map[string][]string
	Rules  map[string][]Rule
	// Summary are all faults in the order of the form.
	Summary []Item
	// Known is what can be decided of the request; nil where the API could not read it.
	Known *wire.PartialEvaluation
	// Evaluation is Known once the request is complete.
	Evaluation *wire.PartialEvaluation
}

// Check asks the API, once, what it can decide of the values. Faults are no
// error.
func Check(ctx context.Context, client *api.Client, values Values) (Feedback, error) {
	document, err := values.Document()
	if err != nil {
		return Feedback{}, err
	}
	evaluation, err := client.EvaluateForm(ctx, document)
	if err != nil {
		if refused, ok := Refused(err); ok {
			return refused, nil
		}
		return Feedback{}, err
	}
	feedback := NewFeedback()
	for _, name := range evaluation.Missing {
		f, _ := request.FieldNamed(name)
		feedback.Add(name, faultText(problem.Fault{Field: name, Code: problem.FaultMissing, Message: "is missing; " + f.Text.Missing}))
	}
	for _, f := range evaluation.Faults {
		feedback.Add(f.Field, faultText(f))
	}
	SortItems(feedback.Summary)
	feedback.Rules, feedback.Known = rulesOf(evaluation, feedback.Faults), &evaluation
	feedback.dropUnproven()
	if evaluation.Complete() {
		feedback.Evaluation = &evaluation
	}
	return feedback, nil
}

// Refused returns what the API answers about a document that it cannot read, and
// whether err is that.
func Refused(err error) (Feedback, bool) {
	var p *problem.Problem
	if !errors.As(err, &p) || p.Code != problem.InvalidRequest && p.Code != problem.MalformedBody && p.Code != problem.InstallationRejected {
		return Feedback{}, false
	}
	feedback := NewFeedback()
	for _, f := range p.Faults {
		feedback.Add(f.Field, faultText(f))
	}
	if len(p.Faults) == 0 {
		feedback.Add("", p.Detail)
	}
	SortItems(feedback.Summary)
	return feedback, true
}

// NewFeedback returns feedback without a fault or a rule.
func NewFeedback() Feedback { return Feedback{Faults: map[string][]string{}} }

// Add keeps what is wrong with a field; of the whole form where field is empty.
func (b *Feedback) Add(field, text string) {
	if field != "" {
		b.Faults[field] = append(b.Faults[field], text)
	}
	b.Summary = append(b.Summary, Item{field, text})
}

// Of returns the feedback on the fields with the names.
func (b Feedback) Of(names []string) Feedback {
	some := Feedback{Faults: map[string][]string{}, Rules: map[string][]Rule{}, Known: b.Known, Evaluation: b.Evaluation}
	for _, f := range All() {
		if slices.Contains(names, f.Name) {
			some.Faults[f.Name], some.Rules[f.Name] = b.Faults[f.Name], b.Rules[f.Name]
		}
	}
	return some
}
