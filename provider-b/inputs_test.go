package providerb

import (
	"context"
	"slices"
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

// hubSettings are those of a landing zone whose hub has the way out, the names and the
// images: every example, but for the pools.
func hubSettings() map[string]string {
	chosen := map[string]string{"egress": hubEgress, privateDNS: centralDNS}
	for _, s := range table.Settings {
		if s.Example != "" && s.Name != "pod_cidrs" && s.Name != "service_cidrs" {
			chosen[s.Name] = s.Example
		}
	}
	return chosen
}

// throughTheHub returns the input for a good request in such a landing zone, changed
// as asked.
func throughTheHub(changes ...adaptertest.Change) adapter.Input {
	return adaptertest.InputWith(description, hubSettings(), goodRequest(changes...))
}

// planOf returns the plan of an input that can be sized.
func planOf(t *testing.T, input adapter.Input) plan {
	t.Helper()
	p, err := planFor(settled(input))
	require.NoError(t, err)
	return p.(plan)
}

// settled returns an input with the default of each setting that it has no value for,
// as adapter.New gives it to a plan.
func settled(input adapter.Input) adapter.Input {
	for _, s := range table.Settings {
		if input.Setting(s.Name) == "" {
			input.Settings = append(slices.Clip(input.Settings), adapter.Setting{Name: s.Name, Value: s.Default})
		}
	}
	return input
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
// can be cut, and no smaller one can.
var scenarios = map[string]adapter.Input{
	"development":           inputOf(profile.Simulation),
	"test-medium":           inputOf(profile.Simulation, medium, adaptertest.With(request.EnvironmentField, request.Test)),
	"production-restricted": inputOf(profile.Enterprise, adaptertest.Production, large, restricted),
	"production-few-zones":  inputOf(profile.Enterprise, adaptertest.Production, large, adaptertest.With(request.RegionField, fewZonesRegion)),
	"sandbox":               inputOf(profile.Sandbox, adaptertest.With(request.ClassificationField, request.Confidential)),
	"smallest-network":      inputOf(profile.Simulation, adaptertest.With(request.NetworkField, "10.40.0.0/25")),
	"largest-network":       inputOf(profile.Enterprise, adaptertest.With(request.NetworkField, "10.0.0.0/16"), large),
	"carrier-network":       inputOf(profile.Enterprise, adaptertest.With(request.NetworkField, "100.64.0.0/20")),
	"services-elsewhere":    inputOf(profile.Simulation, adaptertest.With(request.NetworkField, "172.20.0.0/16")),
	"longest-name":          inputOf(profile.Simulation, adaptertest.With(request.ApplicationField, adaptertest.LongestApplication), adaptertest.Production),
}
