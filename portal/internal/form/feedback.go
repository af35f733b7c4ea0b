package form

import (
	"context"
	"errors"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/shell"
)

// Feedback is the API's answer about values, by field. [Check] returns it.
type Feedback struct {
	Faults map[string][]string
	Rules  map[string][]BrokenRule
	// Summary contains all faults in the order of the form.
	Summary []Item
	// Known is the partial evaluation; nil if the API could not read the request.
	Known *wire.PartialEvaluation
	// Evaluation equals Known if the request is readable; otherwise it is nil.
	Evaluation *wire.PartialEvaluation
}

// Check asks the API, in one call, for the evaluation of the values. Faults are part of the
// [Feedback]; the error says why the call failed.
func Check(ctx context.Context, client *api.Client, values Values) (Feedback, error) {
	evaluation, err := client.Evaluate(ctx, values.Document(), api.WithChoices)
	if err != nil {
		if refused, ok := Refused(err); ok {
			return refused, nil
		}
		return Feedback{}, err
	}
	found := evaluation.Alternatives
	at := slices.IndexFunc(found, func(a wire.Alternative) bool { return factsOf(a) == values[FollowedFacts] })
	if at > 0 { // the user took this fix
		taken := found[at]
		evaluation.Alternatives = slices.Insert(slices.Delete(found, at, at+1), 0, taken)
	}
	feedback := NewFeedback()
	for _, name := range evaluation.Missing {
		messages := missing(name, evaluation.Violations)
		feedback.Add(name, messages[0])
		feedback.Faults[name] = messages
	}
	for _, f := range evaluation.Faults {
		feedback.Add(f.Field, faultText(f))
	}
	SortItems(feedback.Summary)
	feedback.Rules, feedback.Known = RulesOf(evaluation, feedback.Faults), &evaluation
	feedback.dropUnproven()
	feedback.noteHostBits(values[request.NetworkField])
	if evaluation.Readable() {
		feedback.Evaluation = &evaluation
	}
	return feedback, nil
}

// noteHostBits adds a note if the network range has host bits, which the request does not have.
func (b *Feedback) noteHostBits(network string) {
	if p, err := netip.ParsePrefix(strings.TrimSpace(network)); err == nil && p != p.Masked() {
		b.Rules[request.NetworkField] = append(b.Rules[request.NetworkField], NewRule(request.Violation{
			Field: request.NetworkField, Message: "The request has the range without the host bits of " + p.String() + ".",
			Suggestion: request.Text(p.Masked().String()),
		}, true))
	}
}

// missing returns the messages for a missing field: those of the rules that need it, if there are any.
func missing(name string, violations []request.Violation) (messages []string) {
	for _, v := range violations {
		if v.Field == name {
			messages = append(messages, v.Message)
		}
	}
	if messages == nil {
		f, _ := request.FieldNamed(name)
		fault := problem.Fault{Field: name, Code: problem.FaultMissing, Message: "is missing; " + f.Text.Missing}
		messages = []string{faultText(fault)}
	}
	return messages
}

// Refused returns the [Feedback] for a document that the API could not read. It returns false if
// err is another error.
func Refused(err error) (Feedback, bool) {
	var p *problem.Problem
	if !errors.As(err, &p) || !slices.Contains(
		[]problem.Code{problem.InvalidRequest, problem.MalformedBody, problem.InstallationRejected}, p.Code,
	) {
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

// NewFeedback returns an empty [Feedback].
func NewFeedback() Feedback { return Feedback{Faults: map[string][]string{}} }

// Add adds a fault of a field. If field is empty, the fault is about the whole form.
func (b *Feedback) Add(field, text string) {
	if field != "" {
		b.Faults[field] = append(b.Faults[field], text)
	}
	b.Summary = append(b.Summary, Item{field, text})
}

// Of returns the [Feedback] on the named fields.
func (b Feedback) Of(names []string) Feedback {
	some := Feedback{
		Known: b.Known, Evaluation: b.Evaluation, Faults: map[string][]string{}, Rules: map[string][]BrokenRule{},
	}
	for _, name := range names {
		some.Faults[name], some.Rules[name] = b.Faults[name], b.Rules[name]
	}
	return some
}

// AfterUse drops the notes that offer a value for a field that a button left as it was written. use is the query of
// the button; see [Use].
func (b Feedback) AfterUse(use string) {
	filled, err := url.ParseQuery(use)
	for name := range b.Rules {
		if err == nil && use != "" && !filled.Has(name) {
			b.Rules[name] = slices.DeleteFunc(b.Rules[name], func(r BrokenRule) bool {
				return r.Note() && r.Use != ""
			})
		}
	}
}

// cost returns the estimated cost of a value in words, or an empty text if there is no estimate.
func (b Feedback) cost(field, value string) string {
	if b.Known == nil {
		return ""
	}
	for _, c := range b.Known.Choices[field] {
		if c.Value != value || !c.KnownTotal.Known {
			continue
		}
		words := shell.MonthlyCost(c.Estimate())
		if environment := c.Assuming[request.EnvironmentField]; environment != "" {
			words += " in " + environment
		}
		if size := c.Assuming[request.SizeField]; size != "" {
			words += " with size " + size
		}
		return words
	}
	return ""
}
