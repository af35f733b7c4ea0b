package providera

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// Inputs returns the values of main.tf's variables.
func (p plan) Inputs() map[string]any {
	return adapter.WithTags(p.in, map[string]any{
		"account_id":                p.in.Boundary(p.ownAccount()),
		"budget_alert_percent":      terms.BudgetAlertPercent.Value,
		request.JustificationField:  p.BusinessJustification,
		"deletion_protection":       p.production(),
		"egress_subnet_cidrs":       p.layout.egress,
		"excluded_zone_ids":         append([]string{}, p.region.WithoutControlPlane...),
		"flow_log_interval_seconds": terms.FlowLogIntervalSeconds.Value,
		"key_deletion_days":         p.keyDeletionDays(),
		"key_duties":                p.keys,
		"key_oversight_account_id":  p.organisationAccountID(securityAccount),
		"key_rotation_days":         p.keyRotationDays(),
		"kubernetes_version":        terms.Kubernetes.Version,
		"log_archive_account_id":    p.organisationAccountID(logArchiveAccount),
		"log_archive_destination":   terms.CentralLogDestination.Value,
		"log_retention_days":        p.logRetentionDays(),
		"monthly_budget_usd":        p.MonthlyBudget,
		"name":                      p.name,
		"node_ami_type":             sizeTable.Node.AMIType,
		"node_capacity_type":        sizeTable.Node.CapacityType,
		"node_desired_size":         p.size.FirstNodes,
		"node_disk_gib":             p.size.DiskGiB,
		"node_instance_type":        p.size.InstanceType,
		"node_max_size":             p.size.MaxNodes,
		"node_max_unavailable":      sizeTable.UpdateMaxUnavailable.Value,
		"node_min_size":             p.size.MinNodes,
		"node_volume_type":          sizeTable.Node.VolumeType,
		"private_subnet_cidrs":      p.layout.private,
		request.RegionField:         p.Region,
		"service_ipv4_cidr":         p.layout.services,
		"vpc_cidr":                  p.NetworkCIDR,
		"zonal_shift":               p.production(),
	})
}
