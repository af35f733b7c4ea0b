package providerb

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
)

// Needs returns what the workflow must bring.
func (p plan) Needs() []adapter.Need {
	return slices.Concat(
		adapter.Needs(adapter.NeedInput, table.Inputs), adapter.Needs(adapter.NeedQuota, p.quotas()),
		adapter.Needs(adapter.NeedRight, p.rights()), p.steps())
}

// quotas returns the limits of a subscription that an environment may reach.
func (p plan) quotas() map[string]string {
	quotas := map[string]string{
		"AKS clusters in the region": "1 more",
		"Total Regional vCPUs": fmt.Sprintf("%d more at the peak of an upgrade, also of the machines' family",
			p.peakVCPUs()),
	}
	if p.ownGateway() {
		quotas["Public IPv4 addresses"] = "1 more, for the NAT gateway"
	}
	return quotas
}

// rights returns the roles of the identity that applies, also for each named resource of the organisation.
func (p plan) rights() map[string]string {
	rights := map[string]string{
		"Contributor":               "on the environment's subscription",
		"Key Vault Crypto Officer":  "on the environment's subscription, for the keys",
		"User Access Administrator": "on the environment's subscription, for roles and lock",
	}
	places := map[string][]string{}
	on := func(role, place string, needed bool) {
		if needed {
			places[role] = append(places[role], place)
		}
	}
	on("Log Analytics Contributor", "on the central log workspace", p.centralSubscription != "")
	on("Network Contributor", "on the hub's network, to peer with it", p.in.Setting(hubNetwork) != "")
	on("Network Contributor", "with runner_network, on its subnet", p.runnerHasNoRange())
	on("Private DNS Zone Contributor", "on the central zone of blob", p.in.Setting("blob_dns_zone_id") != "")
	on("Private DNS Zone Contributor", "on the central zone of vault", p.in.Setting("vault_dns_zone_id") != "")
	on("Private DNS Zone Contributor", "with runner_network, on its zone", p.runnerHasNoRange())
	on("Role Based Access Control Administrator", "on the central zone of API servers",
		p.in.Setting("api_server_dns_zone_id") != "")
	on("Role Based Access Control Administrator", "on the registry", p.in.Setting("registry_id") != "")
	for role, list := range places {
		rights[role] = strings.Join(list, "; ")
	}
	return rights
}

// runnerHasNoRange reports whether the runner needs its own endpoint to reach the vault.
func (p plan) runnerHasNoRange() bool { return len(p.in.SettingList("runner_cidrs")) == 0 }

// steps returns the steps besides plan and apply, in their order.
func (p plan) steps() (list []adapter.Need) {
	step := func(name, text string) {
		list = append(list, adapter.Need{Kind: adapter.NeedStep, Name: name, Text: text})
	}
	step("keep one provider", ".terraform.lock.hcl beside the state")
	if !p.region.open() {
		step("open the region", "to the subscription, by request to the provider")
	}
	step("prepare the subscription", "once: resource providers, feature Microsoft.Compute/EncryptionAtHost")
	if p.runnerHasNoRange() {
		step("let the runner reach the vault", "by runner_network, or the profile's runner_cidrs; else the first apply stops at the keys")
	}
	switch {
	case !p.ownGateway():
		step("make the way back", "first apply with -target=azurerm_virtual_network_peering.hub, peer from the hub, then apply all: "+
			"a cluster without its way out fails and has to be built anew")
	case p.in.Setting(hubNetwork) != "":
		step("make the way back", "peer from the hub once the network is there, then apply again")
	}
	step("apply again", "where the first stops for a new role or name, and after keys are renewed")
	step("scale before another size", "az aks nodepool update --update-cluster-autoscaler --min-count … --max-count … "+
		"until the user pool has a number of nodes in the new range (not tried on Azure), then drain it by hand: the old pool is deleted as it is")
	if p.production() {
		step("lift the lock", "before a change that deletes, such as another size, or egress from own to hub, which deletes gateway and address: "+
			"apply with deletion_protection false, later with true")
	}
	step("tear down in order", p.teardown())
	return list
}

func (p plan) teardown() string {
	text := "save claimed volumes"
	if p.production() {
		text += "; apply with deletion_protection false"
	}
	return text + fmt.Sprintf("; destroy; the vault's name is held for %d days", p.vaultDays())
}
