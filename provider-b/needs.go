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
		"Total Regional vCPUs": fmt.Sprintf("%d more, at the peak of an upgrade. The machine family needs as many.",
			p.peakVCPUs()),
	}
	if p.ownGateway() {
		quotas["Public IPv4 addresses"] = "1 more, for the NAT gateway"
	}
	return quotas
}

// rights returns the roles of the identity that applies, also for each named resource of the organisation.
func (p plan) rights() map[string]string {
	const administrator, subscription = "Role Based Access Control Administrator", "on the environment's subscription"
	rights := map[string]string{}
	places := map[string][]string{
		"Contributor":              {subscription},
		"Key Vault Crypto Officer": {subscription + ", for the keys"},
		administrator:              {subscription + ", with a condition"},
	}
	on := func(role, place string, needed bool) {
		if needed {
			places[role] = append(places[role], place)
		}
	}
	on("Microsoft.Authorization/locks/*", subscription+", in a role of your own", p.production())
	on("Log Analytics Contributor", "on the central log workspace", p.centralSubscription != "")
	on("Network Contributor", "on the hub's network, to peer with it", p.in.Setting(hubNetwork) != "")
	on("Network Contributor", "with runner_network, on its subnet", p.runnerMayHaveAnEndpoint())
	on("Private DNS Zone Contributor", "on the central zones of blob and vault", p.in.Setting(privateDNS) == centralDNS)
	on("Private DNS Zone Contributor", "with runner_network, on its zone", p.runnerMayHaveAnEndpoint())
	on(administrator, "on the central zone of API servers", isZone(p.in.Setting(apiServerZone)))
	on(administrator, "on the registry", p.in.Setting("registry_id") != "")
	for role, list := range places {
		rights[role] = strings.Join(list, "; ")
	}
	return rights
}

// runnerHasNoRange reports whether no range of a runner reaches the vault.
func (p plan) runnerHasNoRange() bool { return len(p.in.SettingList("runner_cidrs")) == 0 }

// runnerMayHaveAnEndpoint reports whether the runner reaches the vault by its own endpoint. The landing zone's policy
// would give that endpoint and the environment's the same name.
func (p plan) runnerMayHaveAnEndpoint() bool {
	return p.runnerHasNoRange() && p.in.Setting(privateDNS) != policyDNS
}

// steps returns the steps besides plan and apply, in their order.
func (p plan) steps() (list []adapter.Need) {
	step := func(name, text string) {
		list = append(list, adapter.Need{Kind: adapter.NeedStep, Name: name, Text: text})
	}
	step("scan main.tf", "main.tf excuses no finding of tfsec or KICS.")
	step("keep the lock file of providers", "Keep .terraform.lock.hcl with the state. It pins the provider.")
	if !p.region.open() {
		step("open the region", "Ask Azure to open it to the subscription.")
	}
	step("prepare the subscription",
		"Once, register the feature Microsoft.Compute/EncryptionAtHost and the resource providers "+
			strings.Join(table.ResourceProviders, ", ")+" of Microsoft.")
	if p.centralSubscription != "" {
		step("prepare the central workspace", fmt.Sprintf("Once, create %s in %s of the management subscription.",
			p.in.Setting("central_log_workspace"), p.in.Setting("central_log_resource_group")))
	}
	if p.runnerHasNoRange() {
		ways := "Set runner_cidrs in the profile. "
		if p.runnerMayHaveAnEndpoint() {
			ways = "Give the input runner_network, or set runner_cidrs in the profile. "
		}
		step("let the runner reach the vault", ways+"Otherwise the first apply stops at the keys.")
	}
	writer := p.in.Setting(privateDNS)
	if writer != ownDNS && len(p.in.SettingList("dns_servers")) == 0 {
		step("link the central zones", "First apply with -target=azurerm_virtual_network.this. "+
			"Then link the zones of blob and vault to the network in the connectivity subscription. Without the link the cluster cannot reach the vault.")
	}
	if writer == policyDNS {
		step("wait for the landing zone's policy", "Deploy-Private-DNS-Zones writes the names of vault and storage "+
			"some minutes after their endpoints exist. The first apply may stop at the keys. Then apply again.")
	}
	switch {
	case !p.ownGateway():
		step("create the peering from the hub", "First apply with -target=azurerm_virtual_network_peering.hub. "+
			"Then create the peering from the hub, and apply everything. "+
			"A cluster without internet egress fails and must be built again.")
	case p.in.Setting(hubNetwork) != "":
		step("create the peering from the hub", "Create it when the network exists. Then apply again.")
	}
	step("apply again", "Apply again if the first apply stops at a new role or name. Also apply after each key rotation.")
	step("install what runs in the cluster", "As a cluster administrator, apply the output cluster_objects.")
	step("scale before another size", "Bring the number of user nodes into the range of the new size, with "+
		"az aks nodepool update --update-cluster-autoscaler --min-count … --max-count … (not tried on Azure). "+
		"Then drain the old pool by hand, because it is deleted as it is.")
	if p.production() {
		step("lift the lock", "Before a change that deletes something, apply with deletion_protection = false. "+
			"Afterwards apply with true. Another size deletes the old pool. "+
			"A change of egress from own to hub deletes the gateway and its address.")
	}
	step("tear down in order", p.teardown())
	return list
}

func (p plan) teardown() string {
	text := "Save claimed volumes. "
	if p.production() {
		text += "Apply with deletion_protection = false. "
	}
	return text + fmt.Sprintf("Destroy. The vault's name stays reserved for %d days.", p.vaultDays())
}
