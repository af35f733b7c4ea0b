package service_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/wire"
)

// chosen returns the evaluation of a complete request with its choices.
func chosen(t *testing.T, s *service.Service, r request.Request) wire.PartialEvaluation {
	t.Helper()
	e, err := s.EvaluatePartial(t.Context(), request.Partial{Request: r}, service.PartialOptions{Choices: true})
	require.NoError(t, err)
	return e
}

// TestAChoiceAsksTheAdapterOnce checks that each choice costs one call of the adapter, even if the adapter
// suggests a region that is not allowed.
func TestAChoiceAsksTheAdapterOnce(t *testing.T) {
	counted := &scripted{}
	s := installed(t, zonal{counted}, simulation+"allowed_regions: [north-1, south-1]")
	r := theRequest(t, "checkout")
	for range 2 { // the search for a fix remembers estimates
		counted.calls.Store(0)
		_, err := s.EvaluatePartial(t.Context(), request.Partial{Request: r}, service.PartialOptions{})
		require.NoError(t, err)
	}
	before := counted.calls.Swap(0)
	e := chosen(t, s, r)
	count := 0
	for _, list := range e.Choices {
		count += len(list)
	}
	assert.Equal(t, 3+3+2+6, count)
	assert.EqualValues(t, count, counted.calls.Load()-before)
}

// partly is an adapter that cannot evaluate large clusters.
type partly struct{ *scripted }

func (p partly) Evaluate(ctx context.Context, in adapter.Input) (adapter.Evaluation, error) {
	if in.Request.ClusterSize == request.Large {
		return adapter.Evaluation{}, problem.New(problem.AdapterUnavailable, "It went away.")
	}
	return p.scripted.Evaluate(ctx, in)
}

// TestAChoiceThatFailsIsOpen checks that a choice is open if the adapter cannot evaluate it. Other choices
// keep their verdict.
func TestAChoiceThatFailsIsOpen(t *testing.T) {
	s := installed(t, partly{&scripted{}}, simulation)
	e := chosen(t, s, theRequest(t, "checkout"))
	assert.Equal(t, wire.VerdictAccepted, e.Verdict)
	for _, c := range e.Choices[request.SizeField] {
		if c.Value == request.Large {
			assert.Equal(t, wire.VerdictOpen, c.Decision)
			assert.False(t, c.KnownTotal.Known)
			continue
		}
		assert.Equal(t, wire.VerdictAccepted, c.Decision, c.Value)
		assert.True(t, c.KnownTotal.Known)
	}
}

// TestCostlyRulesLeaveNoChoiceOpen checks that a choice evaluates only rules that read the chosen field.
// Otherwise, these rules would exceed the cost limit.
func TestCostlyRulesLeaveNoChoiceOpen(t *testing.T) {
	rules := simulation + "policies:\n"
	for n := range sampled(100, 20) {
		rules += fmt.Sprintf("- {id: team.r%d, title: t, field: monthly_budget, level: mandatory, message: m, remediation: r, expected: e, "+
			"require: '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(a, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(b, a * b != request.monthly_budget + %d))'}\n", n, n+200)
	}
	for name, list := range chosen(t, installed(t, &scripted{}, rules), theRequest(t, "checkout")).Choices {
		for _, c := range list {
			assert.NotEqual(t, wire.VerdictOpen, c.Decision, "%s: %+v", name, c)
		}
	}
}

// TestAnAdapterThatDeclaresNothingPricesAChoice checks that each choice of a complete request has an
// estimate, even if the adapter declares no fields for its estimate.
func TestAnAdapterThatDeclaresNothingPricesAChoice(t *testing.T) {
	s := installed(t, undeclared{&scripted{}}, simulation)
	for _, c := range chosen(t, s, theRequest(t, "checkout")).Choices[request.SizeField] {
		assert.True(t, c.KnownTotal.Known, c.Value)
	}
}

type undeclared struct{ *scripted }

func (u undeclared) Describe(ctx context.Context) (adapter.Description, error) {
	d, err := u.scripted.Describe(ctx)
	d.EstimateReads = nil
	return d, err
}

// TestAnExpiryDateThatARuleNeedsIsMissing checks that it is missing from the moment at which its environment is known.
func TestAnExpiryDateThatARuleNeedsIsMissing(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	for text, want := range map[string][]string{
		`{"application": "checkout"}`:                                 nil,
		`{"environment": "development"}`:                              {request.ExpiryField},
		`{"environment": "production"}`:                               nil,
		`{"environment": "development", "expiry_date": "tomorrow"}`:   nil,
		`{"environment": "development", "expiry_date": "2026-12-01"}`: nil,
	} {
		p, err := request.ParsePartial(document.Source{Format: document.JSON, Data: []byte(text)})
		require.NoError(t, err, text)
		e, err := s.EvaluatePartial(t.Context(), p, service.PartialOptions{})
		require.NoError(t, err, text)
		assert.Equal(t, append(p.Missing, want...), e.Missing, text)
		assert.Equal(t, wire.VerdictOpen, e.Verdict, text)
		assert.Len(t, e.Violations, len(want), text)
	}
}

// TestAChoiceThatCompletesTheRequest checks that a choice decides every rule if it sets the last missing
// field. This includes rules that do not read that field.
func TestAChoiceThatCompletesTheRequest(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	p := request.Partial{Request: theRequest(t, "checkout"), Given: map[string]bool{}, Missing: []string{request.SizeField}}
	for _, name := range request.FieldNames() {
		p.Given[name] = name != request.SizeField && name != request.ExpiryField
	}
	p.Request.ExpiryDate = "" // a development environment needs one
	e, err := s.EvaluatePartial(t.Context(), p, service.PartialOptions{Choices: true})
	require.NoError(t, err)
	assert.Equal(t, wire.VerdictOpen, e.Verdict)
	for _, c := range e.Choices[request.SizeField] {
		complete, err := p.With(request.SizeField, request.Text(c.Value))
		require.NoError(t, err)
		want, err := s.EvaluatePartial(t.Context(), complete, service.PartialOptions{})
		require.NoError(t, err)
		assert.Equal(t, []string{request.ExpiryField}, want.Missing)
		assert.Equal(t, want.Verdict, c.Decision, c.Value)
	}
}
