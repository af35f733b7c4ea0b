package providerb

import (
	_ "embed"
	"fmt"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/provider"
)

// rootText is the Terraform of every environment. It holds nothing of a request.
//
//go:embed terraform/main.tf
var rootText []byte

// filesOf returns the Terraform root and the inputs that carry the plan.
func filesOf(p plan) ([]provider.File, error) {
	values, err := document.Encode(inputs(p))
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", provider.InputsFile, err)
	}
	return []provider.File{
		{Name: provider.RootFile, Content: append([]byte{}, rootText...)},
		{Name: provider.InputsFile, Content: values},
	}, nil
}

// inputs returns the values of main.tf's variables. JSON is written with sorted
// keys, and a text of the request is only ever a string in it: Terraform reads a
// tfvars file as values and never as expressions.
func inputs(p plan) map[string]any {
	return map[string]any{
		"api_server_subnet_cidr":       p.layout.apiServer.String(),
		"application":                  p.request.Application,
		"blob_recovery_days":           p.blobRecoveryDays,
		"business_justification":       p.request.BusinessJustification,
		"central_log_resource_group":   centralResourceGroup,
		"central_log_workspace":        centralWorkspace,
		"cost_centre":                  p.request.CostCentre,
		"data_classification":          p.request.DataClassification,
		"deletion_protection":          p.production(),
		"dns_service_ip":               p.layout.dns.String(),
		"environment":                  p.request.Environment,
		"expires_on":                   string(p.request.ExpiryDate),
		"fingerprint":                  p.identity.Fingerprint,
		"key_rotation_days":            p.keyRotationDays,
		"key_vault_name":               p.vault,
		"kubernetes_version":           kubernetesVersion,
		"location":                     p.request.Region,
		"log_retention_days":           p.logRetentionDays,
		"monthly_budget_usd":           p.request.MonthlyBudget,
		"name":                         p.name,
		"node_disk_gib":                p.size.diskGiB,
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
		"system_node_count":            p.size.systemNodes,
		"system_node_vm_size":          p.size.systemType,
		"user_node_count":              p.size.desiredNodes,
		"user_node_max_count":          p.size.maxNodes,
		"user_node_min_count":          p.size.minNodes,
		"user_node_vm_size":            p.size.userType,
		"vault_retention_days":         p.vaultRetentionDays,
		"vnet_cidr":                    p.request.NetworkCIDR.String(),
		"zones":                        p.zones,
	}
}
