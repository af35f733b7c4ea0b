package providera

import (
	"fmt"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
)

const regionField = "region"

// The rule has no suggestion: which region may hold the data is for people to say.
var regionProductionZones = newRule(installation.Advisory, "region.production-zones", regionField,
	"Production runs in a region with three availability zones",
	"a region known to have three availability zones for production",
	func(request environment.Request) *finding {
		region, known := findRegion(request.Region)
		if !known || request.Environment != environment.Production || len(region.Zones) >= preferredZones {
			return nil
		}
		return &finding{
			message: fmt.Sprintf("%s is not known to have three availability zones, so the cluster spreads over %d and keeps one when the other fails.",
				region.DisplayName, region.clusterZones()),
			remediation: fmt.Sprintf("Choose a region with three zones, such as %s, or accept the smaller spread.", defaultRegion),
		}
	})
