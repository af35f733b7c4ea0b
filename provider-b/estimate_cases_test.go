package providerb

import (
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/request"
)

// in returns the change of a request's region.
func in(region string) adaptertest.Change { return adaptertest.With(request.RegionField, region) }

// estimates are totals, the first with its items, to be checked by hand. Where part
// of one has no price, it is what an environment costs at least.
var estimates = map[request.Request][]string{
	goodRequest(): {
		"556.90",
		`{azurerm_key_vault_key.this["disks"] HSM-protected key fixed 1 month 5.00 5.00}`,
		`{azurerm_key_vault_key.this["disks"] key operations usage  10000 requests  unknown}`,
		`{azurerm_key_vault_key.this["flow-logs"] HSM-protected key fixed 1 month 5.00 5.00}`,
		`{azurerm_key_vault_key.this["flow-logs"] key operations usage  10000 requests  unknown}`,
		`{azurerm_key_vault_key.this["secrets"] HSM-protected key fixed 1 month 5.00 5.00}`,
		`{azurerm_key_vault_key.this["secrets"] key operations usage  10000 requests  unknown}`,
		`{azurerm_kubernetes_cluster.this 2 Standard_D4ds_v5 system nodes fixed 1460 hour 0.252 367.92}`,
		`{azurerm_kubernetes_cluster.this Defender, where planned, 10 vCPUs usage  vCPU  unknown}`,
		`{azurerm_kubernetes_cluster.this claimed volumes usage  GB-month  unknown}`,
		`{azurerm_kubernetes_cluster_node_pool.user 1 Standard_D2ds_v5 user node fixed 730 hour 0.126 91.98}`,
		`{azurerm_kubernetes_cluster_node_pool.user added nodes usage  hour 0.126 unknown}`,
		`{azurerm_log_analytics_workspace.this log ingestion, 10 GB assumed 10 GB 2.99 29.90}`,
		`{azurerm_log_analytics_workspace.this log storage usage  GB-month  unknown}`,
		`{azurerm_nat_gateway.this[0] NAT gateway fixed 730 hour 0.045 32.85}`,
		`{azurerm_nat_gateway.this[0] NAT gateway data usage  GB 0.045 unknown}`,
		`{azurerm_network_watcher_flow_log.network Traffic Analytics usage  GB  unknown}`,
		`{azurerm_network_watcher_flow_log.network flow logs usage  GB  unknown}`,
		`{azurerm_private_dns_zone.this["blob"] DNS queries usage  million queries  unknown}`,
		`{azurerm_private_dns_zone.this["blob"] private DNS zone fixed 1 month 0.50 0.50}`,
		`{azurerm_private_dns_zone.this["vault"] DNS queries usage  million queries  unknown}`,
		`{azurerm_private_dns_zone.this["vault"] private DNS zone fixed 1 month 0.50 0.50}`,
		`{azurerm_private_endpoint.flow_logs[0] private endpoint fixed 730 hour 0.01 7.30}`,
		`{azurerm_private_endpoint.flow_logs[0] private endpoint data usage  GB 0.01 unknown}`,
		`{azurerm_private_endpoint.key_vault[0] private endpoint fixed 730 hour 0.01 7.30}`,
		`{azurerm_private_endpoint.key_vault[0] private endpoint data usage  GB 0.01 unknown}`,
		`{azurerm_public_ip.nat[0] public address fixed 1 month 3.65 3.65}`,
		`{azurerm_storage_account.flow_logs stored flow logs usage  GB-month  unknown}`,
		`{azurerm_virtual_network.this traffic usage  GB  unknown}`,
	},
	goodRequest(medium):                        {"1,076.60"},
	goodRequest(large):                         {"2,389.66"},
	goodRequest(adaptertest.Production):        {"813.86"}, // a third system node, and the tier at 73.00
	goodRequest(large, adaptertest.Production): {"2,462.66"},
	goodRequest(in("westeurope"), medium):      {"1,149.60"},

	// Without logs, which have no known price there.
	goodRequest(in("eastus")):                                     {"at least 479.55"},   // 0.226 and 0.113 an hour
	goodRequest(in("brazilsouth"), large, adaptertest.Production): {"at least 3,030.90"}, // 0.36 and 0.72 an hour
	goodRequest(in("germanywestcentral")):                         {"at least 563.58"},   // 0.272 and 0.136 an hour, DNS zones at 0.54
	goodRequest(in("denmarkeast")):                                {"at least 67.10"},    // nor of any machine
}
