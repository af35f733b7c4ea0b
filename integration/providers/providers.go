// Package providers has the adapters of the workspace, for tests that run each of them in their own process.
package providers

import (
	"maps"
	"slices"

	"platform.internal/platform-core/adapter"
	providera "platform.internal/provider-a"
	providerb "platform.internal/provider-b"
)

// Adapters has the adapter of each module provider-* by its ID. Do not change it.
var Adapters = map[string]adapter.Adapter{"provider_a": providera.New(), "provider_b": providerb.New()}

// IDs returns the sorted IDs of [Adapters].
func IDs() []string { return slices.Sorted(maps.Keys(Adapters)) }
