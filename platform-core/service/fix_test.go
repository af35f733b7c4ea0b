package service_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
)

func TestFix(t *testing.T) {
	impl := &scripted{}
	s := installed(t, impl, simulation+"mode: sandbox\nallowed_regions: [south-1]")
	r := theRequest(t, "reserved")
	r.Environment, r.ClusterSize, r.MonthlyBudget, r.ExpiryDate = "production", "large", 5000, ""
	e, err := s.Evaluate(t.Context(), r)
	require.NoError(t, err)
	assert.EqualValues(t, 2, impl.calls.Load(), "the adapter is asked about the request, and about the fixed one")
	assert.Equal(t, request.Denied, e.Record.Decision)
	fixed := r
	var fields []string
	for _, c := range e.Fix {
		assert.Equal(t, r.Value(c.Field), c.From)
		fields = append(fields, c.Field)
		fixed, err = fixed.With(c.Field, c.To)
		require.NoError(t, err)
	}
	assert.Equal(t, []string{"region", "environment", "application", "cluster_size", "expiry_date", "monthly_budget"}, fields)
	after, err := s.Evaluate(t.Context(), fixed)
	require.NoError(t, err)
	assert.Equal(t, request.Accepted, after.Record.Decision)
	assert.Nil(t, after.Fix)
	assert.Empty(t, s.Counts().Requests, "nothing is stored")
}

// TestAFixChangesNoMoreThanNeeded has rules of which one asks for a change that
// another change makes needless, or takes back.
func TestAFixChangesNoMoreThanNeeded(t *testing.T) {
	rule := func(id, field, when, require, suggest string) string {
		return fmt.Sprintf("- {id: %s, title: t, field: %s, level: mandatory, when: '%s', require: '%s', message: m, remediation: r, expected: e, suggest: '%s'}\n",
			id, field, when, require, suggest)
	}
	s := installed(t, &scripted{}, simulation+"policies:\n"+
		rule("team.size-there", "cluster_size", `request.cost_centre == "CC-1"`, `request.cluster_size == "medium"`, `"medium"`)+
		rule("team.size-here", "cluster_size", `request.cost_centre != "CC-1"`, `request.cluster_size == "small"`, `"small"`)+
		rule("team.centre", "cost_centre", "true", `request.cost_centre == "CC-2"`, `"CC-2"`)+
		rule("team.justified", "business_justification", `request.cluster_size == "medium"`, "false", ""))
	r := theRequest(t, "checkout")
	r.CostCentre = "CC-1"
	e, err := s.Evaluate(t.Context(), r)
	require.NoError(t, err)
	require.Len(t, e.Fix, 1, "%v", e.Fix)
	assert.Equal(t, request.Change{Field: "cost_centre", From: request.Text("CC-1"), To: request.Text("CC-2"), PolicyID: "team.centre"}, e.Fix[0])
}

func TestNoFixWhereRulesContradict(t *testing.T) {
	rule := func(id, want string) string {
		return fmt.Sprintf("- {id: %s, title: t, field: application, level: mandatory, require: 'request.application == %q', message: m, remediation: r, expected: e, suggest: '%q'}\n", id, want, want)
	}
	s := installed(t, &scripted{}, simulation+"policies:\n"+rule("team.a", "alpha")+rule("team.b", "beta"))
	e, err := s.Evaluate(t.Context(), theRequest(t, "checkout"))
	require.NoError(t, err)
	assert.Equal(t, request.Denied, e.Record.Decision)
	assert.Nil(t, e.Fix)
}
