package service_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// TestRulesOfADeniedRecord checks that a denied record also has the outcome of every rule.
func TestRulesOfADeniedRecord(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	r, err := theRequest(t, "checkout").With("controls.private_cluster", request.Flag(false))
	require.NoError(t, err)
	record := decided(t, s, r)
	require.Equal(t, request.Denied, record.Decision)
	rules := record.Rules()
	in, err := s.Policies(t.Context())
	require.NoError(t, err)
	assert.Len(t, rules, len(in.Items))
	i := slices.IndexFunc(rules, func(o proposal.RuleOutcome) bool { return o.PolicyID == "common.controls.private-cluster" })
	require.GreaterOrEqual(t, i, 0)
	assert.Equal(t, request.Violated, rules[i].Outcome)
	rules[i].Outcome = "changed"
	assert.Equal(t, request.Violated, record.Rules()[i].Outcome, "the caller has a copy")
}
