package fixes_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/service"
)

// TestTheNearestRequestHasItsOwnQuestions: the estimates of this adapter depend on the network. So the search for the
// rules that contradict each other asks about hundreds of networks, and the nearest request needs some answers more.
func TestTheNearestRequestHasItsOwnQuestions(t *testing.T) {
	s := providers.Installed(t, service.Options{Adapters: providers.All, Now: clock}, "provider: gke\nmode: sandbox\n"+
		"policies: [{id: team.cheap, title: t, field: cluster_size, level: mandatory, message: m, remediation: r, expected: e, "+
		"require: 'estimate.monthly_dollars <= 300'}]\n")
	denied, err := s.Evaluate(t.Context(), adaptertest.Request("europe-west1", adaptertest.With("controls.central_logging", "false")),
		service.EvaluateOptions{Alternatives: 1})
	require.NoError(t, err)
	require.Empty(t, denied.Alternatives)
	require.NotNil(t, denied.Nearest)
	require.Len(t, denied.Nearest.Violations, 1)
	assert.Equal(t, "team.cheap", denied.Nearest.Violations[0].PolicyID)
}
