package form

import (
	"context"
	"errors"
	"slices"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/api"
)

// Feedback is what the API says of values, by field.
type Feedback struct {
	Faults map[string][]string
	Rules  map[string][]Rule
	// Summary are all faults in the order of the form.
	Summary []Item
	// Evaluation is what would become of the request; nil while it has faults.
	Evaluation *api.Evaluation
}

// Check asks the API what would become of the values. Faults are no error.
func Check(ctx context.Context, client *api.Client, values Values, regions []string) (Feedback, error) {
	evaluation, err := evaluate(ctx, client, values)
	if err == nil {
		return Feedback{Evaluation: &evaluation, Rules: rulesOf(evaluation.Record, nil)}, nil
	}
	said, ok := Refused(err)
	if !ok {
		return Feedback{}, err
	}
	said.agreed(ctx, client, values, regions)
	return said, nil
}

func evaluate(ctx context.Context, client *api.Client, values Values) (api.Evaluation, error) {
	document, err := values.Document()
	if err != nil {
		return api.Evaluation{}, err
	}
	return client.Evaluate(ctx, document)
}

// Refused returns what the API says of a document that it cannot read, and
// whether err is that.
func Refused(err error) (Feedback, bool) {
	var p *problem.Problem
	if !errors.As(err, &p) || p.Code != problem.InvalidRequest && p.Code != problem.MalformedBody && p.Code != problem.InstallationRejected {
		return Feedback{}, false
	}
	said := NewFeedback()
	for _, f := range p.Faults {
		said.Add(f.Field, faultOf(f))
	}
	if len(p.Faults) == 0 {
		said.Add("", p.Detail)
	}
	SortItems(said.Summary)
	return said, true
}

// NewFeedback returns what is said where nothing is.
func NewFeedback() Feedback { return Feedback{Faults: map[string][]string{}} }

// Add keeps what is wrong with a field; of the whole form where field is empty.
func (s *Feedback) Add(field, text string) {
	if field != "" {
		s.Faults[field] = append(s.Faults[field], text)
	}
	s.Summary = append(s.Summary, Item{field, text})
}

// rulesOf returns the rules that the record breaks, by field; none of fields that
// have a fault.
func rulesOf(record request.Record, faults map[string][]string) map[string][]Rule {
	rules := map[string][]Rule{}
	keep := func(list []request.Violation, advisory bool) {
		for _, v := range list {
			if len(faults[v.Field]) == 0 {
				rules[v.Field] = append(rules[v.Field], NewRule(v, advisory))
			}
		}
	}
	keep(record.Violations, false)
	keep(record.Advisories, true)
	return rules
}

// Of returns what is said of the fields with the names alone.
func (s Feedback) Of(names []string) Feedback {
	some := Feedback{Faults: map[string][]string{}, Rules: map[string][]Rule{}, Evaluation: s.Evaluation}
	for _, f := range All() {
		if slices.Contains(names, f.Name) {
			some.Faults[f.Name], some.Rules[f.Name] = s.Faults[f.Name], s.Rules[f.Name]
		}
	}
	return some
}
