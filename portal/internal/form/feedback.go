package form

import (
	"context"
	"errors"
	"slices"
	"strings"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/problem"
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

// Item is a line of a summary: what is said, and of which field.
type Item struct {
	// Field is empty where the form has no such field.
	Field string
	Text  string
}

// NewItem returns the line about a field, without the field where the form does
// not have it: a link needs a place to lead to.
func NewItem(field, text string) Item {
	if !Has(field) {
		field = ""
	}
	return Item{field, text}
}

// Check asks the API what would become of the values. Faults are no error.
func Check(ctx context.Context, client *api.Client, values Values, regions []string) (Feedback, error) {
	evaluation, err := evaluate(ctx, client, values)
	if err == nil {
		said := Feedback{Evaluation: &evaluation}
		said.rules(evaluation.Record)
		return said, nil
	}
	said, ok := Refused(err)
	if !ok {
		return Feedback{}, err
	}
	if filled, err := evaluate(ctx, client, said.filled(values, regions)); err == nil {
		said.rules(filled.Record)
	}
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
	said := Feedback{Faults: map[string][]string{}}
	for _, f := range p.Faults {
		said.fault(f)
	}
	if len(p.Faults) == 0 {
		said.Summary = []Item{{Text: p.Detail}}
	}
	return said, true
}

// fault keeps a fault. The API's message follows a field's name; the label
// stands in for it.
func (s *Feedback) fault(f problem.Fault) {
	s.Add(f.Field, Label(f.Field), f.Message)
}

// Add keeps what is wrong with a field that has the label.
func (s *Feedback) Add(field, label, message string) {
	text := strings.TrimSpace(label + " " + message)
	if field != "" {
		s.Faults[field] = append(s.Faults[field], text)
	}
	s.Summary = append(s.Summary, Item{field, text})
}

// standIns are values that nobody wrote, for fields that cannot be read yet: with
// them the API can say what the rules make of the others. They ask for little,
// so that they break few rules; what is said of them is never shown.
var standIns = Values{
	"application": "application", "owner": "owner@example.com", "cost_centre": "CC-1",
	"data_classification": environment.Public, "monthly_budget": "1000000",
	"business_justification": "Stands in for a justification.",
	"environment":            environment.Production, "network_cidr": "10.0.0.0/20", "cluster_size": environment.Small,
	"controls.encryption_at_rest": On, "controls.private_cluster": On, "controls.central_logging": On, "controls.least_privilege": On,
}

// filled returns the values with a stand-in for each one that has a fault.
func (s Feedback) filled(values Values, regions []string) Values {
	whole := values.With(nil)
	for field := range s.Faults {
		whole[field] = standIns[field]
		if field == "region" && len(regions) > 0 {
			whole[field] = regions[0]
		}
	}
	return whole
}

// rules keeps the rules that the record breaks, beside fields without a fault.
func (s *Feedback) rules(record environment.Record) {
	s.Rules = map[string][]Rule{}
	keep := func(list []environment.Violation, advisory bool) {
		for _, v := range list {
			if len(s.Faults[v.Field]) == 0 {
				s.Rules[v.Field] = append(s.Rules[v.Field], Rule{v.Message, v.Remediation, advisory, v.Suggestion.String()})
			}
		}
	}
	keep(record.Violations, false)
	keep(record.Advisories, true)
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
