package providera

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

func TestEveryRegionOffersASize(t *testing.T) {
	for _, r := range regionTable {
		assert.NotEmpty(t, offeredSizes(r.Name), r.Name)
		assert.NotEqual(t, 1, len(r.Zones), "%s: a cluster needs two zones", r.Name)
	}
	for kind, i := range instances.Types {
		for _, region := range i.NotOfferedIn {
			_, known := findRegion(region)
			assert.True(t, known, "%s names %s", kind, region)
		}
	}
	for _, region := range instances.RegionsWithoutData {
		entry, known := findRegion(region)
		assert.True(t, known && len(entry.Zones) == 0, region)
	}
}
