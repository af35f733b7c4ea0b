package providera

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/request"
)

// checkProduction checks that production is zone-redundant and protected, and
// that nothing else is protected: it has to end.
func checkProduction(t *testing.T, a adaptertest.Answer) {
	t.Helper()
	production := a.Input.Request.Environment == request.Production
	count := map[string]int{}
	for _, r := range a.Evaluation.Resources {
		count[r.Type]++
		for _, setting := range []string{"deletion_protection", "deletion_protection_enabled", "zonal_shift"} {
			if value, ok := r.Properties.Get(setting); ok {
				require.Equal(t, production, value == "true", "%s: %s of %s", a, setting, r.Address)
			}
		}
	}
	region, _ := regions.Find(a.Input.Request.Region)
	require.GreaterOrEqual(t, region.clusterZones(), network.MinimumZones.Value, a)
	gateways := 1
	switch {
	case a.Input.Setting(egressSetting) == hubEgress:
		gateways = 0
	case production:
		gateways = region.clusterZones()
	}
	require.Equal(t, gateways, count["aws_nat_gateway"], a)
	subnets := region.clusterZones() + gateways
	if a.Input.Request.NetworkCIDR.Bits() > 21 {
		subnets += region.clusterZones() // of pods
	}
	require.Equal(t, subnets, count["aws_subnet"], a)
	require.Equal(t, len(duties), count["aws_kms_key"], a)
}
