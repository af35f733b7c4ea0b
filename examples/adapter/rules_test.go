package gke

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
	"platform.internal/platform-core/request"
)

// broken has a request for each rule. The request breaks only this rule.
var broken = map[string]testkit.RuleCase{
	"a small cluster in production": {
		Rule:    ID + ".cluster.production-size",
		Request: adaptertest.Request(defaultRegion, adaptertest.Production),
		Message: "A small cluster has one node in each zone, and none of them while it is updated.", Suggestion: request.Medium,
	},
	"a namespace of the provider": {
		Rule:    ID + ".application.namespace",
		Request: adaptertest.Request(defaultRegion, adaptertest.With(request.ApplicationField, "gke-shop")),
		Message: "The application runs in a namespace of its own name, and gke-shop is kept for what runs the cluster.", Suggestion: "app-gke-shop",
	},
	"a name that is cut": {
		Rule:    ID + ".application.name-length",
		Request: adaptertest.Request(defaultRegion, adaptertest.With(request.ApplicationField, "a-rather-long-name")),
		Message: "Names of resources show only the first 11 characters of a-rather-long-name; digits of the environment's ID keep them apart.", Suggestion: "a-rather-lo",
	},
	"the range of pods": {
		Rule:    ID + ".network.reserved-range",
		Request: adaptertest.Request(defaultRegion, adaptertest.With(request.NetworkField, "100.64.0.0/20")),
		Message: "The network 100.64.0.0/20 overlaps 100.64.0.0/10, which is what pods and services of all clusters use.", Suggestion: "10.20.0.0/20",
	},
	"a network that is too small": {
		Rule:    ID + ".network.prefix",
		Request: adaptertest.Request(defaultRegion, adaptertest.With(request.NetworkField, "10.0.0.0/28")),
		Message: "A VPC network cannot have the range 10.0.0.0/28, because its prefix must be from /8 to /26.", Suggestion: "10.0.0.0/26",
	},
}

func TestEachRuleByItself(t *testing.T) {
	require.NoError(t, testkit.CheckRules(t.Context(), New(), described(t), broken))
}
