package providerb

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// Rationale returns what the request's fields and the mode decided. It holds
// nothing that a requester wrote: each field is one of a few values, or a
// network.
func (p plan) Rationale() map[string]string {
	r, s := p.in.Request, p.size
	return map[string]string{
		request.SizeField: fmt.Sprintf(
			"%s: %d system nodes of %s; %s of %s, %d to %d; Kubernetes %s, upgrade due by %s",
			r.ClusterSize, s.SystemNodes, p.systemType(), request.Count(s.FirstNodes, "user node"), p.userType(),
			s.MinNodes, s.MaxNodes, terms.Kubernetes.Version, adapter.LastDay(terms.Kubernetes.SupportedUntil, 0).Words()),
		request.ClassificationField: fmt.Sprintf(
			"%s: %s; customer-managed keys, except the log workspace's, rotated every %d days; %s; audit log %s",
			r.DataClassification, p.retentionText(), p.keyRotationDays(), terms.ClassText(r.DataClassification),
			p.clusterAuditLog()),
		request.EnvironmentField: r.Environment + ": " + p.protectionText(),
		"mode":                   string(p.in.Mode) + ": " + table.Modes[p.in.Mode],
		accessField:              p.accessText(),
		request.BudgetField:      prices.Reason(r.Region, p.Charges()),
		request.RegionField:      r.Region + ": " + p.spreadText(),
	}
}

// accessField is the field of a request that accessText is about.
const accessField = request.ControlsField + "." + string(request.PrivateCluster)

// accessText returns who reaches the Kubernetes API, and which groups of people have rights in the cluster.
func (p plan) accessText() string {
	var ways []string
	if ranges := p.in.SettingList("hub_cidrs"); len(ranges) > 0 {
		ways = append(ways, strings.Join(ranges, ", ")+" through the hub")
	}
	if p.in.Setting("run_command") == "on" {
		ways = append(ways, "az aks command invoke")
	}
	if len(ways) == 0 {
		ways = []string{"nobody"}
	}
	groups := func(kind string) int { return len(p.in.SettingList(peopleSettings[kind])) }
	return fmt.Sprintf("reached by: %s; groups: %d admin, %d deployer, %d viewer",
		strings.Join(ways, " and "), groups("admin"), groups("deployer"), groups("viewer"))
}

// retentionText returns how long logs last, and how long flow logs do if the provider keeps them less long.
func (p plan) retentionText() string {
	text := fmt.Sprintf("logs kept for %d days, ", p.logDays())
	if p.flowLogDays() < p.logDays() {
		text += fmt.Sprintf("flow logs %d (the maximum), ", p.flowLogDays())
	}
	return text + fmt.Sprintf("deleted flow logs %d", p.blobRecoveryDays())
}

func (p plan) protectionText() string {
	if p.production() {
		return fmt.Sprintf("deletion lock, except on the nodes' resource group; vault recoverable for %d days",
			p.vaultDays())
	}
	text := "no deletion lock; "
	if p.clusterTier() != paidTier {
		text += "control plane without an uptime SLA; "
	}
	return text + fmt.Sprintf("deleted vault recoverable for %d days", p.vaultDays())
}

// spreadText returns what is in which zones.
func (p plan) spreadText() string {
	text := "no zones, NAT gateway"
	switch {
	case !p.ownGateway():
		text = p.spread() + ", outbound traffic through the hub"
		if !p.region.hasZones() {
			text = "no zones, outbound traffic through the hub"
		}
	case p.natSKU() == zonalWayOut:
		text = fmt.Sprintf("%d zones, NAT gateway in all", len(p.region.Zones))
	case len(p.region.Zones) > 0:
		text = fmt.Sprintf("%d zones, NAT gateway in one", len(p.region.Zones))
	}
	return text
}
