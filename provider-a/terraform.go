package providera

// Inputs returns the values of main.tf's variables. JSON is written with sorted
// keys, those of a part too, whose fields are in that order. A text of the request
// is only ever a string in it: Terraform reads a tfvars file as values and never as
// expressions.
func (p plan) Inputs() map[string]any {
	return map[string]any{
		"application":               p.Application,
		"budget_alert_percent":      terms.BudgetAlertPercent.Value,
		"business_justification":    p.BusinessJustification,
		"cost_centre":               p.CostCentre,
		"data_classification":       p.DataClassification,
		"deletion_protection":       p.production(),
		"egress_subnet_cidrs":       p.layout.egress,
		"environment":               p.Environment,
		"excluded_zone_ids":         append([]string{}, p.region.WithoutControlPlane...),
		"expires_on":                p.ExpiryDate,
		"fingerprint":               p.in.Identity.Fingerprint,
		"flow_log_interval_seconds": terms.FlowLogIntervalSeconds.Value,
		"key_deletion_days":         p.keyDeletionDays(),
		"key_duties":                p.keys,
		"key_rotation_days":         p.keyRotationDays(),
		"kubernetes_version":        terms.Kubernetes.Version,
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
		"owner":                     p.Owner,
		"placement":                 p.placement(),
		"private_subnet_cidrs":      p.layout.private,
		"rationale":                 p.rationale(),
		"region":                    p.Region,
		"request_id":                p.in.Identity.RequestID,
		"service_ipv4_cidr":         p.layout.services,
		"vpc_cidr":                  p.NetworkCIDR,
		"zonal_shift":               p.production(),
	}
}
