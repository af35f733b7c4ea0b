package providerb

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider/providertest/orders"
	"platform.internal/platform-core/provider/providertest/rules"
)

// rulesOf returns the rules of the levels.
func rulesOf(levels ...installation.Level) []rules.Rule {
	var list []rules.Rule
	for _, r := range nativeRules {
		if slices.Contains(levels, r.Level) {
			list = append(list, rules.Rule{ID: r.ID, Find: func(request environment.Request) (environment.Violation, bool) {
				if f := r.check(request); f != nil {
					return r.violation(request, f), true
				}
				return environment.Violation{}, false
			}})
		}
	}
	return list
}

func TestAGoodRequestBreaksNoRule(t *testing.T) {
	e := evaluated(t, orderOf(installation.Simulation, goodRequest()))
	assert.Empty(t, e.Violations)
	assert.Empty(t, e.Advisories)
}

// TestEachRuleAlone breaks one rule at a time.
func TestEachRuleAlone(t *testing.T) {
	for name, c := range brokenRules {
		t.Run(name, func(t *testing.T) {
			e := evaluated(t, orderOf(installation.Enterprise, c.Request))
			assert.NoError(t, c.Check(append(e.Violations, e.Advisories...)))
		})
	}
	assert.NoError(t, rules.CheckCovered(rulesOf(installation.Mandatory, installation.Advisory), brokenRules))
}

func TestSuggestionsSatisfyTheirRule(t *testing.T) {
	followed, err := rules.CheckSuggestions(rulesOf(installation.Mandatory, installation.Advisory), orders.Bad(description))
	require.NoError(t, err)
	assert.Greater(t, followed, 1000)
}

func TestFollowingEverySuggestionEnds(t *testing.T) {
	require.NoError(t, rules.CheckWayOut(rulesOf(installation.Mandatory), orders.Bad(description)))
}

func TestSuggestedNamesAreLegal(t *testing.T) {
	for _, application := range []string{"default", "kube-a234567890123456789012-8z", "kube-a2345678901234567890123456", "kube-system"} {
		suggested := applicationNamespace.check(goodRequest(orders.Called(application))).suggestion.Text
		assert.Regexp(t, `^[a-z][a-z0-9-]{1,30}[a-z0-9]$`, suggested)
	}
}
