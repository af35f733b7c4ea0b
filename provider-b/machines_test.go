package providerb

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
)

// TestMachinePrices: package adaptertool tests the prices.
func TestMachinePrices(t *testing.T) {
	for region, sold := range machinePrices.Regions {
		_, ok := regions.Find(region)
		assert.True(t, ok, region)
		for kind := range sold {
			assert.Contains(t, instances, kind, region)
		}
	}
}

// TestRegionAndSizeDecideTheMachines: a later request that differs in anything else
// replaces no node.
func TestRegionAndSizeDecideTheMachines(t *testing.T) {
	decided := map[[2]string][]string{}
	for _, in := range adaptertest.Inputs(description) {
		p := planOf(t, in)
		by, kinds := [2]string{in.Request.Region, in.Request.ClusterSize}, []string{p.systemType(), p.userType()}
		if _, seen := decided[by]; !seen {
			decided[by] = kinds
		}
		require.Equal(t, decided[by], kinds, by)
		for _, kind := range kinds {
			require.Equal(t, machinePrices.Covers(in.Request.Region), machinePrices.Sells(in.Request.Region, kind), by)
		}
	}
}

// BenchmarkTables is on the path of each start of the adapter.
func BenchmarkTables(b *testing.B) {
	for b.Loop() {
		machines := adapter.MustDecode[adapter.MachinePrices](tables, "data/machine-prices.json")
		_ = adapter.MustDecode[adapter.PriceTable](tables, "data/prices.json").WithMachines(machines)
	}
}
