package adaptertest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// A demand is named in counter-examples, and what is ordinary could come from a
// document.
func TestDemands(t *testing.T) {
	d := adapter.Description{Provider: profile.Provider{
		ID: "provider_t", DefaultRegion: "north-1", Regions: []profile.Region{{Name: "north-1"}, {Name: "south-1"}},
	}}
	names := map[string]bool{}
	for _, demand := range demands(d) {
		assert.False(t, names[demand.name], demand.name)
		names[demand.name] = true
		assert.True(t, !demand.ordinary || wellFormed(demand.order.Request), demand.name)
	}
	assert.Greater(t, len(names), 90)
}
