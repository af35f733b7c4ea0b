package providerb

import (
	_ "embed"
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
)

// rootText is the Terraform of every environment. It holds nothing of a request.
//
//go:embed terraform/main.tf
var rootText []byte

// filesOf returns the Terraform root and the inputs that carry the plan.
func filesOf(p plan) ([]adapter.File, error) {
	values, err := document.Encode(inputs(p))
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", adapter.InputsFile, err)
	}
	return []adapter.File{
		{Name: adapter.RootFile, Content: append([]byte{}, rootText...)},
		{Name: adapter.InputsFile, Content: values},
	}, nil
}

// inputs returns the values of main.tf's variables. The JSON of them has its keys
// sorted, those of a part of the placement too, and a text of the request is only
// ever a string in it: Terraform reads a tfvars file as values and never as
// expressions.
func inputs(p plan) map[string]any {
	return map[string]any{
		"api_server_subnet_cidr":       p.layout.apiServer.String(),
		"application":                  p.request.Application,
		"blob_recovery_days":           p.blobRecoveryDays,
		"budget_alert_percent":         terms.BudgetAlerts.Percent,
		"business_justification":       p.request.BusinessJustification,
		"central_log_resource_group":   terms.CentralLogs.ResourceGroup,
		"central_log_workspace":        terms.CentralLogs.Workspace,
		"cost_centre":                  p.request.CostCentre,
		"data_classification":          p.request.DataClassification,
		"deletion_protection":          p.production(),
		"dns_service_ip":               p.layout.dns.String(),
		"environment":                  p.request.Environment,
		"expires_on":                   string(p.request.ExpiryDate),
		"flow_log_retention_days":      p.flowLogRetentionDays,
		"fingerprint":                  p.identity.Fingerprint,
		"key_rotation_days":            p.keyRotationDays,
		"key_vault_name":               p.vault,
		"kubernetes_version":           terms.Kubernetes.Version,
		"location":                     p.request.Region,
		"log_retention_days":           p.logRetentionDays,
		"maintenance_window":           terms.Maintenance.Window,
		"monthly_budget_usd":           p.request.MonthlyBudget,
		"name":                         p.name,
		"nat_gateway_sku":              p.natSKU,
		"network_watcher":              p.networkWatcher(),
		"node_disk_gib":                p.size.DiskGiB,
		"node_max_pods":                sizing.PodsPerNode.Count,
		"node_surge_percent":           sizing.Surge.Percent,
		"node_subnet_cidr":             p.layout.nodes.String(),
		"owner":                        p.request.Owner,
		"placement":                    p.placement,
		"pod_cidr":                     p.layout.pods.String(),
		"private_endpoint_subnet_cidr": p.layout.endpoints.String(),
		"rationale":                    p.rationale(),
		"request_id":                   p.identity.RequestID,
		"service_cidr":                 p.layout.services.String(),
		"storage_account_name":         p.storage,
		"storage_replication":          p.storageReplication(),
		"system_node_count":            p.size.SystemNodes,
		"system_node_vm_size":          p.size.SystemType,
		"user_node_count":              p.size.FirstNodes,
		"user_node_max_count":          p.size.MaxNodes,
		"user_node_min_count":          p.size.MinNodes,
		"user_node_vm_size":            p.size.UserType,
		"vault_retention_days":         p.vaultRetentionDays,
		"vnet_cidr":                    p.request.NetworkCIDR.String(),
		"zones":                        p.zones,
	}
}

// networkWatcher returns the network watcher of the plan's region.
func (p plan) networkWatcher() map[string]string {
	watcher := terms.NetworkWatcher
	return map[string]string{"name": watcher.NamePrefix + p.request.Region, "resource_group": watcher.ResourceGroup}
}
