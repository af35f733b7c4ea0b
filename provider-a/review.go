package providera

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Placement returns the account that each part is for. A sandbox has one
// account, so it has one part.
func (p plan) Placement() []adapter.PlacementPart {
	if p.in.Mode == profile.Sandbox {
		return []adapter.PlacementPart{p.part("environment", sandboxAccount, "every declared resource, with no copy of its logs elsewhere")}
	}
	return []adapter.PlacementPart{
		p.part("billing", managementAccount, "cost allocation tag"),
		p.part("environment", p.Environment, "every declared resource"),
		p.part("key_oversight", securityAccount, "sees key settings"),
		p.part("log_archive", logArchiveAccount, "log copies"),
		p.part("network_hub", networkAccount, "transit gateway, if named"),
	}
}

func (p plan) part(name, account, holds string) adapter.PlacementPart {
	return adapter.PlacementPart{Name: name, Boundary: account, ID: p.accountID(account), Holds: holds}
}

// Rationale returns what the request's fields and the mode decided, what no
// estimate has and what nobody does. It holds nothing that a requester wrote:
// each field is one of a few values, or a network.
func (p plan) Rationale() []adapter.Reason {
	s := p.size
	return []adapter.Reason{
		{Field: request.SizeField, Text: fmt.Sprintf("%s: %d nodes of %s, %d GiB each; %d to %d with your autoscaler; Kubernetes %s, until %s",
			p.ClusterSize, s.FirstNodes, s.InstanceType, s.DiskGiB, s.MinNodes, s.MaxNodes,
			terms.Kubernetes.Version, terms.Kubernetes.SupportedUntil)},
		{Field: request.ClassificationField, Text: fmt.Sprintf("%s: logs for %d days; %s, renewed every %d days",
			p.DataClassification, p.logRetentionDays(), p.keysText(), p.keyRotationDays())},
		{Field: request.EnvironmentField, Text: p.Environment + ": " + p.protectionText()},
		{Field: "mode", Text: string(p.in.Mode) + ": " + modeText(p.in.Mode)},
		{Field: request.BudgetField, Text: "Not in the estimate: " + strings.Join(prices.NotIncluded, ", ")},
		{Field: request.RegionField, Text: fmt.Sprintf("%s: %d zones, %s", p.Region, len(p.layout.private), adapter.Count(len(p.layout.egress), "NAT gateway"))},
	}
}

func (p plan) keysText() string {
	if len(p.keys) == 1 {
		return "one customer-managed key"
	}
	return "customer-managed keys by duty"
}

func (p plan) protectionText() string {
	if p.production() {
		return fmt.Sprintf("zonal shift; deletion protection; deleted keys last %d days", p.keyDeletionDays())
	}
	return fmt.Sprintf("no deletion protection; deleted keys last %d days", p.keyDeletionDays())
}

// beforeTheFirstPod is what main.tf leaves to the workflow: it makes nothing
// inside the cluster.
const beforeTheFirstPod = "the workflow adds access, namespace, storage class"

func modeText(mode profile.Mode) string {
	switch mode {
	case profile.Sandbox:
		return "one account; a separate, protected path removes it after the expiry date; " + beforeTheFirstPod
	case profile.Enterprise:
		return "separate accounts; " + beforeTheFirstPod
	default:
		return "no real account"
	}
}
