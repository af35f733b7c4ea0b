package providerb

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// TestTablesAgree checks the tables against each other: what one names, the
// others know.
func TestTablesAgree(t *testing.T) {
	for _, name := range request.Sizes() {
		s := sizing.Sizes[name]
		for _, pool := range [][]string{s.SystemTypes, s.UserTypes} {
			for _, kind := range pool {
				assert.Contains(t, prices.Units, kind, name)
				assert.Equal(t, instances[pool[0]], instances[kind], "%s: the size is the same whatever its nodes are", kind)
			}
			assert.Positive(t, instances[pool[0]].VCPUs, name)
			assert.Positive(t, instances[pool[0]].MemoryGiB, name)
		}
		assert.LessOrEqual(t, s.MinNodes, s.FirstNodes, name)
		assert.LessOrEqual(t, s.FirstNodes, s.MaxNodes, name)
	}
	for region, items := range prices.Regions {
		_, ok := regions.Find(region)
		assert.True(t, ok, region)
		for item := range items {
			assert.Contains(t, prices.Units, item, region)
		}
	}
	for item := range prices.Everywhere {
		assert.Contains(t, prices.Units, item)
	}
}

func TestEveryRegionWithoutZonesHasANeighbour(t *testing.T) {
	for _, r := range regionTables.Regions {
		if !r.hasZones() {
			other, ok := r.neighbour(regionEntry.hasZones)
			assert.True(t, ok, r.Name)
			assert.Equal(t, r.Geography, other.Geography, r.Name)
		}
	}
}

func TestSystemPoolsAreLargeEnough(t *testing.T) {
	for _, name := range request.Sizes() {
		s := sizing.Sizes[name]
		assert.GreaterOrEqual(t, s.SystemNodes, 2, name)
		assert.GreaterOrEqual(t, instances[s.SystemTypes[0]].VCPUs, 4, name)
	}
}

// TestRegionsThatLackSomethingAreKnown checks the lists of regions against the
// table: a name that is no region's would forbid nothing.
func TestRegionsThatLackSomethingAreKnown(t *testing.T) {
	for _, list := range []regionNames{regionTables.NoAPIServerIntegration, regionTables.NoZonalWayOut, regionTables.ByRequest} {
		assert.NotEmpty(t, list.Regions)
		for _, name := range list.Regions {
			_, ok := regions.Find(name)
			assert.True(t, ok, name)
		}
	}
}

// TestEveryOfferedRegionTakesClusters checks that setup refuses a region where
// every request would be.
func TestEveryOfferedRegionTakesClusters(t *testing.T) {
	offered := map[string]bool{}
	for _, r := range description.Regions {
		offered[r.Name] = true
	}
	for _, r := range regionTables.Regions {
		assert.Equal(t, r.takesClusters(), offered[r.Name], r.Name)
	}
}

// TestEveryNeighbourSatisfiesTheRegionRules checks that a suggested region is
// refused by none of them.
func TestEveryNeighbourSatisfiesTheRegionRules(t *testing.T) {
	for _, r := range regionTables.Regions {
		other := bestNeighbour(r)
		assert.NotEqual(t, r.Name, other.Name)
		assert.True(t, other.hasZones() && other.takesClusters() && other.open(), "%s: %s", r.Name, other.Name)
	}
}

// TestTermsCoverEveryClassAndStage checks that nothing is chosen by leaving it
// out: a number that is missing would be zero.
func TestTermsCoverEveryClassAndStage(t *testing.T) {
	for _, class := range request.Classifications() {
		for _, days := range []map[string]int{terms.LogDays.Value, terms.BlobRecoveryDays.Value, terms.KeyRotationDays.Value} {
			assert.Positive(t, days[class], class)
		}
	}
	for _, stage := range request.Environments() {
		assert.Positive(t, terms.VaultRecoveryDays.Value[stage], stage)
		assert.Positive(t, terms.MaxLogDays.Value[stage], stage)
		assert.NotEmpty(t, terms.ClusterTier.Value[stage], stage)
	}
	for _, text := range []string{terms.Kubernetes.Version, terms.Kubernetes.SupportedUntil} {
		assert.NotEmpty(t, text)
	}
}

// TestEveryFactHasItsSource walks the tables: each object that holds a figure
// says where it comes from, itself or the one that it lies in.
func TestEveryFactHasItsSource(t *testing.T) {
	for _, name := range []string{"terms.json", "instances.json", "machine-prices.json", "namespaces.json", "network.json", "regions.json", "sizes.json"} {
		table := adapter.MustDecode[map[string]any](tables, "data/"+name)
		for key, value := range table {
			object, ok := value.(map[string]any)
			_, own := object["source"]
			_, whole := table["source"]
			assert.True(t, !ok && whole || own || whole || key == "clashes", "%s: %s has no source", name, key)
		}
	}
}

// TestDefaultPools: the settings have the ranges of network.json as their defaults.
func TestDefaultPools(t *testing.T) {
	defaults := map[string][]netip.Prefix{}
	for _, s := range table.Settings {
		defaults[s.Name] = prefixes(strings.Split(s.Default, ","))
	}
	assert.Equal(t, network.Pods.Value, defaults[podPool])
	assert.Equal(t, network.Services.Value, defaults[servicePool])
}
