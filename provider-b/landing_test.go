package providerb

import (
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// TestSettingsThatDoNotGoTogetherAreRefused takes settings that go together, changes
// one, and names the setting at fault.
func TestSettingsThatDoNotGoTogetherAreRefused(t *testing.T) {
	zone := func(name string) string { return settingNamed(t, name).Example }
	for name, c := range map[string]struct {
		changed map[string]string
		fault   string
		message string
	}{
		"no next hop":       {map[string]string{"egress_next_hop_ip": ""}, "egress_next_hop_ip", "is missing; egress hub needs it"},
		"no hub":            {map[string]string{"hub_virtual_network_id": ""}, "hub_virtual_network_id", "is missing; egress hub needs it"},
		"next hop for none": {map[string]string{"egress": ownEgress}, "egress", "must be hub where egress_next_hop_ip is given; leave that out with egress own"},
		"servers, no zone":  {map[string]string{apiServerZone: ""}, apiServerZone, "is missing; write a central zone or none, because dns_servers see no zone of an environment"},
		"servers, none":     {map[string]string{apiServerZone: publicName}, "", ""},
		"servers, own names": {map[string]string{privateDNS: ownDNS, "blob_dns_zone_id": "", "vault_dns_zone_id": ""}, privateDNS,
			"must be central or policy, because dns_servers see no zone of an environment"},
		"servers, policy":   {map[string]string{privateDNS: policyDNS, "blob_dns_zone_id": "", "vault_dns_zone_id": ""}, "", ""},
		"central, no blob":  {map[string]string{"blob_dns_zone_id": ""}, "blob_dns_zone_id", "is missing; private_dns central needs it"},
		"central, no vault": {map[string]string{"vault_dns_zone_id": ""}, "vault_dns_zone_id", "is missing; private_dns central needs it"},
		"policy, a zone":    {map[string]string{privateDNS: policyDNS, "vault_dns_zone_id": ""}, privateDNS, "must be central where blob_dns_zone_id is given; leave that out with private_dns policy"},
		"own, a zone": {map[string]string{privateDNS: ownDNS, "blob_dns_zone_id": "", "dns_servers": ""}, privateDNS,
			"must be central where vault_dns_zone_id is given; leave that out with private_dns own"},
		"another region":  {map[string]string{"api_server_dns_zone_id": strings.Replace(zone("api_server_dns_zone_id"), defaultRegion, "westeurope", 1)}, "api_server_dns_zone_id", "is not a zone of the allowed region northeurope; write private.northeurope.azmk8s.io, or allow only the region of the zone"},
		"public next hop": {map[string]string{"egress_next_hop_ip": "8.8.8.8"}, "egress_next_hop_ip", "has 8.8.8.8, which is not private; write an address of 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10"},
		"ranges, no hub": {map[string]string{"egress": ownEgress, "egress_next_hop_ip": "", "hub_virtual_network_id": "", "runner_cidrs": "", "dns_servers": ""},
			"hub_virtual_network_id", "is missing; hub_cidrs are reached through it"},
		"runner, no hub": {map[string]string{"egress": ownEgress, "egress_next_hop_ip": "", "hub_virtual_network_id": "", "hub_cidrs": "", "dns_servers": ""},
			"hub_virtual_network_id", "is missing; runner_cidrs are reached through it"},
		"servers, no hub": {map[string]string{"egress": ownEgress, "egress_next_hop_ip": "", "hub_virtual_network_id": "", "hub_cidrs": "", "runner_cidrs": ""},
			"hub_virtual_network_id", "is missing; dns_servers are reached through it"},
		"no hub at all":      {map[string]string{"egress": ownEgress, "egress_next_hop_ip": "", "hub_virtual_network_id": "", "hub_cidrs": "", "runner_cidrs": "", "dns_servers": ""}, "", ""},
		"public server":      {map[string]string{"dns_servers": "10.0.0.4,8.8.8.8"}, "dns_servers", "has 8.8.8.8, which is not private; write an address of 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10"},
		"carrier next hop":   {map[string]string{"egress_next_hop_ip": "100.64.0.4"}, "", ""},
		"public":             {map[string]string{"hub_cidrs": "10.0.0.0/16,20.0.0.0/16"}, "hub_cidrs", "has 20.0.0.0/16, which is not private; write a range of 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10"},
		"everybody":          {map[string]string{"runner_cidrs": "0.0.0.0/0"}, "runner_cidrs", "has 0.0.0.0/0, which is not private; write a range of 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10"},
		"too few pods":       {map[string]string{"pod_cidrs": "10.244.0.0/20"}, "pod_cidrs", "has 10.244.0.0/20, which is too small; write a range of /19 or larger"},
		"too few services":   {map[string]string{"service_cidrs": "10.0.0.0/25"}, "service_cidrs", "has 10.0.0.0/25, which is too small; write a range of /24 or larger"},
		"too many services":  {map[string]string{"service_cidrs": "10.0.0.0/12"}, "service_cidrs", "has 10.0.0.0/12, which is too large; write a range of /13 or smaller"},
		"kept for pods":      {map[string]string{"pod_cidrs": "172.30.0.0/16"}, "pod_cidrs", "has 172.30.0.0/16, and AKS keeps a part of it for itself; write another range"},
		"kept, whole":        {map[string]string{"pod_cidrs": "172.16.0.0/12"}, "pod_cidrs", "has 172.16.0.0/12, and AKS keeps a part of it for itself; write another range"},
		"kept for services":  {map[string]string{"service_cidrs": "172.31.16.0/20"}, "service_cidrs", "has 172.31.16.0/20, and AKS keeps a part of it for itself; write another range"},
		"kept, not private":  {map[string]string{"service_cidrs": "192.0.2.0/24"}, "service_cidrs", "has 192.0.2.0/24, which is not private; write a range of 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10"},
		"one pool for both":  {map[string]string{"pod_cidrs": "10.200.0.0/16", "service_cidrs": "10.200.0.0/16"}, "pod_cidrs", "has no range that lies outside one of service_cidrs; write a range beside them"},
		"pods of services":   {map[string]string{"pod_cidrs": "172.16.0.0/13,10.0.0.0/8,192.168.0.0/16", "service_cidrs": ""}, "", ""},
		"services inside":    {map[string]string{"pod_cidrs": "10.0.0.0/16", "service_cidrs": "10.0.0.0/20,10.0.16.0/20"}, "pod_cidrs", "has no range that lies outside one of service_cidrs; write a range beside them"},
		"the hub's are free": {map[string]string{"hub_cidrs": "172.30.0.0/16"}, "", ""},
		"a tag twice":        {map[string]string{adapter.TagsSetting: "Network=x"}, adapter.TagsSetting, "has the key Network twice, or a tag of the environment has it; write each key once"},
		"a reserved tag":     {map[string]string{adapter.TagsSetting: "Azure-unit=x"}, adapter.TagsSetting, "must have no key that begins with azure, which the provider keeps for itself"},
		"too many tags": {map[string]string{adapter.TagsSetting: "a=,b=,c=,d=,e=,f=,g=,h=,i=,j="}, adapter.TagsSetting,
			"must have at most 9 tags"},
		"what goes together": {nil, "", ""},
		"defaults":           {map[string]string{"egress": ownEgress, "egress_next_hop_ip": "", "dns_servers": ""}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := adaptertest.Profile(description, profile.Enterprise, defaultRegion)
			p.Settings = hubSettings()
			maps.Copy(p.Settings, c.changed)
			checks, err := New().CheckInstallation(t.Context(), p)
			require.NoError(t, err)
			faults := adapter.SettingFaults(checks)
			if c.fault == "" {
				assert.Empty(t, faults)
				return
			}
			require.Len(t, faults, 1)
			assert.Equal(t, "settings."+c.fault, faults[0].Field)
			assert.Equal(t, c.message, faults[0].Message)
		})
	}
}

// TestZonesHaveTheirFixedNames: nothing is written to a zone of another name.
func TestZonesHaveTheirFixedNames(t *testing.T) {
	const zones = "/subscriptions/00000000-0000-0000-0000-000000000004/resourceGroups/rg-hub/providers/Microsoft.Network/privateDnsZones/"
	for name, c := range map[string]struct {
		taken, refused []string
		expected       string
	}{
		"api_server_dns_zone_id": {
			[]string{"private.northeurope.azmk8s.io", "privatelink.northeurope.azmk8s.io", "team-1.private.northeurope.azmk8s.io"},
			[]string{"azmk8s.io", "northeurope.azmk8s.io", "xprivate.northeurope.azmk8s.io", "private.northeurope.azmk8s.io.example.com", "private.azmk8s.io", "privatelink.blob.core.windows.net", ".private.northeurope.azmk8s.io"},
			"private.northeurope.azmk8s.io",
		},
		"blob_dns_zone_id": {
			[]string{"privatelink.blob.core.windows.net"},
			[]string{"blob.core.windows.net", "privatelink-blob.core.windows.net", "privatelink.vaultcore.azure.net", "privatelink.blob.core.windows.net.example.com"},
			"privatelink.blob.core.windows.net",
		},
		"vault_dns_zone_id": {
			[]string{"privatelink.vaultcore.azure.net"},
			[]string{"privatelink.vault.azure.net", "privatelink.blob.core.windows.net", "xprivatelink.vaultcore.azure.net"},
			"privatelink.vaultcore.azure.net",
		},
	} {
		setting := settingNamed(t, name)
		for _, zone := range c.taken {
			_, err := setting.Normal(zones + zone)
			assert.NoError(t, err, zone)
		}
		for _, zone := range c.refused {
			_, err := setting.Normal(zones + zone)
			require.Error(t, err, zone)
			assert.Contains(t, err.Error(), "the ID of a resource of Microsoft.Network/privateDnsZones named like "+c.expected+", such as "+zones+c.expected, zone)
		}
	}
}

// TestNoPartOfAnIDEndsWithADot checks the group and the name of each setting that is a
// resource of the organisation: a path of dots leads elsewhere, and Azure takes no name
// that ends with one.
func TestNoPartOfAnIDEndsWithADot(t *testing.T) {
	const subscription = "/subscriptions/00000000-0000-0000-0000-000000000004/resourceGroups/"
	for name, kind := range map[string]string{"hub_virtual_network_id": "Microsoft.Network/virtualNetworks/", "registry_id": "Microsoft.ContainerRegistry/registries/"} {
		setting := settingNamed(t, name)
		for _, id := range []string{"rg.hub-1/providers/" + kind + "a.b", "(g)/providers/" + kind + "_", "g/providers/" + kind + strings.Repeat("n", 100)} {
			_, err := setting.Normal(subscription + id)
			assert.NoError(t, err, id)
		}
		for _, id := range []string{"../providers/" + kind + "x", "g./providers/" + kind + "x", "g/providers/" + kind + "..", "g/providers/" + kind + "x.", "g/providers/" + kind + strings.Repeat("n", 101)} {
			_, err := setting.Normal(subscription + id)
			assert.Error(t, err, id)
		}
	}
	zone := settingNamed(t, "blob_dns_zone_id")
	_, err := zone.Normal(subscription + "../providers/Microsoft.Network/privateDnsZones/privatelink.blob.core.windows.net")
	assert.Error(t, err)
}

func settingNamed(t *testing.T, name string) profile.Setting {
	t.Helper()
	for _, s := range table.Settings {
		if s.Name == name {
			return s
		}
	}
	require.Fail(t, "no setting "+name)
	return profile.Setting{}
}

// TestAHubHasTheWayOut checks what a landing zone with a hub has in place of a gateway
// and a public address, and that it is charged for neither.
func TestAHubHasTheWayOut(t *testing.T) {
	a := answered(t, throughTheHub(adaptertest.Production, medium))
	require.NoError(t, adaptertest.CheckAnswer(description, a))
	addresses := map[string]string{}
	for _, r := range planOf(t, a.Input).Resources() {
		addresses[r.Address] = r.Name
		assert.NotRegexp(t, `azurerm_(public_ip|nat_gateway|private_dns_zone)\b`, r.Type)
	}
	assert.Contains(t, addresses, routesAddress)
	assert.Contains(t, addresses, "azurerm_virtual_network_peering.hub[0]")
	for _, item := range a.Evaluation.Estimate.Items {
		assert.Contains(t, addresses, item.Address)
	}
}

// TestPoolsAreTheEnterprises checks that a cluster takes its ranges from the
// profile's, the first that is free.
func TestPoolsAreTheEnterprises(t *testing.T) {
	chosen := map[string]string{"pod_cidrs": "10.40.0.0/16,100.70.0.0/16", "service_cidrs": "172.22.0.0/20"}
	p := planOf(t, adaptertest.InputWith(description, chosen, goodRequest()))
	assert.Equal(t, "100.70.0.0/16", p.layout.pods.String())
	assert.Equal(t, "172.22.0.0/20", p.layout.services.String())
	assert.Equal(t, "172.22.0.10", p.layout.dns.String())
}

// TestPoolsAreTakenApart: a range in both pools is the services' or the pods'.
func TestPoolsAreTakenApart(t *testing.T) {
	chosen := map[string]string{"pod_cidrs": "100.70.0.0/16", "service_cidrs": "100.70.0.0/16,172.22.0.0/20"}
	p := planOf(t, adaptertest.InputWith(description, chosen, goodRequest()))
	assert.Equal(t, "100.70.0.0/16", p.layout.pods.String())
	assert.Equal(t, "172.22.0.0/20", p.layout.services.String())
}

// TestAdvisoriesFollowTheLandingZone: a hub is a way out of its own.
func TestAdvisoriesFollowTheLandingZone(t *testing.T) {
	india := []adaptertest.Change{adaptertest.Production, medium, adaptertest.With(request.RegionField, "centralindia")}
	assert.NotNil(t, regionWayOut.CheckInput(settled(inputOf(profile.Enterprise, india...))))
	assert.Nil(t, regionWayOut.CheckInput(settled(throughTheHub(india...))))
}
