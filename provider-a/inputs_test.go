package providera

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// description is what the adapter says of itself: an error is the context's.
var description, _ = New().Describe(context.Background())

// goodRequest returns a request that satisfies every rule, changed as asked.
func goodRequest(changes ...adaptertest.Change) request.Request {
	return adaptertest.Request(defaultRegion, changes...)
}

// inputOf returns the input for a good request, changed as asked.
func inputOf(mode profile.Mode, changes ...adaptertest.Change) adapter.Input {
	return adaptertest.Input(description, mode, goodRequest(changes...))
}

// planOf returns the plan of an input that can be sized.
func planOf(t *testing.T, input adapter.Input) plan {
	t.Helper()
	p, err := planFor(input)
	require.NoError(t, err)
	return p.(plan)
}

// answered returns the answer to an input that can be sized.
func answered(t *testing.T, input adapter.Input) adaptertest.Answer {
	t.Helper()
	a, err := adaptertest.Ask(t.Context(), New(), input)
	require.NoError(t, err)
	return a
}

var (
	production    = adaptertest.With(request.EnvironmentField, request.Production)
	medium, large = adaptertest.With(request.SizeField, request.Medium), adaptertest.With(request.SizeField, request.Large)
	restricted    = adaptertest.With(request.ClassificationField, request.Restricted)
)

// scenarios are inputs that differ in what they declare. The smallest network
// has its pods beside it.
var scenarios = map[string]adapter.Input{
	"development":           inputOf(profile.Simulation),
	"test-medium":           inputOf(profile.Simulation, medium, adaptertest.With(request.EnvironmentField, request.Test)),
	"production-restricted": inputOf(profile.Enterprise, adaptertest.Production, large, restricted),
	"production-few-zones":  inputOf(profile.Enterprise, adaptertest.Production, large, adaptertest.With(request.RegionField, fewZonesRegion)),
	"production-zone-out":   inputOf(profile.Enterprise, adaptertest.Production, medium, adaptertest.With(request.RegionField, "ca-central-1")),
	"sandbox":               inputOf(profile.Sandbox, adaptertest.With(request.ClassificationField, request.Confidential)),
	"smallest-network":      inputOf(profile.Simulation, adaptertest.With(request.NetworkField, "10.40.0.0/24")),
	"largest-network":       inputOf(profile.Enterprise, adaptertest.With(request.NetworkField, "10.0.0.0/16"), large),
	"carrier-network":       inputOf(profile.Enterprise, adaptertest.With(request.NetworkField, "100.64.0.0/20")),
	"hub-egress": adaptertest.InputWith(description, map[string]string{
		egressSetting: hubEgress, transitGatewaySetting: "tgw-00000000000000000", hubRangesSetting: "10.0.0.0/8", boundarySetting: "platform/boundary",
	}, goodRequest(adaptertest.With(request.NetworkField, "10.40.0.0/24"))),
	"services-elsewhere": inputOf(profile.Simulation, adaptertest.With(request.NetworkField, "172.20.0.0/16")),
	"longest-name":       inputOf(profile.Simulation, adaptertest.With(request.ApplicationField, adaptertest.LongestApplication), adaptertest.Production),
}
