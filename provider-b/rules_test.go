package providerb

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// rulesOf returns the rules of the levels.
func rulesOf(levels ...profile.Level) []adaptertest.Rule {
	var list []adaptertest.Rule
	for _, r := range nativeRules {
		if slices.Contains(levels, r.Level) {
			list = append(list, adaptertest.Rule{ID: r.ID, Find: func(req request.Request) (request.Violation, bool) {
				if f := r.check(req); f != nil {
					return r.violation(req, f), true
				}
				return request.Violation{}, false
			}})
		}
	}
	return list
}

func TestAGoodRequestBreaksNoRule(t *testing.T) {
	e := evaluated(t, inputOf(profile.Simulation, goodRequest()))
	assert.Empty(t, e.Violations)
	assert.Empty(t, e.Advisories)
}

// TestEachRuleAlone breaks one rule at a time.
func TestEachRuleAlone(t *testing.T) {
	for name, c := range brokenRules {
		t.Run(name, func(t *testing.T) {
			e := evaluated(t, inputOf(profile.Enterprise, c.Request))
			assert.NoError(t, c.Check(append(e.Violations, e.Advisories...)))
		})
	}
	assert.NoError(t, adaptertest.CheckRulesCovered(rulesOf(profile.Mandatory, profile.Advisory), brokenRules))
}

func TestSuggestionsSatisfyTheirRule(t *testing.T) {
	followed, err := adaptertest.CheckSuggestions(rulesOf(profile.Mandatory, profile.Advisory), adaptertest.Sample(adaptertest.BadRequests(description)))
	require.NoError(t, err)
	assert.Greater(t, followed, 1000)
}

func TestFollowingEverySuggestionEnds(t *testing.T) {
	require.NoError(t, adaptertest.CheckWayOut(rulesOf(profile.Mandatory), adaptertest.Sample(adaptertest.BadRequests(description))))
}

func TestSuggestedNamesAreLegal(t *testing.T) {
	for _, application := range []string{"default", "kube-a234567890123456789012-8z", "kube-a2345678901234567890123456", "kube-system"} {
		suggested := applicationNamespace.check(goodRequest(adaptertest.WithApplication(application))).suggestion.Text
		assert.Regexp(t, `^[a-z][a-z0-9-]{1,30}[a-z0-9]$`, suggested)
	}
}
