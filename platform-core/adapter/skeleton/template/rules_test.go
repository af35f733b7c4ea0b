package template

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/request"
)

// broken has a request for each rule that breaks no other one.
var broken = map[string]adaptertest.RuleCase{
	"a small cluster in production": {
		Rule:    ID + ".cluster.production-size",
		Request: adaptertest.Request(defaultRegion, adaptertest.Production),
		Message: "A small cluster has too few nodes for production.", Suggestion: request.Medium,
	},
	"a namespace of the provider": {
		Rule:    ID + ".application.namespace",
		Request: adaptertest.Request(defaultRegion, adaptertest.WithApplication("system-shop")),
		Message: "The application runs in a namespace of its own name, and system-shop is kept for the cluster itself.", Suggestion: "app-system-shop",
	},
	"a name that is cut": {
		Rule:    ID + ".application.name-length",
		Request: adaptertest.Request(defaultRegion, adaptertest.WithApplication("a-rather-long-application-name")),
		Message: "Names of resources show only the first 25 characters of a-rather-long-application-name; " +
			"digits of the request ID keep them apart.",
		Suggestion: "a-rather-long-application",
	},
}

func TestEachRuleByItself(t *testing.T) {
	for name, c := range broken {
		e, err := New().Evaluate(t.Context(), adaptertest.Input(described(t), adaptertest.Modes()[0], c.Request))
		require.NoError(t, err)
		assert.NoError(t, c.Check(append(e.Violations, e.Advisories...)), name)
	}
	assert.NoError(t, adaptertest.CheckRulesCovered(nativeRules, broken))
}

// TestSuggestionsLeadOut follows suggestions from networks and names that
// providers object to: each satisfies its rule, and all of them come to an end.
func TestSuggestionsLeadOut(t *testing.T) {
	followed, err := adaptertest.CheckSuggestions(nativeRules, adaptertest.Sample(adaptertest.BadRequests(described(t))))
	require.NoError(t, err)
	assert.Positive(t, followed)
	require.NoError(t, adaptertest.CheckWayOut(nativeRules, adaptertest.Sample(adaptertest.BadRequests(described(t)))))
}

// TestRulesReadOnlyWhatTheyName: a platform decides a rule as soon as the fields
// that it names are given.
func TestRulesReadOnlyWhatTheyName(t *testing.T) {
	other := adaptertest.Request("south-1", adaptertest.Production, adaptertest.LongestTexts)
	require.NoError(t, adaptertest.CheckReads(t.Context(), New(), adaptertest.Sample(adaptertest.Requests(described(t))), other))
}
