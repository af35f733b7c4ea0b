package providerb

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/request"
)

// checkProduction checks that what can be is zone-redundant where the region has
// zones, that production is locked, and that nothing else is: it has to end.
func checkProduction(t *testing.T, a adaptertest.Answer) {
	t.Helper()
	region, _ := regions.Find(a.Input.Request.Region)
	production := a.Input.Request.Environment == request.Production
	spread, replication, wayOut := "none", "LRS", "none"
	if region.hasZones() {
		spread, replication, wayOut = "3 zones", "ZRS", "1 zone"
	}
	if production && region.hasZonalWayOut() {
		wayOut = "3 zones"
	}
	locks := 0
	for _, r := range a.Evaluation.Resources {
		switch r.Type {
		case "azurerm_management_lock":
			locks++
		case "azurerm_kubernetes_cluster", "azurerm_kubernetes_cluster_node_pool":
			require.Equal(t, spread, setting(r, "zone_spread"), a)
		case "azurerm_storage_account":
			require.Equal(t, replication, setting(r, "account_replication_type"), a)
		case "azurerm_nat_gateway":
			require.Equal(t, wayOut, setting(r, "zone_spread"), a)
		}
	}
	require.Equal(t, production, locks == 1, a)
	require.True(t, !production || systemNodes(t, a) >= 3, "%s: a system node for each zone", a)
}

func systemNodes(t *testing.T, a adaptertest.Answer) int {
	t.Helper()
	var in struct {
		Count int `json:"system_node_count"`
	}
	require.NoError(t, json.Unmarshal(a.Inputs(), &in))
	return in.Count
}

func setting(r request.Resource, name string) string {
	value, _ := r.Properties.Get(name)
	return value
}
