package template

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest/orders"
	"platform.internal/platform-core/adapter/adaptertest/rules"
	"platform.internal/platform-core/request"
)

// ownRules are the provider's rules without sizing and pricing, so that very
// many requests can be held against them.
func ownRules() []rules.Rule {
	var list []rules.Rule
	for _, r := range nativeRules {
		list = append(list, rules.Rule{ID: r.ID, Find: func(req request.Request) (request.Violation, bool) {
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
var broken = map[string]rules.Case{
	"a small cluster in production": {
		Rule:    ID + ".cluster.production-size",
		Request: orders.Request(defaultRegion, orders.Production),
		Message: "A small cluster has too few nodes for production.", Suggestion: request.Medium,
	},
}

func TestEachRuleAlone(t *testing.T) {
	for name, c := range broken {
		e, err := New().Evaluate(t.Context(), orders.In(described(t), orders.Modes()[0], c.Request))
		require.NoError(t, err)
		assert.NoError(t, c.Check(append(e.Violations, e.Advisories...)), name)
	}
	assert.NoError(t, rules.CheckCovered(ownRules(), broken))
}

// TestSuggestionsLeadOut follows suggestions from networks and names that
// providers object to: each satisfies its rule, and all of them come to an end.
func TestSuggestionsLeadOut(t *testing.T) {
	followed, err := rules.CheckSuggestions(ownRules(), orders.Bad(described(t)))
	require.NoError(t, err)
	assert.Positive(t, followed)
	require.NoError(t, rules.CheckWayOut(ownRules(), orders.Bad(described(t))))
}
