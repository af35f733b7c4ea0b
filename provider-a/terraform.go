package providera

import (
	_ "embed"
	"fmt"
	"net/netip"

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
		"application":             p.request.Application,
		"business_justification":  p.request.BusinessJustification,
		"cost_centre":             p.request.CostCentre,
		"data_classification":     p.request.DataClassification,
		"egress_subnet_cidrs":     texts(p.layout.egress),
		"environment":             p.request.Environment,
		"expires_on":              string(p.request.ExpiryDate),
		"fingerprint":             p.identity.Fingerprint,
		"deletion_protection":     p.production(),
		"key_deletion_days":       p.keyDeletionDays,
		"key_duties":              p.keys,
		"key_rotation_days":       p.keyRotationDays,
		"kubernetes_version":      kubernetesVersion,
		"log_archive_destination": logDestination,
		"log_retention_days":      p.logRetentionDays,
		"monthly_budget_usd":      p.request.MonthlyBudget,
		"name":                    p.name,
		"node_desired_size":       p.size.desiredNodes,
		"node_disk_gib":           p.size.diskGiB,
		"node_instance_type":      p.size.instanceType,
		"node_max_size":           p.size.maxNodes,
		"node_min_size":           p.size.minNodes,
		"owner":                   p.request.Owner,
		"placement":               p.placement,
		"private_subnet_cidrs":    texts(p.layout.private),
		"rationale":               p.rationale(),
		"region":                  p.request.Region,
		"request_id":              p.identity.RequestID,
		"service_ipv4_cidr":       p.layout.services.String(),
		"vpc_cidr":                p.request.NetworkCIDR.String(),
		"zonal_shift":             p.production(),
	}
}

func texts(blocks []netip.Prefix) []string {
	list := make([]string, len(blocks))
	for i, block := range blocks {
		list[i] = block.String()
	}
	return list
}
