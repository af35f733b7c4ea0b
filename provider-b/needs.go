package providerb

import (
	"fmt"
	"maps"
	"slices"

	"platform.internal/platform-core/adapter"
)

// replacements are what a change makes anew (ForceNew and CustomizeDiff in
// hashicorp/terraform-provider-azurerm, version 4). Of what holds data or state, a
// later request for an environment can change only the ranges, by another network. A
// subnet's range would be changed in place, and Azure refuses that while anything is
// in it, so it counts as one that has to be made anew. What is left out is changed in
// place; pools change their machines under a temporary name.
var replacements = map[string][]string{
	"azurerm_consumption_budget_subscription": {"subscription_id"},
	"azurerm_key_vault_key":                   {"key_size", "key_type"},
	"azurerm_kubernetes_cluster": {
		"disk_encryption_set", "dns_service_ip", "pod_cidr", "private_cluster_enabled", "private_dns_zone_id", "service_cidr",
	},
	"azurerm_management_lock":         {"lock_level"},
	"azurerm_nat_gateway":             {"sku_name"},
	"azurerm_public_ip":               {"sku"},
	"azurerm_role_assignment":         {"granted_to", "role_definition_name"},
	"azurerm_storage_account":         {"account_replication_type"},
	"azurerm_subnet":                  {"address_prefix"},
	"azurerm_virtual_network_peering": {"remote_virtual_network_id"},
}

// optionalInputs are the variables of main.tf that have a default, and what each is
// for.
var optionalInputs = map[string]string{
	"budget_start_date": "month in which the budget begins; that of the first plan without",
	"key_expires_at":    "day on which the keys end; none without",
	"runner_network":    "gives the runner an endpoint of the vault in its own network; none without",
}

// Needs returns what whoever plans and applies the Terraform must bring.
func (p plan) Needs() []adapter.Need {
	return slices.Concat(
		needs(adapter.NeedInput, optionalInputs), needs(adapter.NeedQuota, p.quotas()), needs(adapter.NeedRight, p.rights()), p.steps())
}

func needs(kind adapter.NeedKind, texts map[string]string) (list []adapter.Need) {
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		list = append(list, adapter.Need{Kind: kind, Name: name, Text: texts[name]})
	}
	return list
}

// quotas are the limits of a subscription that an environment comes near to.
func (p plan) quotas() map[string]string {
	quotas := map[string]string{
		"AKS clusters in the region": "1 more",
		"Total Regional vCPUs": fmt.Sprintf("%d more, also of the families of %s and %s, while an upgrade adds nodes",
			p.peakVCPUs(), p.systemType(), p.userType()),
	}
	if p.ownGateway() {
		quotas["Public IPv4 addresses"] = "1 more, for the NAT gateway"
	}
	return quotas
}

// rights are the roles of the identity that applies. Where the organisation's own
// things are named, it must be allowed on them too, and on nothing beside.
func (p plan) rights() map[string]string {
	rights := map[string]string{
		"Contributor":               "on the environment's subscription",
		"Key Vault Crypto Officer":  "on the environment's subscription: it makes the keys",
		"User Access Administrator": "on the environment's subscription, for the roles and the lock that the page lists",
	}
	if p.centralSubscription != "" {
		rights["Log Analytics Contributor"] = "on the central log workspace, to send logs there"
	}
	if p.landing.hub != "" {
		rights["Network Contributor"] = "on the hub's network, to peer with it"
	}
	if p.landing.blobZone != "" || p.landing.vaultZone != "" {
		rights["Private DNS Zone Contributor"] = "on the central zones of blob and vault"
	}
	if p.landing.apiZone != "" || p.landing.registry != "" {
		rights["Role Based Access Control Administrator"] = "on the central zone of API servers and on the registry, to let the cluster use them"
	}
	return rights
}

// steps are what is done beside plan and apply, in their order.
func (p plan) steps() (list []adapter.Need) {
	step := func(name, text string) {
		list = append(list, adapter.Need{Kind: adapter.NeedStep, Name: name, Text: text})
	}
	step("keep one provider", "that is .terraform.lock.hcl, beside the state at the state key above")
	if !p.region.open() {
		step("open the region", "to the subscription, which the provider does by request")
	}
	step("prepare the subscription", "register the resource providers of main.tf and the feature Microsoft.Compute/EncryptionAtHost, once")
	if len(p.landing.runnerRanges) == 0 {
		step("let the runner reach the vault", "by the input runner_network, or by runner_cidrs of the profile; the first apply stops at the keys without")
	}
	if p.landing.hub != "" {
		step("make the way back", "the peering from the hub, once the first apply has made the network; without it nodes and runner do not reach what they need, and it is applied again")
	}
	step("apply again", "where the first apply stops because a new role or name does not hold yet, and after each renewal of keys, which the cluster takes with an apply")
	if p.production() {
		step("lift the lock", "before an apply that deletes something, as another size does with the old pool: apply with deletion_protection false, then the change, then with true")
	}
	step("tear down in order", p.teardown())
	return list
}

func (p plan) teardown() string {
	text := "keep what claimed volumes hold, which end with the cluster"
	if p.production() {
		text += "; apply with deletion_protection false"
	}
	return text + fmt.Sprintf("; destroy where the runner reaches the vault, whose name is held for %d days", p.vaultDays())
}
