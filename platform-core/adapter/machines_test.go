package adapter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// sizeMachines are sizes of a pool or two, in regions that sell all, some or none
// of what they want.
var sizeMachines = adapter.SizeMachines{
	Prices: adapter.MachinePrices{Of: "2026-06-18", Regions: map[string]map[string]adapter.MicroDollars{
		"north-1": {"new.s": 1, "new.m": 2, "new.l": 4},
		"east-1":  {"old.s": 1, "new.l": 4},
		"west-1":  {"old.s": 1, "new.m": 2},
		"south-1": {"arm.s": 1},
	}},
	Pools: map[string][][]string{
		request.Small: {{"new.s", "old.s"}}, request.Medium: {{"new.m"}, {"new.s", "old.s"}}, request.Large: {{"new.l"}},
	},
}

func TestTheFirstMachineThatARegionSells(t *testing.T) {
	for region, want := range map[string]string{"north-1": "new.s", "east-1": "old.s", "south-1": "new.s", "atlantis-1": "new.s"} {
		assert.Equal(t, want, sizeMachines.Prices.First(region, []string{"new.s", "old.s"}), region)
	}
	assert.True(t, sizeMachines.AllSoldIn("north-1"))
	assert.False(t, sizeMachines.AllSoldIn("east-1"))
	assert.False(t, sizeMachines.AllSoldIn("atlantis-1"))
	assert.False(t, sizeMachines.SoldIn("north-1", "gigantic"))
}

// TestMachinesThatAreNotSold checks that the rule denies a size whose machines are not sold in the
// region. It suggests the nearest size that is sold. The rule accepts every size in an unknown region.
func TestMachinesThatAreNotSold(t *testing.T) {
	rule := sizeMachines.SoldRule("provider_t.sold", func(region string) string { return "other than " + region })
	for name, tt := range map[string]struct{ region, size, suggestion, remediation string }{
		"sold":           {"north-1", request.Large, "", ""},
		"sold, an older": {"east-1", request.Small, "", ""},
		"a larger":       {"east-1", request.Medium, request.Large, "Type large as the cluster size, or choose another region, such as other than east-1."},
		"a smaller":      {"west-1", request.Large, request.Medium, "Type medium as the cluster size, or choose another region, such as other than west-1."},
		"none":           {"south-1", request.Small, "", "Choose another region, such as other than south-1."},
		"unknown":        {"atlantis-1", request.Small, "", ""},
		"no such size":   {"south-1", "gigantic", "", ""},
	} {
		req := adaptertest.Request(tt.region, adaptertest.With(request.SizeField, tt.size))
		finding := rule.Check(req)
		if tt.remediation == "" {
			assert.Nil(t, finding, name)
			continue
		}
		require.NotNil(t, finding, name)
		assert.Equal(t, tt.region+" sells no machine of a "+tt.size+" cluster, by the list of 2026-06-18.", finding.Message)
		assert.Equal(t, tt.remediation, finding.Remediation, name)
		assert.Equal(t, tt.suggestion, finding.Suggestion.String(), name)
		if tt.suggestion != "" {
			adaptertest.With(request.SizeField, tt.suggestion)(&req)
			assert.Nil(t, rule.Check(req), "the suggestion satisfies the rule")
		}
	}
}

func TestRegionsOfWhichNoMachineIsKnown(t *testing.T) {
	rule := sizeMachines.KnownRule("provider_t.known", []profile.Region{{Name: "south-1", DisplayName: "South"}, {Name: "new-1", DisplayName: "New"}})
	assert.Nil(t, rule.Check(adaptertest.Request("south-1")))
	assert.Nil(t, rule.Check(adaptertest.Request("atlantis-1")), "not a region of the provider")
	finding := rule.Check(adaptertest.Request("new-1"))
	require.NotNil(t, finding)
	assert.Equal(t, "The price list of 2026-06-18 has no machine of New: what the nodes cost is unknown, and whether they are sold there.", finding.Message)
}
