package convert

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/request"
)

// EvaluationToMessage returns e as a message.
func EvaluationToMessage(e adapter.Evaluation) *providerv1.EvaluateResponse {
	return &providerv1.EvaluateResponse{
		Violations: each(e.Violations, violationToMessage),
		Advisories: each(e.Advisories, violationToMessage),
		Resources:  each(e.Resources, resourceToMessage),
		Estimate:   estimateToMessage(e.Estimate),
	}
}

// EvaluationFromMessage returns the evaluation that m carries, or an *Error.
func EvaluationFromMessage(m *providerv1.EvaluateResponse) (adapter.Evaluation, error) {
	violations, err := tryEach("violations", m.GetViolations(), violationFromMessage)
	if err != nil {
		return adapter.Evaluation{}, err
	}
	advisories, err := tryEach("advisories", m.GetAdvisories(), violationFromMessage)
	if err != nil {
		return adapter.Evaluation{}, err
	}
	resources, err := tryEach("resources", m.GetResources(), resourceFromMessage)
	if err != nil {
		return adapter.Evaluation{}, err
	}
	return adapter.Evaluation{
		Violations: violations,
		Advisories: advisories,
		Resources:  resources,
		Estimate:   estimateFromMessage(m.GetEstimate()),
	}, nil
}

func violationToMessage(v request.Violation) *providerv1.Violation {
	return &providerv1.Violation{
		PolicyId:    v.PolicyID,
		Source:      string(v.Source),
		Field:       v.Field,
		Message:     v.Message,
		Remediation: v.Remediation,
		Actual:      valueToMessage(v.Actual),
		Expected:    v.Expected,
		Suggestion:  valueToMessage(v.Suggestion),
	}
}

func violationFromMessage(field string, m *providerv1.Violation) (request.Violation, error) {
	actual, err := valueFromMessage(field+".actual", m.GetActual())
	if err != nil {
		return request.Violation{}, err
	}
	suggestion, err := valueFromMessage(field+".suggestion", m.GetSuggestion())
	if err != nil {
		return request.Violation{}, err
	}
	return request.Violation{
		PolicyID:    m.GetPolicyId(),
		Source:      request.Source(m.GetSource()),
		Field:       m.GetField(),
		Message:     m.GetMessage(),
		Remediation: m.GetRemediation(),
		Actual:      actual,
		Expected:    m.GetExpected(),
		Suggestion:  suggestion,
	}, nil
}

func resourceToMessage(r request.Resource) *providerv1.Resource {
	return &providerv1.Resource{
		Address:      r.Address,
		Type:         r.Type,
		Name:         r.Name,
		Region:       r.Region,
		Parent:       r.Parent,
		Controls:     each(r.Controls, text[string]),
		Properties:   propertiesToMessage(r.Properties),
		MonthlyCents: moneyToMessage(r.MonthlyCost),
	}
}

func resourceFromMessage(field string, m *providerv1.Resource) (request.Resource, error) {
	properties, err := propertiesFromMessage(field+".properties", m.GetProperties())
	if err != nil {
		return request.Resource{}, err
	}
	return request.Resource{
		Address:     m.GetAddress(),
		Type:        m.GetType(),
		Name:        m.GetName(),
		Region:      m.GetRegion(),
		Parent:      m.GetParent(),
		Controls:    each(m.GetControls(), text[request.Control]),
		Properties:  properties,
		MonthlyCost: moneyFromMessage(m.MonthlyCents),
	}, nil
}

func propertiesToMessage(p request.Properties) []string {
	pairs := make([]string, 0, 2*len(p))
	for _, name := range p.Names() {
		pairs = append(pairs, name, p[name])
	}
	return pairs
}

func propertiesFromMessage(field string, pairs []string) (request.Properties, error) {
	if len(pairs)%2 != 0 {
		return nil, wrong(field, "has a name without a value")
	}
	properties := make(request.Properties, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		if i > 0 && pairs[i-2] >= pairs[i] {
			return nil, wrong(field, "has %q after %q; names must be sorted, each once", pairs[i], pairs[i-2])
		}
		properties[pairs[i]] = pairs[i+1]
	}
	return properties, nil
}
