package template

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
	"platform.internal/platform-core/request"
)

// broken has a request for each rule that breaks no other one.
var broken = map[string]testkit.RuleCase{
	"a small cluster in production": {
		Rule:    ID + ".cluster.production-size",
		Request: adaptertest.Request(defaultRegion, adaptertest.Production),
		Message: "A small cluster has too few nodes for production.", Suggestion: request.Medium,
	},
	"a namespace of the provider": {
		Rule:    ID + ".application.namespace",
		Request: adaptertest.Request(defaultRegion, adaptertest.With(request.ApplicationField, "system-shop")),
		Message: "The application runs in a namespace of its own name, and system-shop is kept for what runs the cluster.", Suggestion: "app-system-shop",
	},
	"a name that is cut": {
		Rule:    ID + ".application.name-length",
		Request: adaptertest.Request(defaultRegion, adaptertest.With(request.ApplicationField, "a-rather-long-application-name")),
		Message: "Names of resources show only the first 25 characters of a-rather-long-application-name; " +
			"digits of the environment's ID keep them apart.",
		Suggestion: "a-rather-long-application",
	},
}

func TestEachRuleByItself(t *testing.T) {
	require.NoError(t, testkit.CheckRules(t.Context(), New(), described(t), broken))
}
