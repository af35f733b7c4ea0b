package providera

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestZonesWithoutControlPlane subtracts them where they are, by ID: the zones
// that are known of two regions have none of them.
func TestZonesWithoutControlPlane(t *testing.T) {
	cases := map[string]struct{ usable, least, cluster int }{
		"ca-central-1": {3, 2, 3},
		"eu-west-1":    {3, 3, 3},
		"mx-central-1": {0, 0, 2},
		"us-east-1":    {5, 5, 3},
		"us-west-1":    {2, 1, 2},
	}
	for name, want := range cases {
		r, _ := regions.Find(name)
		assert.Equal(t, want.usable, r.usableZones(), name)
		assert.Equal(t, want.least, r.leastZones(), name)
		assert.Equal(t, want.cluster, r.clusterZones(), name)
	}
}

func TestProductionInCanadaHasThreeZones(t *testing.T) {
	e := answered(t, scenarios["production-zone-out"]).Evaluation
	assert.Empty(t, e.Violations)
	subnets := 0
	for _, r := range e.Resources {
		if r.Type == "aws_subnet" {
			subnets++
		}
	}
	assert.Equal(t, 6, subnets, "three for nodes, three for NAT gateways")
}

// TestZonesHaveIDs checks that names and IDs are there once each.
func TestZonesHaveIDs(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range regionTable {
		for _, z := range r.Zones {
			assert.Regexp(t, "^"+r.Name+"[a-f]$", z.Name)
			assert.Regexp(t, `^[a-z]{2,5}[1-9]-az[1-6]$`, z.ID)
			assert.False(t, seen[z.Name] || seen[z.ID], z)
			seen[z.Name], seen[z.ID] = true, true
		}
	}
}
