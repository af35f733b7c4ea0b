package providerb

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/profile"
)

// readinessChecks returns the provider's own checks of a profile, always the
// same ones in the same order.
func readinessChecks(prof profile.Profile) []profile.Check {
	return []profile.Check{
		zonesCheck(prof.AllowedRegions),
		machinesCheck(prof.AllowedRegions),
		pricesCheck(prof.AllowedRegions),
		centralLoggingCheck(prof),
	}
}

// regionsCheck returns a check that passes with the message when no region is
// lacking something, and warns of those that are.
func regionsCheck(check profile.Check, lacking []string, warning, remediation string) profile.Check {
	check.Status = profile.Passed
	if len(lacking) > 0 {
		check.Status = profile.Warning
		check.Message = fmt.Sprintf(warning, strings.Join(lacking, ", "))
		check.Remediation = remediation
	}
	return check
}

func zonesCheck(allowed []string) profile.Check {
	return regionsCheck(
		profile.Check{
			ID: ID + ".region-zones", Title: "Availability zones",
			Message: "Every allowed region has availability zones.",
		},
		regionsWithout(allowed, regionEntry.hasZones),
		"There are no availability zones in %s, so production is refused there.",
		"Allow a region with zones besides for production.",
	)
}

func machinesCheck(allowed []string) profile.Check {
	return regionsCheck(
		profile.Check{
			ID: ID + ".region-machines", Title: "Machine types",
			Message: "Every allowed region is known to sell the machine types of every size.",
		},
		regionsWithout(allowed, regionEntry.sellsMachines),
		"It is not known here whether %s sells the machine types of every size.",
		"Have somebody with access to the subscription look, before the first environment there.",
	)
}

func pricesCheck(allowed []string) profile.Check {
	return regionsCheck(
		profile.Check{
			ID: ID + ".region-prices", Title: "Price table",
			Message: fmt.Sprintf("The price table of %s covers every allowed region.", prices.Table),
		},
		regionsWithout(allowed, func(r regionEntry) bool { return prices.covers(r.Name) }),
		"The price table has no prices of %s, so estimates there are unknown.",
		"Have the provider team add the prices of these regions, or judge budgets there by hand.",
	)
}

// centralLoggingCheck says where logs go. It cannot look into the subscription,
// so it names the workspace that must exist there.
func centralLoggingCheck(prof profile.Profile) profile.Check {
	check := profile.Check{
		ID: ID + ".central-logging", Title: "Central logging", Status: profile.Passed,
		Message: fmt.Sprintf("Audit logs are copied to the workspace %q of %q in the management subscription.",
			terms.CentralLogs.Workspace, terms.CentralLogs.ResourceGroup),
	}
	if prof.Mode == profile.Sandbox {
		check.Message = "Logs stay in the sandbox subscription, which is the only boundary of this mode."
	}
	return check
}

// regionsWithout returns the allowed regions that the test does not hold for,
// in the order of the profile.
func regionsWithout(allowed []string, holds func(regionEntry) bool) []string {
	var lacking []string
	for _, name := range allowed {
		if entry, known := findRegion(name); !known || !holds(entry) {
			lacking = append(lacking, name)
		}
	}
	return lacking
}
