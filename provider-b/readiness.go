package providerb

import (
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

var readinessChecks = []adapter.ReadinessCheck{zonesCheck, machinesCheck, prices.ReadinessCheck(ID), centralLoggingCheck}

var zonesCheck = regions.Check(adapter.RegionCheck{
	ID:          ID + ".region-zones",
	Title:       "Availability zones",
	Passed:      "Every allowed region has availability zones.",
	Warning:     "There are no availability zones in %s, so production is refused there.",
	Remediation: "Allow a region with zones besides for production.",
}, regionEntry.hasZones)

var machinesCheck = regions.Check(adapter.RegionCheck{
	ID:          ID + ".region-machines",
	Title:       "Machine types",
	Passed:      "Every allowed region is known to sell the machine types of every size.",
	Warning:     "It is not known here whether %s sells the machine types of every size.",
	Remediation: "Have somebody with access to the subscription look, before the first environment there.",
}, regionEntry.sellsMachines)

// centralLoggingCheck says where logs go. It cannot look into the subscription,
// so it names the workspace that must exist there.
func centralLoggingCheck(p profile.Profile) profile.Check {
	check := profile.Check{
		ID: ID + ".central-logging", Title: "Central logging", Status: profile.Passed,
		Message: "Logs stay in the sandbox subscription, which is the only boundary of this mode.",
	}
	if p.Mode != profile.Sandbox {
		check.Message = fmt.Sprintf("Audit logs are copied to the workspace %q of %q in the management subscription.",
			terms.CentralLogs.Workspace, terms.CentralLogs.ResourceGroup)
	}
	return check
}
