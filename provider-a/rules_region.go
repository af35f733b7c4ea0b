package providera

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

const regionField = "region"

// The rule has no suggestion: which region may hold the data is for people to say.
var regionProductionZones = newRule(profile.Advisory, "region.production-zones", regionField,
	"Production runs in a region with three availability zones",
	"a region known to have three availability zones for a control plane, for production",
	func(req request.Request) *finding {
		region, known := findRegion(req.Region)
		if !known || req.Environment != request.Production || region.usableZones() >= preferredZones {
			return nil
		}
		return &finding{
			message: fmt.Sprintf("%s is not known to have three availability zones for a control plane, so the cluster spreads over %d and keeps one when the other fails.",
				region.DisplayName, region.clusterZones()),
			remediation: fmt.Sprintf("Choose a region with three zones, such as %s, or accept the smaller spread.", defaultRegion),
		}
	})

// The rule has no suggestion, for the same reason. A region of which no zone is
// known breaks it not: nothing says that it has too few.
var regionControlPlaneZones = newRule(profile.Advisory, "region.control-plane-zones", regionField,
	"The region has two availability zones for the control plane in every account",
	"a region that leaves every account two availability zones in which a control plane can stand",
	func(request request.Request) *finding {
		region, known := findRegion(request.Region)
		if !known || len(region.Zones) == 0 || region.leastZones() >= network.MinimumZones.Zones {
			return nil
		}
		missing := strings.Join(region.WithoutControlPlane, " and ")
		return &finding{
			message: fmt.Sprintf("A cluster needs %d availability zones, and an account that has %s among its %d of %s is left with %d: no control plane can stand there.",
				network.MinimumZones.Zones, missing, len(region.Zones), region.DisplayName, region.leastZones()),
			remediation: fmt.Sprintf("Choose another region, such as %s, or have the platform team look for %s among the account's zones first.", defaultRegion, missing),
		}
	})
