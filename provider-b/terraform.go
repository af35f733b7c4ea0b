package providerb

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// Inputs returns the values of main.tf's variables.
func (p plan) Inputs() map[string]any {
	return adapter.WithTags(p.in, map[string]any{
		"api_server_subnet_cidr":       p.layout.apiServer,
		"blob_recovery_days":           p.blobRecoveryDays(),
		"budget_alert_percent":         terms.Alerts.Value,
		request.JustificationField:     p.in.Request.BusinessJustification,
		"central_log_resource_group":   terms.CentralLogs.ResourceGroup,
		"central_log_workspace":        terms.CentralLogs.Workspace,
		"central_logs_subscription_id": p.centralSubscription,
		"deletion_protection":          p.production(),
		"dns_service_ip":               p.layout.dns,
		"flow_log_retention_days":      p.flowLogDays(),
		"key_rotation_days":            p.keyRotationDays(),
		"key_vault_name":               p.vault,
		"kubernetes_version":           terms.Kubernetes.Version,
		"location":                     p.in.Request.Region,
		"log_retention_days":           p.logDays(),
		"maintenance_window":           terms.Maintenance.Value,
		"monthly_budget_usd":           p.in.Request.MonthlyBudget,
		"name":                         p.name,
		"nat_gateway_sku":              p.natSKU(),
		"network_watcher":              p.networkWatcher(),
		"node_disk_gib":                p.size.DiskGiB,
		"node_max_pods":                sizing.PodsPerNode.Value,
		"node_surge_percent":           sizing.Surge.Value,
		"node_subnet_cidr":             p.layout.nodes,
		"pod_cidr":                     p.layout.pods,
		"private_endpoint_subnet_cidr": p.layout.endpoints,
		"service_cidr":                 p.layout.services,
		"storage_account_name":         p.storage,
		"storage_replication":          p.storageReplication(),
		"subscription_id":              p.subscription,
		"system_node_count":            p.size.SystemNodes,
		"system_node_vm_size":          p.size.SystemType,
		"tenant_id":                    p.tenant,
		"user_node_count":              p.size.FirstNodes,
		"user_node_max_count":          p.size.MaxNodes,
		"user_node_min_count":          p.size.MinNodes,
		"user_node_vm_size":            p.size.UserType,
		"vault_retention_days":         p.vaultDays(),
		"vnet_cidr":                    p.in.Request.NetworkCIDR,
		"zones":                        p.region.Zones,
	})
}

// networkWatcher returns the network watcher of the plan's region.
func (p plan) networkWatcher() map[string]string {
	watcher := terms.NetworkWatcher
	return map[string]string{"name": watcher.NamePrefix + p.in.Request.Region, "resource_group": watcher.ResourceGroup}
}
