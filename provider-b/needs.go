package providerb

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
)

// replacements are what a change makes anew (ForceNew and CustomizeDiff in
// hashicorp/terraform-provider-azurerm, version 4). Of what holds data or state, a
// later request for an environment can change only the ranges, by another network. A
// subnet's range would be changed in place, and Azure refuses that while anything is
// in it, so it counts as one that has to be made anew, and a cluster with that of its
// API server (api_server_access_profile.subnet_id). What is left out is changed in
// place; pools change their machines under a temporary name. Names follow the
// environment: no later request changes one.
var replacements = map[string][]string{
	"azurerm_consumption_budget_subscription": {adapter.NameProperty, "subscription_id"},
	"azurerm_disk_encryption_set":             {adapter.NameProperty},
	"azurerm_federated_identity_credential":   {adapter.NameProperty},
	"azurerm_key_vault":                       {adapter.NameProperty},
	"azurerm_key_vault_key":                   {"key_size", "key_type", adapter.NameProperty},
	"azurerm_kubernetes_cluster": {
		"api_server_subnet", "disk_encryption_set", "dns_service_ip", adapter.NameProperty, "pod_cidr", "private_cluster_enabled", "private_dns_zone_id", "service_cidr",
	},
	"azurerm_kubernetes_cluster_node_pool":             {adapter.NameProperty},
	"azurerm_log_analytics_workspace":                  {adapter.NameProperty},
	"azurerm_management_lock":                          {"lock_level", adapter.NameProperty},
	"azurerm_monitor_action_group":                     {adapter.NameProperty},
	"azurerm_monitor_data_collection_rule":             {adapter.NameProperty},
	"azurerm_monitor_data_collection_rule_association": {adapter.NameProperty},
	"azurerm_monitor_diagnostic_setting":               {adapter.NameProperty},
	"azurerm_nat_gateway":                              {adapter.NameProperty, "sku_name"},
	"azurerm_network_security_group":                   {adapter.NameProperty},
	"azurerm_network_watcher_flow_log":                 {adapter.NameProperty},
	"azurerm_private_dns_zone":                         {adapter.NameProperty},
	"azurerm_private_dns_zone_virtual_network_link":    {adapter.NameProperty},
	"azurerm_private_endpoint":                         {adapter.NameProperty},
	"azurerm_public_ip":                                {adapter.NameProperty, "sku"},
	"azurerm_resource_group":                           {adapter.NameProperty},
	"azurerm_role_assignment":                          {"granted_to", "role_definition_name", "scope"},
	"azurerm_route_table":                              {adapter.NameProperty},
	"azurerm_storage_account":                          {"account_replication_type", adapter.NameProperty},
	"azurerm_subnet":                                   {"address_prefix", adapter.NameProperty},
	"azurerm_user_assigned_identity":                   {adapter.NameProperty},
	"azurerm_virtual_network":                          {adapter.NameProperty},
	"azurerm_virtual_network_peering":                  {adapter.NameProperty, "remote_virtual_network_id"},
}

// optionalInputs are the variables of main.tf that have a default, and what each is
// for.
var optionalInputs = map[string]string{
	"budget_start_date": "month in which the budget begins; else the first plan's",
	"key_expires_at":    "day on which the keys end; else in 2200",
	"runner_network":    "the runner's own endpoint of the vault; else none",
}

// Needs returns what whoever plans and applies the Terraform must bring.
func (p plan) Needs() []adapter.Need {
	return slices.Concat(
		adapter.Needs(adapter.NeedInput, optionalInputs), adapter.Needs(adapter.NeedQuota, p.quotas()),
		adapter.Needs(adapter.NeedRight, p.rights()), p.steps())
}

// quotas are the limits of a subscription that an environment comes near to.
func (p plan) quotas() map[string]string {
	quotas := map[string]string{
		"AKS clusters in the region": "1 more",
		"Total Regional vCPUs":       fmt.Sprintf("%d more at the peak of an upgrade, also of the machines' family", p.peakVCPUs()),
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
	on("Role Based Access Control Administrator", "on the central zone of API servers", p.in.Setting("api_server_dns_zone_id") != "")
	on("Role Based Access Control Administrator", "on the registry", p.in.Setting("registry_id") != "")
	for role, list := range places {
		rights[role] = strings.Join(list, "; ")
	}
	return rights
}

// runnerHasNoRange reports whether the runner needs an endpoint of its own to reach the
// vault.
func (p plan) runnerHasNoRange() bool { return len(p.in.SettingList("runner_cidrs")) == 0 }

// steps are what is done beside plan and apply, in their order.
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
