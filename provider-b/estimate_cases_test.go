package providerb

import (
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/request"
)

// estimates are monthly totals, the first with its items, to be checked by hand.
var estimates = map[request.Request][]string{
	goodRequest(): {
		"628.90",
		`{azurerm_key_vault_key.this["disks"] HSM-protected key (price elsewhere) fixed 1 month 5.00 5.00}`,
		`{azurerm_key_vault_key.this["flow-logs"] HSM-protected key (price elsewhere) fixed 1 month 5.00 5.00}`,
		`{azurerm_key_vault_key.this["secrets"] HSM-protected key (price elsewhere) fixed 1 month 5.00 5.00}`,
		`{azurerm_kubernetes_cluster.this 2 Standard_D4ds_v5 system nodes fixed 1460 hour 0.252 367.92}`,
		`{azurerm_kubernetes_cluster.this AKS Standard tier (price elsewhere) fixed 730 hour 0.10 73.00}`,
		`{azurerm_kubernetes_cluster_node_pool.user 1 Standard_D2ds_v5 user node fixed 730 hour 0.126 91.98}`,
		`{azurerm_log_analytics_workspace.this log ingestion, 10 GB (price elsewhere) fixed 10 GB 2.99 29.90}`,
		`{azurerm_nat_gateway.this[0] NAT gateway (price elsewhere) fixed 730 hour 0.045 32.85}`,
		`{azurerm_private_endpoint.flow_logs private endpoint (price elsewhere) fixed 730 hour 0.01 7.30}`,
		`{azurerm_private_endpoint.key_vault private endpoint (price elsewhere) fixed 730 hour 0.01 7.30}`,
		`{azurerm_public_ip.nat[0] public address (price elsewhere) fixed 1 month 3.65 3.65}`,
	},
	goodRequest(medium):                        {"1148.60"},
	goodRequest(large):                         {"2461.66"},
	goodRequest(adaptertest.Production):        {"812.86"}, // a third system node
	goodRequest(large, adaptertest.Production): {"2461.66"},
}
