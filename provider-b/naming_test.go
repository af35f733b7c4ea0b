package providerb

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

func TestNamesKeepEveryLimit(t *testing.T) {
	for _, application := range adaptertest.AwkwardApplications() {
		for _, stage := range request.Environments() {
			input := inputOf(profile.Simulation, goodRequest(adaptertest.With(request.ApplicationField, application), adaptertest.With(request.EnvironmentField, stage)))
			assert.NoError(t, nameLimits.CheckNames(evaluated(t, input).Resources), application)
		}
	}
}

func TestNamesThatAreCutStayApart(t *testing.T) {
	taken := map[string]string{}
	stem := "a-rather-long-application-name"
	for _, application := range []string{stem, stem + "-1", stem + "-2", stem + "z", "a-rather-long-application-nam"} {
		p := planOf(t, inputOf(profile.Simulation, goodRequest(adaptertest.With(request.ApplicationField, application))))
		assert.LessOrEqual(t, len(p.name), names.Length)
		for _, name := range uniqueNames(p) {
			assert.Empty(t, taken[name], "%s and %s share a name", application, taken[name])
			taken[name] = application
		}
	}
}

func TestRequestsOfOneApplicationHaveTheirOwnNames(t *testing.T) {
	one, other := inputOf(profile.Simulation, goodRequest()), inputOf(profile.Simulation, goodRequest(adaptertest.With(request.SizeField, request.Medium)))
	require.NotEqual(t, names.Name(one), names.Name(other))
}
