package providerb

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

func TestAGoodRequestBreaksNoRule(t *testing.T) {
	e := evaluated(t, inputOf(profile.Simulation, goodRequest()))
	assert.Empty(t, e.Violations)
	assert.Empty(t, e.Advisories)
}

// TestEachRuleByItself breaks one rule at a time.
func TestEachRuleByItself(t *testing.T) {
	for name, c := range brokenRules {
		t.Run(name, func(t *testing.T) {
			e := evaluated(t, inputOf(profile.Enterprise, c.Request))
			assert.NoError(t, c.Check(append(e.Violations, e.Advisories...)))
		})
	}
	assert.NoError(t, adaptertest.CheckRulesCovered(nativeRules, brokenRules))
}

func TestSuggestionsSatisfyTheirRule(t *testing.T) {
	followed, err := adaptertest.CheckSuggestions(nativeRules, adaptertest.Sample(adaptertest.BadRequests(description)))
	require.NoError(t, err)
	assert.Greater(t, followed, 1000)
}

func TestFollowingEverySuggestionEnds(t *testing.T) {
	mandatory := slices.DeleteFunc(slices.Clone(nativeRules), func(r adapter.NativeRule) bool { return r.Level != profile.Mandatory })
	require.NoError(t, adaptertest.CheckWayOut(mandatory, adaptertest.Sample(adaptertest.BadRequests(description))))
}

func TestRulesReadOnlyWhatTheyName(t *testing.T) {
	other := goodRequest(adaptertest.LongestTexts, adaptertest.Production, adaptertest.WithSize(request.Large), adaptertest.WithNetwork("172.16.0.0/12"))
	require.NoError(t, adaptertest.CheckReads(t.Context(), New(), adaptertest.Sample(adaptertest.AnyNetwork(fewZonesRegion)), other))
	require.NoError(t, adaptertest.CheckReads(t.Context(), New(), adaptertest.Sample(adaptertest.Requests(description)), other))
}

func TestSuggestedNamesAreLegal(t *testing.T) {
	for _, application := range []string{"default", "kube-a234567890123456789012-8z", "kube-a2345678901234567890123456", "kube-system"} {
		v, broken := adapter.NamespaceRule(ID).Find(goodRequest(adaptertest.WithApplication(application)))
		assert.True(t, broken)
		assert.Regexp(t, `^[a-z][a-z0-9-]{1,30}[a-z0-9]$`, v.Suggestion.Text)
	}
}
