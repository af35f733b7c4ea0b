package providerb

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/environment"
)

// TestTablesAgree holds the tables against each other: what one names, the
// others know.
func TestTablesAgree(t *testing.T) {
	for _, name := range environment.Sizes() {
		for _, kind := range typesOf(sizes[name]) {
			assert.Contains(t, prices.Units, kind, name)
			assert.Positive(t, instanceTypes()[kind].VCPUs, kind)
			assert.Positive(t, instanceTypes()[kind].MemoryGiB, kind)
		}
		assert.LessOrEqual(t, sizes[name].minNodes, sizes[name].desiredNodes, name)
		assert.LessOrEqual(t, sizes[name].desiredNodes, sizes[name].maxNodes, name)
	}
}

func TestEveryRegionWithoutZonesHasANeighbour(t *testing.T) {
	for _, r := range regionTable {
		if !r.hasZones() {
			other, found := r.zonalNeighbour()
			assert.True(t, found, r.Name)
			assert.Equal(t, r.Geography, other.Geography, r.Name)
		}
	}
}

func TestSystemPoolsAreLargeEnough(t *testing.T) {
	for _, name := range environment.Sizes() {
		assert.GreaterOrEqual(t, sizes[name].systemNodes, 2, name)
		assert.GreaterOrEqual(t, instances[sizes[name].systemType].VCPUs, 4, name)
	}
}
