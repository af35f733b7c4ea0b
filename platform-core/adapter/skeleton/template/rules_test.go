package template

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/request"
)

// ownRules are the provider's rules without sizing and pricing, so that very
// many requests can be checked with them.
func ownRules() []adaptertest.Rule {
	var list []adaptertest.Rule
	for _, r := range nativeRules {
		list = append(list, adaptertest.Rule{ID: r.ID, Find: func(req request.Request) (request.Violation, bool) {
			f := r.check(req)
			if f == nil {
				return request.Violation{}, false
			}
			return r.violation(req, f), true
		}})
	}
	return list
}

// broken has a request for each rule that breaks no other one.
var broken = map[string]adaptertest.RuleCase{
	"a small cluster in production": {
		Rule:    ID + ".cluster.production-size",
		Request: adaptertest.Request(defaultRegion, adaptertest.Production),
		Message: "A small cluster has too few nodes for production.", Suggestion: request.Medium,
	},
}

func TestEachRuleAlone(t *testing.T) {
	for name, c := range broken {
		e, err := New().Evaluate(t.Context(), adaptertest.Input(described(t), adaptertest.Modes()[0], c.Request))
		require.NoError(t, err)
		assert.NoError(t, c.Check(append(e.Violations, e.Advisories...)), name)
	}
	assert.NoError(t, adaptertest.CheckRulesCovered(ownRules(), broken))
}

// TestSuggestionsLeadOut follows suggestions from networks and names that
// providers object to: each satisfies its rule, and all of them come to an end.
func TestSuggestionsLeadOut(t *testing.T) {
	followed, err := adaptertest.CheckSuggestions(ownRules(), adaptertest.Sample(adaptertest.BadRequests(described(t))))
	require.NoError(t, err)
	assert.Positive(t, followed)
	require.NoError(t, adaptertest.CheckWayOut(ownRules(), adaptertest.Sample(adaptertest.BadRequests(described(t)))))
}
