package providerb

import (
	"fmt"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

const regionField = "region"

var regionAPIServer = newRule(profile.Mandatory, "region.api-server", regionField,
	"The region takes a cluster whose API server stands in the environment's network",
	"a region with API Server VNet Integration",
	func(req request.Request) *finding {
		region, known := findRegion(req.Region)
		if !known || region.takesClusters() {
			return nil
		}
		other := neighbourOf(region)
		return &finding{
			message: fmt.Sprintf("A cluster's API server cannot stand in the environment's network in %s, which is what makes it private here.",
				region.DisplayName),
			remediation: fmt.Sprintf("Type a region where it can, such as %s.", other.Name),
			suggestion:  request.Text(other.Name),
		}
	})

var regionProductionZones = newRule(profile.Mandatory, "region.production-zones", regionField,
	"Production runs in a region with availability zones",
	"a region with availability zones for production",
	func(req request.Request) *finding {
		region, known := findRegion(req.Region)
		if !known || region.hasZones() || req.Environment != request.Production {
			return nil
		}
		other := neighbourOf(region)
		return &finding{
			message:     region.DisplayName + " has no availability zones, so one failure of a data centre would stop production.",
			remediation: fmt.Sprintf("Type a region with zones, such as %s.", other.Name),
			suggestion:  request.Text(other.Name),
		}
	})

// The rule has no suggestion: each of these regions is alone in its geography in
// having zones, and where data lies weighs more than a way out that may fail.
var regionWayOut = newRule(profile.Advisory, "region.way-out", regionField,
	"Production's way out stands in every zone",
	"a region with a StandardV2 NAT gateway for production",
	func(req request.Request) *finding {
		region, known := findRegion(req.Region)
		if !known || !region.hasZones() || region.hasZonalWayOut() || req.Environment != request.Production {
			return nil
		}
		return &finding{
			message: fmt.Sprintf("No NAT gateway stands in every zone of %s, so production loses its way out when one zone fails.",
				region.DisplayName),
			remediation: "Have the application bear a time without a way out, or choose a region of another geography where the data may lie there.",
		}
	})

var regionZones = newRule(profile.Advisory, "region.zones", regionField,
	"The region has availability zones",
	"a region with availability zones",
	func(req request.Request) *finding {
		region, known := findRegion(req.Region)
		if !known || region.hasZones() || req.Environment == request.Production {
			return nil
		}
		other := neighbourOf(region)
		return &finding{
			message:     region.DisplayName + " has no availability zones, so a move to production would need another region.",
			remediation: fmt.Sprintf("Choose a region with zones, such as %s, where the application is to go on to production.", other.Name),
			suggestion:  request.Text(other.Name),
		}
	})

// neighbourOf returns a region that satisfies every rule of this file: near the
// given one, so that data stays in its geography; where there is none, one near
// that lacks only the way out; and else the default.
func neighbourOf(region regionEntry) regionEntry {
	if other, found := region.neighbour(regionEntry.hasZonalWayOut); found {
		return other
	}
	if other, found := region.neighbour(regionEntry.hasZones); found {
		return other
	}
	other, _ := findRegion(defaultRegion)
	return other
}
