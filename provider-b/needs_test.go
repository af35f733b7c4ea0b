package providerb

import (
	"cmp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// needed returns the texts of a kind of needs by name.
func needed(t *testing.T, in adapter.Input, kind adapter.NeedKind) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, n := range answered(t, in).Needs {
		if n.Kind == kind {
			texts[n.Name] = n.Text
		}
	}
	return texts
}

// TestEveryOptionalInputIsNamed compares what main.tf has a default for with what the
// review page says that the workflow may bring.
func TestEveryOptionalInputIsNamed(t *testing.T) {
	var optional []string
	for _, b := range testkit.ReadRoot(t, rootText).Blocks("variable") {
		if b.Written("default") != "" {
			optional = append(optional, b.Labels()[0])
		}
	}
	var named []string
	for name := range needed(t, inputOf(profile.Enterprise), adapter.NeedInput) {
		named = append(named, name)
	}
	assert.ElementsMatch(t, optional, named)
}

// TestNeedsFollowThePlan checks what only some environments need.
func TestNeedsFollowThePlan(t *testing.T) {
	own, hub := inputOf(profile.Enterprise), throughTheHub()
	for right, texts := range map[string][2]string{
		"Network Contributor":          {"with runner_network, on its subnet", "on the hub's network, to peer with it"},
		"Private DNS Zone Contributor": {"with runner_network, on its zone", "on the central zones of blob and vault"},
		"Role Based Access Control Administrator": {"on the environment's subscription, with a condition",
			"on the environment's subscription, with a condition; on the central zone of API servers; on the registry"},
	} {
		assert.Equal(t, texts[0], needed(t, own, adapter.NeedRight)[right])
		assert.Equal(t, texts[1], needed(t, hub, adapter.NeedRight)[right])
	}
	assert.Contains(t, needed(t, own, adapter.NeedRight), "Log Analytics Contributor")
	assert.NotContains(t, needed(t, inputOf(profile.Sandbox), adapter.NeedRight), "Log Analytics Contributor")
	assert.Contains(t, needed(t, own, adapter.NeedQuota), "Public IPv4 addresses")
	assert.NotContains(t, needed(t, hub, adapter.NeedQuota), "Public IPv4 addresses")
	assert.Contains(t, needed(t, own, adapter.NeedStep), "let the runner reach the vault")
	assert.NotContains(t, needed(t, hub, adapter.NeedStep), "let the runner reach the vault")
	assert.Contains(t, needed(t, hub, adapter.NeedStep)["create the peering from the hub"], "-target=azurerm_virtual_network_peering.hub")
	peered := adaptertest.InputWith(description, map[string]string{"hub_virtual_network_id": settingNamed(t, "hub_virtual_network_id").Example}, goodRequest())
	assert.Equal(t, "Create it when the network exists. Then apply again.", needed(t, peered, adapter.NeedStep)["create the peering from the hub"])
	restricted := inputOf(profile.Enterprise, adaptertest.With(request.RegionField, "francesouth"))
	assert.Contains(t, needed(t, restricted, adapter.NeedStep), "open the region")
	assert.NotContains(t, needed(t, own, adapter.NeedStep), "open the region")
	production := inputOf(profile.Enterprise, adaptertest.Production)
	assert.Contains(t, needed(t, production, adapter.NeedStep)["lift the lock"], "egress from own to hub")
	assert.NotContains(t, needed(t, own, adapter.NeedStep), "lift the lock")
	assert.Contains(t, needed(t, production, adapter.NeedRight), "Microsoft.Authorization/locks/*")
	assert.NotContains(t, needed(t, own, adapter.NeedRight), "Microsoft.Authorization/locks/*")
	assert.Contains(t, needed(t, production, adapter.NeedStep)["tear down in order"], "Apply with deletion_protection = false.")
	assert.NotContains(t, needed(t, own, adapter.NeedStep)["tear down in order"], "deletion_protection")
}

// TestRightsNameWhatIsSet takes one thing of the organisation's at a time: no right is
// asked for on the others.
func TestRightsNameWhatIsSet(t *testing.T) {
	const access, names = "Role Based Access Control Administrator", "Private DNS Zone Contributor"
	const always = "on the environment's subscription, with a condition"
	for setting, want := range map[string]map[string]string{
		"registry_id": {access: always + "; on the registry", names: "with runner_network, on its zone"},
		apiServerZone: {access: always + "; on the central zone of API servers", names: "with runner_network, on its zone"},
		privateDNS:    {access: always, names: "on the central zones of blob and vault; with runner_network, on its zone"},
	} {
		in := adaptertest.InputWith(description, map[string]string{setting: cmp.Or(settingNamed(t, setting).Example, centralDNS)}, goodRequest())
		for right, text := range want {
			assert.Equal(t, text, needed(t, in, adapter.NeedRight)[right], "%s: %s", setting, right)
		}
	}
}

// TestThePolicyWritesTheNames: the pipeline then needs no right on a zone, and the page says what to wait for. The
// setting none for the zone of API servers needs no right either.
func TestThePolicyWritesTheNames(t *testing.T) {
	in := adaptertest.InputWith(description, map[string]string{privateDNS: policyDNS, apiServerZone: publicName}, goodRequest())
	rights, steps := needed(t, in, adapter.NeedRight), needed(t, in, adapter.NeedStep)
	assert.NotContains(t, rights, "Private DNS Zone Contributor")
	assert.NotContains(t, rights["Role Based Access Control Administrator"], "zone")
	assert.Contains(t, steps["wait for the landing zone's policy"], "Deploy-Private-DNS-Zones writes the names")
	assert.Contains(t, steps["link the central zones"], "-target=azurerm_virtual_network.this")
	assert.NotContains(t, steps["let the runner reach the vault"], "runner_network")
	for _, step := range []string{"wait for the landing zone's policy", "link the central zones"} {
		assert.NotContains(t, needed(t, inputOf(profile.Enterprise), adapter.NeedStep), step)
		assert.NotContains(t, needed(t, throughTheHub(), adapter.NeedStep), step, "the hub's servers see its zones")
	}
	for _, r := range planOf(t, in).Resources() {
		assert.NotContains(t, r.Type, "azurerm_private_dns_zone")
		if r.Address == clusterAddress {
			assert.Equal(t, "None", setting(r, "private_dns_zone_id"))
		}
	}
}

// TestTheQuotaHoldsThePeak recounts the processors by hand: 3 and 10 nodes, a third
// more of each, rounded up.
func TestTheQuotaHoldsThePeak(t *testing.T) {
	in := inputOf(profile.Enterprise, large, adaptertest.Production)
	assert.Contains(t, needed(t, in, adapter.NeedQuota)["Total Regional vCPUs"], "128 more, at the peak of an upgrade")
}

// laterFields are what a later request for an environment may change, but for the
// network, and a value that changes what is built for it.
var laterFields = map[string]string{
	request.OwnerField: "other-team@example.com", request.CostCentreField: "CC-1", request.SizeField: request.Large,
	request.ClassificationField: request.Confidential, request.BudgetField: "5000", request.ExpiryField: "2027-03-01",
	request.JustificationField: "Another reason for the same environment.",
}

// TestALaterRequestReplacesNothing compares the inventories of pairs of requests for
// one environment that differ in one field: the same resources, with no property
// changed that replaces one.
func TestALaterRequestReplacesNothing(t *testing.T) {
	for _, stage := range request.Environments() {
		first := planOf(t, inputOf(profile.Enterprise, adaptertest.With(request.EnvironmentField, stage)))
		for field, value := range laterFields {
			later := planOf(t, inputOf(profile.Enterprise, adaptertest.With(request.EnvironmentField, stage), adaptertest.With(field, value)))
			assert.Empty(t, replacedBetween(t, first, later), "%s %s", stage, field)
		}
	}
}

// TestAnotherNetworkReplacesTheCluster: the subnet of the API server is fixed. The ranges inside it give way to a network that takes them.
func TestAnotherNetworkReplacesTheCluster(t *testing.T) {
	first := planOf(t, inputOf(profile.Enterprise))
	nearby := planOf(t, inputOf(profile.Enterprise, adaptertest.With(request.NetworkField, "10.80.0.0/20")))
	across := planOf(t, inputOf(profile.Enterprise, adaptertest.With(request.NetworkField, "10.244.0.0/20")))
	const apiServer, pods = "azurerm_kubernetes_cluster.this api_server_subnet", "azurerm_kubernetes_cluster.this pod_cidr"
	assert.Equal(t, []string{apiServer}, replacedBetween(t, first, nearby))
	assert.Equal(t, []string{apiServer, pods}, replacedBetween(t, first, across))
	for _, r := range nearby.Resources() {
		if r.Address == poolAddress {
			assert.Equal(t, "10.80.0.0/22", setting(r, "node_subnet"))
			assert.Equal(t, clusterAddress, r.Parent, "the pool is replaced with its cluster")
		}
	}
}

// replacedBetween returns what is in only one of two plans, or is replaced, sorted as
// the inventory is.
func replacedBetween(t *testing.T, first, later plan) (list []string) {
	t.Helper()
	after := map[string]request.Resource{}
	for _, r := range later.Resources() {
		after[r.Address] = r
	}
	before := first.Resources()
	require.Len(t, after, len(before))
	for _, r := range before {
		other, ok := after[r.Address]
		require.True(t, ok, r.Address)
		if r.Name != other.Name {
			list = append(list, r.Address+" "+adapter.NameProperty)
		}
		for _, property := range table.Replacements[r.Type] {
			if setting(r, property) != setting(other, property) {
				list = append(list, r.Address+" "+property)
			}
		}
	}
	return list
}

// TestReplacementsAreOfTheInventory: a type or property that no resource has would
// say nothing.
func TestReplacementsAreOfTheInventory(t *testing.T) {
	known := map[string]bool{}
	for _, in := range []adapter.Input{inputOf(profile.Enterprise, adaptertest.Production), throughTheHub()} {
		for _, r := range planOf(t, in).Resources() {
			for _, property := range table.Replacements[r.Type] {
				if _, ok := r.Properties.Get(property); ok || property == adapter.NameProperty {
					known[r.Type+" "+property] = true
				}
			}
		}
	}
	for kind, properties := range table.Replacements {
		for _, property := range properties {
			assert.True(t, known[kind+" "+property], "%s %s", kind, property)
		}
	}
}

// TestASizeLeavesTheSystemPoolAsItIs: the provider changes that pool without draining
// it. Its number of nodes may differ, which makes none anew.
func TestASizeLeavesTheSystemPoolAsItIs(t *testing.T) {
	inputs := func(size string) []any {
		in := planOf(t, inputOf(profile.Enterprise, adaptertest.With(request.SizeField, size))).Inputs()
		return []any{in["system_node_vm_size"], in["system_node_disk_gib"], in["node_max_pods"], in["zones"]}
	}
	for _, size := range request.Sizes() {
		assert.Equal(t, inputs(request.Small), inputs(size), size)
	}
}
