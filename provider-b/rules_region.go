package providerb

import (
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

var regionAPIServer = adapter.NativeRule{
	ID:       ID + ".region.api-server",
	Field:    request.RegionField,
	Level:    profile.Mandatory,
	Title:    "The region takes a cluster whose API server stands in the environment's network",
	Expected: "a region with API Server VNet Integration",
	Reads:    []string{request.RegionField},
	Check: func(req request.Request) *adapter.Finding {
		region, ok := regions.Find(req.Region)
		if !ok || region.takesClusters() {
			return nil
		}
		other := neighbourOf(region)
		return &adapter.Finding{
			Message: fmt.Sprintf("A cluster's API server cannot stand in the environment's network in %s, which is what makes it private here.",
				region.DisplayName),
			Remediation: fmt.Sprintf("Type a region where it can, such as %s.", other.Name),
			Suggestion:  request.Text(other.Name),
		}
	},
}

var regionProductionZones = adapter.NativeRule{
	ID:       ID + ".region.production-zones",
	Field:    request.RegionField,
	Level:    profile.Mandatory,
	Title:    "Production runs in a region with availability zones",
	Expected: "a region with availability zones for production",
	Reads:    []string{request.EnvironmentField, request.RegionField},
	Check: func(req request.Request) *adapter.Finding {
		region, ok := regions.Find(req.Region)
		if !ok || region.hasZones() || req.Environment != request.Production {
			return nil
		}
		other := neighbourOf(region)
		return &adapter.Finding{
			Message:     region.DisplayName + " has no availability zones, so one failure of a data centre would stop production.",
			Remediation: fmt.Sprintf("Type a region with zones, such as %s.", other.Name),
			Suggestion:  request.Text(other.Name),
		}
	},
}

// The rule has no suggestion: each of these regions is the only one of its geography
// that has zones, and where data lies weighs more than a way out that may fail.
var regionWayOut = adapter.NativeRule{
	ID:       ID + ".region.way-out",
	Field:    request.RegionField,
	Level:    profile.Advisory,
	Title:    "Production's way out stands in every zone",
	Expected: "a region with a StandardV2 NAT gateway for production",
	Reads:    []string{request.EnvironmentField, request.RegionField},
	CheckInput: func(in adapter.Input) *adapter.Finding {
		region, ok := regions.Find(in.Request.Region)
		if !ok || !region.hasZones() || region.hasZonalWayOut() || in.Request.Environment != request.Production || in.Setting("egress") == hubEgress {
			return nil
		}
		return &adapter.Finding{
			Message: fmt.Sprintf("No NAT gateway stands in every zone of %s, so production loses its way out when one zone fails.",
				region.DisplayName),
			Remediation: "Have the application bear a time without a way out, or choose a region of another geography where the data may lie there.",
		}
	},
}

var regionZones = adapter.NativeRule{
	ID:       ID + ".region.zones",
	Field:    request.RegionField,
	Level:    profile.Advisory,
	Title:    "The region has availability zones",
	Expected: "a region with availability zones",
	Reads:    []string{request.EnvironmentField, request.RegionField},
	Check: func(req request.Request) *adapter.Finding {
		region, ok := regions.Find(req.Region)
		if !ok || region.hasZones() || req.Environment == request.Production {
			return nil
		}
		other := neighbourOf(region)
		return &adapter.Finding{
			Message:     region.DisplayName + " has no availability zones, so a move to production would need another region.",
			Remediation: fmt.Sprintf("Choose a region with zones, such as %s, where the application is to go on to production.", other.Name),
			Suggestion:  request.Text(other.Name),
		}
	},
}

var regionByRequest = adapter.NativeRule{
	ID:       ID + ".region.by-request",
	Field:    request.RegionField,
	Level:    profile.Advisory,
	Title:    "Every subscription has the region",
	Expected: "a region that is open to every subscription",
	Reads:    []string{request.RegionField},
	Check: func(req request.Request) *adapter.Finding {
		region, ok := regions.Find(req.Region)
		if !ok || region.open() {
			return nil
		}
		other := neighbourOf(region)
		return &adapter.Finding{
			Message: fmt.Sprintf("The provider opens %s by request only, so nothing can be built there until it has opened it to the subscription.",
				region.DisplayName),
			Remediation: fmt.Sprintf("Have the platform team ask the provider for access first, or type an open region, such as %s.", other.Name),
			Suggestion:  request.Text(other.Name),
		}
	},
}

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
	other, _ := regions.Find(defaultRegion)
	return other
}

// machinesElsewhere returns a region near the given one that sells the machines of
// every size, or the default.
func machinesElsewhere(name string) string {
	region, _ := regions.Find(name)
	if other, found := region.neighbour(regionEntry.sellsMachines); found {
		return other.Name
	}
	return defaultRegion
}
