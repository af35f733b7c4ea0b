package convert

import (
	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/provider"
	"platform.internal/platform-core/provider/plugin/internal/providerv1"
)

// EvaluationToMessage returns e as a message.
func EvaluationToMessage(e provider.Evaluation) *providerv1.EvaluateResponse {
	return &providerv1.EvaluateResponse{
		Violations: each(e.Violations, violationToMessage),
		Advisories: each(e.Advisories, violationToMessage),
		Resources:  each(e.Resources, resourceToMessage),
		Estimate:   estimateToMessage(e.Estimate),
	}
}

// EvaluationFromMessage returns the evaluation that m carries, or an *Error.
func EvaluationFromMessage(m *providerv1.EvaluateResponse) (provider.Evaluation, error) {
	violations, err := tryEach("violations", m.GetViolations(), violationFromMessage)
	if err != nil {
		return provider.Evaluation{}, err
	}
	advisories, err := tryEach("advisories", m.GetAdvisories(), violationFromMessage)
	if err != nil {
		return provider.Evaluation{}, err
	}
	resources, err := tryEach("resources", m.GetResources(), resourceFromMessage)
	if err != nil {
		return provider.Evaluation{}, err
	}
	return provider.Evaluation{
		Violations: violations,
		Advisories: advisories,
		Resources:  resources,
		Estimate:   estimateFromMessage(m.GetEstimate()),
	}, nil
}

func violationToMessage(v environment.Violation) *providerv1.Violation {
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

func violationFromMessage(field string, m *providerv1.Violation) (environment.Violation, error) {
	actual, err := valueFromMessage(field+".actual", m.GetActual())
	if err != nil {
		return environment.Violation{}, err
	}
	suggestion, err := valueFromMessage(field+".suggestion", m.GetSuggestion())
	if err != nil {
		return environment.Violation{}, err
	}
	return environment.Violation{
		PolicyID:    m.GetPolicyId(),
		Source:      environment.Source(m.GetSource()),
		Field:       m.GetField(),
		Message:     m.GetMessage(),
		Remediation: m.GetRemediation(),
		Actual:      actual,
		Expected:    m.GetExpected(),
		Suggestion:  suggestion,
	}, nil
}

func resourceToMessage(r environment.Resource) *providerv1.Resource {
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

func resourceFromMessage(field string, m *providerv1.Resource) (environment.Resource, error) {
	properties, err := propertiesFromMessage(field+".properties", m.GetProperties())
	if err != nil {
		return environment.Resource{}, err
	}
	return environment.Resource{
		Address:     m.GetAddress(),
		Type:        m.GetType(),
		Name:        m.GetName(),
		Region:      m.GetRegion(),
		Parent:      m.GetParent(),
		Controls:    each(m.GetControls(), text[environment.Control]),
		Properties:  properties,
		MonthlyCost: moneyFromMessage(m.MonthlyCents),
	}, nil
}

func propertiesToMessage(p environment.Properties) []string {
	pairs := make([]string, 0, 2*len(p))
	for _, name := range p.Names() {
		pairs = append(pairs, name, p[name])
	}
	return pairs
}

func propertiesFromMessage(field string, pairs []string) (environment.Properties, error) {
	if len(pairs)%2 != 0 {
		return nil, wrong(field, "has a name without a value")
	}
	properties := make(environment.Properties, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		if i > 0 && pairs[i-2] >= pairs[i] {
			return nil, wrong(field, "has %q after %q; names must be sorted, each once", pairs[i], pairs[i-2])
		}
		properties[pairs[i]] = pairs[i+1]
	}
	return properties, nil
}
