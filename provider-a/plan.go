package providera

import (
	"fmt"
	"maps"
	"net/netip"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// plan is what is built for a request.
type plan struct {
	request.Request
	in adapter.Input
	// name is in the name of every resource.
	name   string
	region regionEntry
	size   size
	layout layout
}

// names limits the name of an environment. An IAM role has at most 64 characters, with a suffix of 12
// ("-eks-cluster"). main.tf accepts 40.
var names = adapter.NameLimit{Length: 40, Digits: 10}

// planFor returns the plan for an input. If the network is too small, it returns an error with a plan, because
// the price is known.
func planFor(in adapter.Input) (adapter.Plan, error) {
	region, offered := regions.Find(in.Request.Region)
	if !offered {
		return nil, fmt.Errorf("%q is not a region of %s", in.Request.Region, ID)
	}
	size, ok := sizes[in.Request.ClusterSize]
	if !ok {
		return nil, fmt.Errorf("%q is not a cluster size", in.Request.ClusterSize)
	}
	p := plan{
		Request: in.Request, in: in, name: names.Name(in),
		region: region, size: size,
	}
	var cut bool
	p.layout, cut = layoutFor(p.NetworkCIDR, region.clusterZones(), p.natGateways(), podRanges(in))
	if !cut || p.NetworkCIDR.Bits() > size.longestPrefix() {
		return p, fmt.Errorf("the network %s does not hold a %s cluster", p.NetworkCIDR, p.ClusterSize)
	}
	return p, nil
}

func (p plan) instanceType() string { return p.size.instanceType(p.Region) }

func (p plan) production() bool { return p.Environment == request.Production }

// natGateways returns the number of NAT gateways: one for each zone in production, so that zones do not depend
// on each other, and one elsewhere. There is none if traffic leaves through the hub.
func (p plan) natGateways() int {
	if p.in.Setting(egressSetting) == hubEgress {
		return 0
	}
	if p.production() {
		return p.region.clusterZones()
	}
	return 1
}

// duties are what customer-managed keys encrypt, sorted. Each duty has its own key.
var duties = []string{"logs", "secrets", "volumes"}

// keyAddress returns the address of the key of a duty.
func keyAddress(duty string) string { return adapter.Keyed("aws_kms_key.this", duty) }

// podCIDR returns the range of the pods beside the network; empty if pods have addresses of the network.
func (p plan) podCIDR() string {
	if len(p.layout.pods) == 0 {
		return ""
	}
	return p.layout.podRange.String()
}

func (p plan) logRetentionDays() int { return terms.LogDays.Value[p.DataClassification] }

func (p plan) keyRotationDays() int { return terms.KeyRotationDays.Value[p.DataClassification] }

func (p plan) keyDeletionDays() int { return terms.KeyRecoveryDays.Value[p.Environment] }

// Inputs returns the values of main.tf's variables.
func (p plan) Inputs() map[string]any {
	inputs := p.settingInputs()
	maps.Copy(inputs, map[string]any{
		"account_id":                      p.in.Boundary(p.in.OwnBoundary()),
		"budget_alert_percent":            terms.BudgetAlertPercent.Value,
		"budget_contact":                  p.in.Setting(contactSetting),
		request.JustificationField:        p.BusinessJustification,
		"default_deny":                    terms.DefaultDeny.Value[p.DataClassification],
		"deletion_protection":             p.production(),
		"egress_subnet_cidrs":             p.layout.egress,
		"estimate_alert_usd":              p.estimateAlert(),
		"excluded_zone_ids":               append([]string{}, p.region.WithoutControlPlane...),
		"flow_log_interval_seconds":       terms.FlowLogIntervalSeconds.Value,
		"key_deletion_days":               p.keyDeletionDays(),
		"key_oversight_account_id":        p.keyOversightAccount(),
		"key_rotation_days":               p.keyRotationDays(),
		"kubernetes_version":              terms.Kubernetes.Version,
		"log_archive_account_id":          p.in.Boundary(logArchiveAccount),
		"log_archive_destination":         p.in.Setting(logDestinationSetting),
		"log_retention_days":              p.logRetentionDays(),
		"monthly_budget_usd":              p.MonthlyBudget,
		"name":                            p.name,
		"node_capacity_type":              sizeTable.Node.CapacityType,
		"node_desired_size":               p.size.FirstNodes,
		"node_disk_gib":                   p.size.DiskGiB,
		"node_instance_type":              p.instanceType(),
		"node_max_size":                   p.size.MaxNodes,
		"node_max_unavailable_percentage": sizeTable.UpdateMaxUnavailablePercent.Value,
		"node_min_size":                   p.size.MinNodes,
		"node_volume_type":                sizeTable.Node.VolumeType,
		"pod_cidr":                        p.podCIDR(),
		"pod_security":                    terms.PodSecurity.Value[p.DataClassification],
		"pod_subnet_cidrs":                append([]netip.Prefix{}, p.layout.pods...),
		"private_subnet_cidrs":            p.layout.private,
		request.RegionField:               p.Region,
		"service_ipv4_cidr":               p.layout.services,
		"vpc_cidr":                        p.NetworkCIDR,
		"zonal_shift":                     p.production(),
	})
	return adapter.WithTags(p.in, inputs)
}
