package providera

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// part is one part of an environment, or of the organisation around it, and the
// account that it is for.
type part struct {
	// Boundary is the name of the account in the profile, ID its number; Holds says
	// what the account does for the environment.
	Boundary string `json:"boundary"`
	Holds    string `json:"holds"`
	ID       string `json:"id"`
}

// The parts that main.tf knows. Everything that it declares is built in the
// environment's own account: the keys lie beside what they encrypt and the
// network beside what it carries, as the provider's reference architecture has
// it. The organisation's accounts oversee, receive or connect.
const (
	billingPart      = "billing"
	environmentPart  = "environment"
	keyOversightPart = "key_oversight"
	logArchivePart   = "log_archive"
	networkHubPart   = "network_hub"
)

// placementOf returns the account that each part is for. A sandbox has one
// account, so it has one part.
func placementOf(order adapter.Input) map[string]part {
	if order.Mode == profile.Sandbox {
		return map[string]part{environmentPart: placed(order, sandboxBoundary,
			"every declared resource, with no copy of its logs elsewhere")}
	}
	return map[string]part{
		billingPart:     placed(order, managementBoundary, "cost allocation tag"),
		environmentPart: placed(order, order.Request.Environment, "every declared resource"),
		keyOversightPart: placed(order, securityBoundary,
			"sees key settings"),
		logArchivePart: placed(order, logArchiveBoundary, "log copies"),
		networkHubPart: placed(order, networkBoundary, "transit gateway, if named"),
	}
}

func placed(order adapter.Input, boundary, holds string) part {
	return part{Boundary: boundary, ID: boundaryID(order, boundary), Holds: holds}
}
