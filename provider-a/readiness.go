package providera

import (
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

var readiness = []adapter.ReadinessCheck{
	regions.Check(adapter.RegionCheck{
		ID: ID + ".region-zones", Title: "Availability zones",
		Passed:      "Every allowed region is known to have three availability zones for a control plane.",
		Warning:     "Fewer than three availability zones for a control plane are known of %s; clusters there spread over two.",
		Remediation: "Prefer regions with three zones for production, or check the zones of these in the account.",
	}, regionEntry.hasPreferredZones),
	regions.Check(adapter.RegionCheck{
		ID: ID + ".region-instances", Title: "Instance types",
		Passed:      "Every allowed region offers the instance types of all cluster sizes.",
		Warning:     "Not every instance type is known to be offered in %s.",
		Remediation: "Check the offered instance types of these regions, or take them out of allowed_regions.",
	}, offersAllSizes),
	pricesCheck,
	logArchiveCheck,
	access.Check,
}

// access is who reaches the Kubernetes API. The workflow names the administrators, and, if no setting does, the range
// from which the API is reached.
var access = adapter.Access{ //nolint:gosec // sentences, no credentials
	Provider:    ID,
	Passed:      "The Kubernetes API is reached from hub_cidrs. The workflow's input cluster_admin_role_arns names who administers the cluster.",
	Remediation: "Set transit_gateway_id and hub_cidrs in the profile, and cluster_admin_role_arns in the workflow that applies the proposal.",
	Lacking: func(setting func(string) string) string {
		if setting(transitGatewaySetting) != "" {
			return ""
		}
		return "Nobody outside the environment's network reaches its private Kubernetes API, and nobody administers the cluster, " +
			"unless the workflow sets transit_gateway_id, hub_cidrs and cluster_admin_role_arns."
	},
}

func offersAllSizes(r regionEntry) bool { return machines.AllSoldIn(r.Name) }

// pricesCheck checks that the regions have prices of all counted items. The settings decide whether there are NAT
// gateways or a transit gateway.
func pricesCheck(p profile.Profile) profile.Check {
	counted := []string{"volume", "log_ingestion"}
	if p.Settings[egressSetting] != hubEgress {
		counted = append(counted, "nat_gateway")
	}
	if p.Settings[transitGatewaySetting] != "" {
		counted = append(counted, "transit_gateway")
	}
	return prices.ReadinessCheck(ID, counted...)(p)
}

func logArchiveCheck(p profile.Profile) profile.Check {
	return adapter.LoggingCheck(ID+".log-archive",
		"Logs stay in the sandbox account, which is the only boundary of this mode.",
		fmt.Sprintf("Logs are copied to the destination %q in the log archive account.",
			p.Settings[logDestinationSetting]))(p)
}
