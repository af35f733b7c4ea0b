package service_test

import (
	"encoding/json"
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/wire"
)

// partial returns the evaluation of a document, which may lack fields.
func partial(t *testing.T, s *service.Service, text string) wire.PartialEvaluation {
	t.Helper()
	p, err := request.ParsePartial(document.Source{Format: document.YAML, Data: []byte(text)})
	require.NoError(t, err)
	e, err := s.EvaluatePartial(t.Context(), p, service.PartialOptions{})
	require.NoError(t, err)
	assert.Equal(t, wire.PartialEvaluationSchema, e.Schema)
	return e
}

func statuses(e wire.PartialEvaluation) map[string]request.Outcome {
	all := map[string]request.Outcome{}
	for _, r := range e.Rules {
		all[r.PolicyID] = r.Status
	}
	return all
}

func TestAPartialRequestIsOpenUntilItIsComplete(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	nothing := partial(t, s, "{}")
	assert.Equal(t, wire.VerdictOpen, nothing.Verdict)
	assert.Len(t, nothing.Missing, 10)
	assert.Empty(t, nothing.Faults)
	assert.Empty(t, nothing.Violations)
	assert.Nil(t, nothing.Estimate)
	for id, status := range statuses(nothing) {
		want := request.Open
		if id == "common.budget.priced" {
			want = request.NotApplicable // the rule does not apply to this installation
		}
		assert.Equal(t, want, status, id)
	}

	whole, err := json.Marshal(theRequest(t, "checkout"))
	require.NoError(t, err)
	complete := partial(t, s, string(whole))
	assert.Equal(t, wire.VerdictAccepted, complete.Verdict)
	assert.Empty(t, complete.Missing)
	require.NotNil(t, complete.Estimate)
	assert.NotContains(t, statuses(complete), request.Open)
	assert.ElementsMatch(t, keys(statuses(nothing)), keys(statuses(complete)), "the same rules")
}

func keys(m map[string]request.Outcome) []string {
	var names []string
	for name := range maps.Keys(m) {
		names = append(names, name)
	}
	return names
}

func TestAPartialRequestIsDeniedAsSoonAsNothingCanHelp(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	e := partial(t, s, "region: west-1\nowner: nobody\nexpiry_date: 2026-11-01\n")
	assert.Equal(t, wire.VerdictDenied, e.Verdict)
	require.Len(t, e.Faults, 1)
	assert.Equal(t, "owner", e.Faults[0].Field)
	assert.NotContains(t, e.Missing, "owner", "it is there, and wrong")
	require.Len(t, e.Violations, 2)
	assert.Equal(t, "common.expiry.future", e.Violations[0].PolicyID)
	assert.Equal(t, request.Text("north-1"), e.Violations[1].Suggestion)
	assert.Equal(t, request.Violated, statuses(e)["common.region.allowed"])
	assert.Equal(t, request.Open, statuses(e)["common.network.size"])
}

func TestAnAdaptersRulesAreDecidedByTheFieldsThatTheyRead(t *testing.T) {
	impl := &scripted{}
	s := installed(t, impl, simulation)
	before := impl.calls.Load()
	e := partial(t, s, "owner: payments@example.com\n")
	assert.Equal(t, request.Open, statuses(e)["provider_t.application.reserved"])
	assert.Equal(t, before, impl.calls.Load(), "the adapter is not asked for what it cannot decide")

	e = partial(t, s, "application: reserved\n")
	assert.Equal(t, request.Violated, statuses(e)["provider_t.application.reserved"])
	assert.Equal(t, wire.VerdictDenied, e.Verdict)
	assert.Equal(t, request.Text("reserved"), e.Violations[0].Actual)
	assert.Nil(t, e.Estimate, "the region is not known")

	e = partial(t, s, "application: checkout\n")
	assert.Equal(t, request.Satisfied, statuses(e)["provider_t.application.reserved"])
}

func TestAnEstimateIsGivenAsSoonAsItsFieldsAre(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	e := partial(t, s, "region: north-1\nmonthly_budget: 100\n")
	require.NotNil(t, e.Estimate)
	assert.Equal(t, request.Cents(20_050), e.Estimate.MonthlyTotal)
	assert.Equal(t, request.Violated, statuses(e)["common.budget.covers-estimate"])
	assert.Equal(t, request.Number(201), e.Violations[0].Suggestion)
}

func TestAPartialEvaluationStoresNothing(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	partial(t, s, "application: checkout\n")
	assert.Empty(t, counts(t, s).Requests)
}

func TestAPartialEvaluationNeedsAnInstallation(t *testing.T) {
	_, err := newService(t, &scripted{}).EvaluatePartial(t.Context(), request.Partial{Missing: []string{"owner"}}, service.PartialOptions{})
	assert.Equal(t, problem.InstallationRequired, code(err))
}
