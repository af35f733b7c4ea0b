package providera

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// readinessChecks returns the provider's own checks of a profile, always the
// same ones in the same order.
func readinessChecks(prof profile.Profile) []profile.Check {
	return []profile.Check{
		zonesCheck(prof.AllowedRegions),
		instancesCheck(prof.AllowedRegions),
		pricesCheck(prof.AllowedRegions),
		logArchiveCheck(prof),
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
			Message: "Every allowed region is known to have three availability zones for a control plane.",
		},
		regionsWithout(allowed, func(r regionEntry) bool { return r.usableZones() >= preferredZones }),
		"Fewer than three availability zones for a control plane are known of %s; clusters there spread over two.",
		"Prefer regions with three zones for production, or check the zones of these in the account.",
	)
}

func instancesCheck(allowed []string) profile.Check {
	return regionsCheck(
		profile.Check{
			ID: ID + ".region-instances", Title: "Instance types",
			Message: "Every allowed region offers the instance types of all cluster sizes.",
		},
		regionsWithout(allowed, offersAllSizes),
		"Not every instance type is known to be offered in %s.",
		"Check the offered instance types of these regions, or take them out of allowed_regions.",
	)
}

func offersAllSizes(r regionEntry) bool {
	return !slices.Contains(instances.RegionsWithoutData, r.Name) &&
		len(offeredSizes(r.Name)) == len(request.Sizes())
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

// logArchiveCheck says where logs go. It cannot look into the account, so it
// names the destination that must exist there.
func logArchiveCheck(prof profile.Profile) profile.Check {
	check := profile.Check{
		ID: ID + ".log-archive", Title: "Central logging", Status: profile.Passed,
		Message: fmt.Sprintf("Logs are copied to the destination %q in the log archive account.", terms.CentralLogs.Destination),
	}
	if prof.Mode == profile.Sandbox {
		check.Message = "Logs stay in the sandbox account, which is the only boundary of this mode."
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
