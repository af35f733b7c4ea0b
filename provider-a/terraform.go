package providera

import (
	_ "embed"
	"fmt"
	"net/netip"

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

// inputs returns the values of main.tf's variables. JSON is written with sorted
// keys, those of a part too, whose fields are in that order. A text of the request
// is only ever a string in it: Terraform reads a tfvars file as values and never as
// expressions.
func inputs(p plan) map[string]any {
	return map[string]any{
		"application":               p.request.Application,
		"budget_alert_percent":      terms.BudgetAlerts.Percent,
		"business_justification":    p.request.BusinessJustification,
		"cost_centre":               p.request.CostCentre,
		"data_classification":       p.request.DataClassification,
		"deletion_protection":       p.production(),
		"egress_subnet_cidrs":       texts(p.layout.egress),
		"environment":               p.request.Environment,
		"excluded_zone_ids":         append([]string{}, p.region.WithoutControlPlane...),
		"expires_on":                string(p.request.ExpiryDate),
		"fingerprint":               p.identity.Fingerprint,
		"flow_log_interval_seconds": terms.FlowLogs.IntervalSeconds,
		"key_deletion_days":         p.keyDeletionDays,
		"key_duties":                p.keys,
		"key_rotation_days":         p.keyRotationDays,
		"kubernetes_version":        terms.Kubernetes.Version,
		"log_archive_destination":   terms.CentralLogs.Destination,
		"log_retention_days":        p.logRetentionDays,
		"monthly_budget_usd":        p.request.MonthlyBudget,
		"name":                      p.name,
		"node_ami_type":             sizeTable.Node.AMIType,
		"node_capacity_type":        sizeTable.Node.CapacityType,
		"node_desired_size":         p.size.FirstNodes,
		"node_disk_gib":             p.size.DiskGiB,
		"node_instance_type":        p.size.InstanceType,
		"node_max_size":             p.size.MaxNodes,
		"node_max_unavailable":      sizeTable.UpdateMaxUnavailable.Nodes,
		"node_min_size":             p.size.MinNodes,
		"node_volume_type":          sizeTable.Node.VolumeType,
		"owner":                     p.request.Owner,
		"placement":                 p.placement,
		"private_subnet_cidrs":      texts(p.layout.private),
		"rationale":                 p.rationale(),
		"region":                    p.request.Region,
		"request_id":                p.identity.RequestID,
		"service_ipv4_cidr":         p.layout.services.String(),
		"vpc_cidr":                  p.request.NetworkCIDR.String(),
		"zonal_shift":               p.production(),
	}
}

func texts(blocks []netip.Prefix) []string {
	list := make([]string, len(blocks))
	for i, block := range blocks {
		list[i] = block.String()
	}
	return list
}
