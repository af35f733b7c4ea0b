package providerb

import (
	"fmt"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
)

const regionField = "region"

var regionProductionZones = newRule(installation.Mandatory, "region.production-zones", regionField,
	"Production runs in a region with availability zones",
	"a region with availability zones for production",
	func(request environment.Request) *finding {
		region, known := findRegion(request.Region)
		if !known || region.hasZones() || request.Environment != environment.Production {
			return nil
		}
		other := neighbourOf(region)
		return &finding{
			message:     region.DisplayName + " has no availability zones, so one failure of a data centre would stop production.",
			remediation: fmt.Sprintf("Type a region with zones, such as %s.", other.Name),
			suggestion:  environment.Text(other.Name),
		}
	})

var regionZones = newRule(installation.Advisory, "region.zones", regionField,
	"The region has availability zones",
	"a region with availability zones",
	func(request environment.Request) *finding {
		region, known := findRegion(request.Region)
		if !known || region.hasZones() || request.Environment == environment.Production {
			return nil
		}
		other := neighbourOf(region)
		return &finding{
			message:     region.DisplayName + " has no availability zones, so a move to production would need another region.",
			remediation: fmt.Sprintf("Choose a region with zones, such as %s, where the application is to go on to production.", other.Name),
			suggestion:  environment.Text(other.Name),
		}
	})

// neighbourOf returns a region with zones: near the given one where there is
// such a place, so that data stays in its geography.
func neighbourOf(region regionEntry) regionEntry {
	if other, found := region.zonalNeighbour(); found {
		return other
	}
	other, _ := findRegion(defaultRegion)
	return other
}
