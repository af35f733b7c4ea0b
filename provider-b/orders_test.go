package providerb

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// description is what the adapter says of itself.
var description = func() adapter.Description {
	d, err := New().Describe(context.Background())
	if err != nil {
		panic(err)
	}
	return d
}()

// goodRequest returns a request that satisfies every rule, changed as asked.
func goodRequest(changes ...adaptertest.Change) request.Request {
	return adaptertest.Request(defaultRegion, changes...)
}

// orderOf returns the order of a request in a mode with the placeholders.
func orderOf(mode profile.Mode, request request.Request) adapter.Input {
	return adaptertest.Input(description, mode, request)
}

func evaluated(t *testing.T, order adapter.Input) adapter.Evaluation {
	t.Helper()
	e, err := New().Evaluate(t.Context(), order)
	require.NoError(t, err)
	return e
}

// planOf returns the plan of an order that can be sized.
func planOf(t *testing.T, order adapter.Input) plan {
	t.Helper()
	p, err := planFor(order)
	require.NoError(t, err)
	return p.(plan)
}

// answered returns the answer to an order that can be sized.
func answered(t *testing.T, order adapter.Input) adaptertest.Answer {
	t.Helper()
	a, err := adaptertest.Ask(t.Context(), New(), order)
	require.NoError(t, err)
	return a
}

// scenarios are orders that differ in what they declare.
func scenarios() map[string]adapter.Input {
	simulation, sandbox, enterprise := profile.Simulation, profile.Sandbox, profile.Enterprise
	medium, large := adaptertest.WithSize(request.Medium), adaptertest.WithSize(request.Large)
	restricted, confidential := adaptertest.WithClassification(request.Restricted), adaptertest.WithClassification(request.Confidential)
	return map[string]adapter.Input{
		"development":           orderOf(simulation, goodRequest()),
		"test-medium":           orderOf(simulation, goodRequest(medium, adaptertest.WithEnvironment(request.Test))),
		"production-restricted": orderOf(enterprise, goodRequest(adaptertest.Production, large, restricted)),
		"production-few-zones":  orderOf(enterprise, goodRequest(adaptertest.Production, large, adaptertest.WithRegion(fewZonesRegion))),
		"sandbox":               orderOf(sandbox, goodRequest(confidential)),
		"smallest-network":      orderOf(simulation, goodRequest(adaptertest.WithNetwork(smallestNetwork))),
		"largest-network":       orderOf(enterprise, goodRequest(adaptertest.WithNetwork("10.0.0.0/16"), large)),
		"carrier-network":       orderOf(enterprise, goodRequest(adaptertest.WithNetwork("100.64.0.0/20"))),
		"services-elsewhere":    orderOf(simulation, goodRequest(adaptertest.WithNetwork("172.20.0.0/16"))),
		"longest-name":          orderOf(simulation, goodRequest(adaptertest.WithApplication(adaptertest.LongestApplication), adaptertest.Production)),
	}
}
