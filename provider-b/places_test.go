package providerb

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/request"
)

// What the tests name of the provider.
const (
	// fewZonesRegion is a region without zones, and without prices.
	fewZonesRegion = "ukwest"
	// smallestNetwork can be cut, and no smaller one can.
	smallestNetwork = "10.40.0.0/25"
)

var (
	readyEverywhere = []string{
		"provider_b.region-zones passed", "provider_b.region-machines passed",
		"provider_b.region-prices passed", "provider_b.central-logging passed",
	}
	readyWithFewZones = []string{
		"provider_b.region-zones warning", "provider_b.region-machines warning",
		"provider_b.region-prices warning", "provider_b.central-logging passed",
	}
	readyNowhere = []string{
		"provider_b.region-zones warning", "provider_b.region-machines warning",
		"provider_b.region-prices warning", "provider_b.central-logging passed",
	}
)

// workflowInputs are the inputs that only the protected workflow can give.
const workflowInputs = `{"budget_start_date": "2026-12-01T00:00:00Z"}`

// namedBy are the arguments of main.tf by which the inventory names a resource.
var namedBy = []string{"name", "role_definition_name"}

func typesOf(s size) []string { return []string{s.SystemType, s.UserType} }

func instanceTypes() map[string]instance { return instances }

// maxTags is how many tags a private DNS zone may have, the least of all
// (MicrosoftDocs/azure-docs tag-resources.md@000024f4).
const maxTags = 15

// uniqueNames returns the names that no other request may have.
func uniqueNames(p plan) []string { return []string{p.name, p.vault, p.storage} }

// shapeOf returns what of a region changes what is declared.
func shapeOf(r regionEntry) string { return fmt.Sprint(len(r.Zones), r.hasZonalWayOut()) }

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
			require.Equal(t, spread, r.Properties["zone_spread"], a)
		case "azurerm_storage_account":
			require.Equal(t, replication, r.Properties["account_replication_type"], a)
		case "azurerm_nat_gateway":
			require.Equal(t, wayOut, r.Properties["zone_spread"], a)
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
