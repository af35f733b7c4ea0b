package providera

import (
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// Rationale returns what the fields of the request and the mode decided, and what the estimate leaves out. It has
// no free text of the requester.
func (p plan) Rationale() map[string]string {
	s := p.size
	return map[string]string{
		request.SizeField: fmt.Sprintf(
			"%s: %d nodes of %s with %d GiB each; %d to %d with the autoscaler; Kubernetes %s, upgrade due by %s",
			p.ClusterSize, s.FirstNodes, p.instanceType(), s.DiskGiB, s.MinNodes, s.MaxNodes,
			terms.Kubernetes.Version, terms.Kubernetes.SupportedUntil),
		request.ClassificationField: fmt.Sprintf(
			"%s: logs kept for %d days; a customer-managed key for each purpose, rotated every %d days; %s",
			p.DataClassification, p.logRetentionDays(), p.keyRotationDays(), terms.ClassText(p.DataClassification)),
		request.EnvironmentField: p.Environment + ": " + p.protectionText(),
		"mode":                   string(p.in.Mode) + ": " + table.Modes[p.in.Mode],
		request.BudgetField:      prices.Reason(p.Region, p.Charges()),
		request.NetworkField:     p.addressesText(),
		request.RegionField: fmt.Sprintf("%s: %d zones, %s",
			p.Region, len(p.layout.private), p.egressText()),
	}
}

func (p plan) egressText() string {
	if len(p.layout.egress) == 0 {
		return "outbound traffic through the transit gateway"
	}
	return adapter.Count(len(p.layout.egress), "NAT gateway")
}

func (p plan) addressesText() string {
	if len(p.layout.pods) == 0 {
		return "addresses of nodes and pods"
	}
	return fmt.Sprintf("addresses of nodes; pods have %s, which only the VPC knows", p.layout.podRange)
}

func (p plan) protectionText() string {
	if p.production() {
		return fmt.Sprintf("zonal shift; deletion protection; deleted keys recoverable for %d days", p.keyDeletionDays())
	}
	return fmt.Sprintf("no deletion protection; deleted keys recoverable for %d days", p.keyDeletionDays())
}
