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

// inputOf returns the input for a request in a mode with the placeholders.
func inputOf(mode profile.Mode, request request.Request) adapter.Input {
	return adaptertest.Input(description, mode, request)
}

func evaluated(t *testing.T, input adapter.Input) adapter.Evaluation {
	t.Helper()
	e, err := New().Evaluate(t.Context(), input)
	require.NoError(t, err)
	return e
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

// scenarios are inputs that differ in what they declare.
func scenarios() map[string]adapter.Input {
	simulation, sandbox, enterprise := profile.Simulation, profile.Sandbox, profile.Enterprise
	medium, large := adaptertest.With(request.SizeField, request.Medium), adaptertest.With(request.SizeField, request.Large)
	restricted, confidential := adaptertest.With(request.ClassificationField, request.Restricted), adaptertest.With(request.ClassificationField, request.Confidential)
	return map[string]adapter.Input{
		"development":           inputOf(simulation, goodRequest()),
		"test-medium":           inputOf(simulation, goodRequest(medium, adaptertest.With(request.EnvironmentField, request.Test))),
		"production-restricted": inputOf(enterprise, goodRequest(adaptertest.Production, large, restricted)),
		"production-few-zones":  inputOf(enterprise, goodRequest(adaptertest.Production, large, adaptertest.With(request.RegionField, fewZonesRegion))),
		"sandbox":               inputOf(sandbox, goodRequest(confidential)),
		"smallest-network":      inputOf(simulation, goodRequest(adaptertest.With(request.NetworkField, smallestNetwork))),
		"largest-network":       inputOf(enterprise, goodRequest(adaptertest.With(request.NetworkField, "10.0.0.0/16"), large)),
		"carrier-network":       inputOf(enterprise, goodRequest(adaptertest.With(request.NetworkField, "100.64.0.0/20"))),
		"services-elsewhere":    inputOf(simulation, goodRequest(adaptertest.With(request.NetworkField, "172.20.0.0/16"))),
		"longest-name":          inputOf(simulation, goodRequest(adaptertest.With(request.ApplicationField, adaptertest.LongestApplication), adaptertest.Production)),
	}
}
