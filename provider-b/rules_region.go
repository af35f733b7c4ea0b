package providerb

import (
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

var regionAPIServer = regionRule(adapter.NativeRule{
	ID:       ID + ".region.api-server",
	Level:    profile.Mandatory,
	Title:    "The region takes a cluster whose API server stands in the environment's network",
	Expected: "a region with API Server VNet Integration",
	Reads:    []string{request.RegionField},
}, func(region regionEntry, _ string) bool { return region.takesClusters() },
	"A cluster's API server cannot stand in the environment's network in %s, which is what makes it private here.",
	"Type a region where it can, such as %s.")

var regionProductionZones = regionRule(adapter.NativeRule{
	ID:       ID + ".region.production-zones",
	Level:    profile.Mandatory,
	Title:    "Production runs in a region with availability zones",
	Expected: "a region with availability zones for production",
	Reads:    []string{request.EnvironmentField, request.RegionField},
}, func(region regionEntry, stage string) bool { return region.hasZones() || stage != request.Production },
	"%s has no availability zones, so one failure of a data centre would stop production.",
	"Type a region with zones, such as %s.")

// The rule has no suggestion: each of these regions is the only one of its geography
// that has zones, and where data lies weighs more than a way out that may fail.
var regionWayOut = adapter.NativeRule{
	ID:       ID + ".region.way-out",
	Field:    request.RegionField,
	Level:    profile.Advisory,
	Title:    "Production has internet egress in every zone",
	Expected: "a region with a StandardV2 NAT gateway for production",
	Reads:    []string{request.EnvironmentField, request.RegionField},
	CheckInput: func(in adapter.Input) *adapter.Finding {
		region, ok := regions.Find(in.Request.Region)
		if !ok || !region.hasZones() || region.hasZonalWayOut() || in.Request.Environment != request.Production ||
			in.Setting("egress") == hubEgress {
			return nil
		}
		return &adapter.Finding{
			Message: fmt.Sprintf("No NAT gateway stands in every zone of %s, so production loses its internet egress when one zone fails.",
				region.DisplayName),
			Remediation: "Have the application bear a time without internet egress, or choose a region of another geography where the data may lie there.",
		}
	},
}

var regionZones = regionRule(adapter.NativeRule{
	ID:       ID + ".region.zones",
	Level:    profile.Advisory,
	Title:    "The region has availability zones",
	Expected: "a region with availability zones",
	Reads:    []string{request.EnvironmentField, request.RegionField},
}, func(region regionEntry, stage string) bool { return region.hasZones() || stage == request.Production },
	"%s has no availability zones, so a move to production would need another region.",
	"Choose a region with zones, such as %s, where the application is to go on to production.")

var regionByRequest = regionRule(adapter.NativeRule{
	ID:       ID + ".region.by-request",
	Level:    profile.Advisory,
	Title:    "Every subscription has the region",
	Expected: "a region that is open to every subscription",
	Reads:    []string{request.RegionField},
}, func(region regionEntry, _ string) bool { return region.open() },
	"The provider opens %s by request only, so nothing can be built there until it has opened it to the subscription.",
	"Have the platform team ask the provider for access first, or type an open region, such as %s.")

// regionRule completes a rule that suggests a neighbour if a region does not fit in a stage.
// message has the name of the region, and remediation that of the neighbour.
func regionRule(
	rule adapter.NativeRule, fits func(region regionEntry, stage string) bool, message, remediation string,
) adapter.NativeRule {
	rule.Field = request.RegionField
	rule.Check = func(req request.Request) *adapter.Finding {
		region, ok := regions.Find(req.Region)
		if !ok || fits(region, req.Environment) {
			return nil
		}
		other := bestNeighbour(region).Name
		return &adapter.Finding{
			Message:     fmt.Sprintf(message, region.DisplayName),
			Remediation: fmt.Sprintf(remediation, other),
			Suggestion:  request.Text(other),
		}
	}
	return rule
}

// bestNeighbour returns a region of the same geography that satisfies every rule of this file.
// If there is none, it returns one that lacks only the way out, or the default region.
func bestNeighbour(region regionEntry) regionEntry {
	if other, ok := region.neighbour(regionEntry.hasZonalWayOut); ok {
		return other
	}
	if other, ok := region.neighbour(regionEntry.hasZones); ok {
		return other
	}
	other, _ := regions.Find(defaultRegion)
	return other
}

// machinesElsewhere returns a region near the given one that sells the machines of
// every size, or the default.
func machinesElsewhere(name string) string {
	region, _ := regions.Find(name)
	if other, ok := region.neighbour(regionEntry.sellsMachines); ok {
		return other.Name
	}
	return defaultRegion
}
