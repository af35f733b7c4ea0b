package providera

import (
	"fmt"
	"slices"
	"strings"

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
			terms.Kubernetes.Version, terms.Kubernetes.SupportedUntil.Words()),
		request.ClassificationField: fmt.Sprintf(
			"%s: logs kept for %d days; customer-managed keys by purpose, rotated every %d days; %s",
			p.DataClassification, p.logRetentionDays(), p.keyRotationDays(), terms.ClassText(p.DataClassification)),
		request.EnvironmentField: p.Environment + ": " + p.protectionText(),
		"mode":                   string(p.in.Mode) + ": " + table.Modes[p.in.Mode],
		request.BudgetField:      p.notIncluded(),
		accessField:              p.accessText(),
		request.NetworkField:     p.addressesText(),
		request.RegionField: fmt.Sprintf("%s: %d zones, %s",
			p.Region, len(p.layout.private), p.egressText()),
	}
}

// accessField is the field of a request that accessText is about.
const accessField = request.ControlsField + "." + string(request.PrivateCluster)

// accessText returns who reaches the Kubernetes API, and who administers the cluster.
func (p plan) accessText() string {
	from := "nobody"
	if p.hubAttached() {
		from = strings.Join(p.in.SettingList(hubRangesSetting), ", ") + " through the transit gateway"
	}
	return "reached by: " + from + "; administrators: input cluster_admin_role_arns"
}

// archiveCopies is the part of prices.NotIncluded that needs a log archive.
const archiveCopies = "the log archive account's copies"

// notIncluded returns what the estimate leaves out.
func (p plan) notIncluded() string {
	table := prices
	table.NotIncluded = slices.DeleteFunc(slices.Clone(table.NotIncluded), func(item string) bool {
		return item == archiveCopies && p.in.Boundary(logArchiveAccount) == ""
	})
	return table.Reason(p.Region, p.Charges())
}

func (p plan) egressText() string {
	if len(p.layout.egress) == 0 {
		return "outbound traffic through the transit gateway"
	}
	return request.Count(len(p.layout.egress), "NAT gateway")
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
