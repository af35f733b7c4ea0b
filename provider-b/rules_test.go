package providerb

import (
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
	require.NoError(t, adaptertest.CheckRules(t.Context(), New(), brokenRules))
}

func TestSuggestedNamesAreLegal(t *testing.T) {
	for _, application := range []string{"default", "kube-a234567890123456789012-8z", "kube-a2345678901234567890123456", "kube-system"} {
		v, broken := adapter.NamespaceRule(ID).Find(goodRequest(adaptertest.With(request.ApplicationField, application)))
		assert.True(t, broken)
		assert.Regexp(t, `^[a-z][a-z0-9-]{1,30}[a-z0-9]$`, v.Suggestion.Text)
	}
}
