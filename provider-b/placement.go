package providerb

import "platform.internal/platform-core/profile"

// part is one part of an environment, or of the organisation around it, and the
// subscription (tenant, management group) that it is for.
//
// Its members are in the order of their names, as all JSON here is.
type part struct {
	// Boundary is the name of it in the profile.
	Boundary string `json:"boundary"`
	// Holds is what it does for the environment.
	Holds string `json:"holds"`
	// ID is its identifier.
	ID string `json:"id"`
}

// The parts that main.tf knows. Everything that it declares is built in the
// environment's own subscription: the vault lies beside what its keys encrypt
// and the network beside what it carries, as the provider's landing zones have
// it. The organisation's subscriptions govern, receive or connect.
const (
	centralLogsPart = "central_logs"
	directoryPart   = "directory"
	environmentPart = "environment"
	governancePart  = "governance"
	networkHubPart  = "network_hub"
)

// placementOf returns the subscription that each part is for. A sandbox has one
// subscription, so it has one part.
func (p plan) placement() map[string]part {
	if p.in.Mode == profile.Sandbox {
		return map[string]part{environmentPart: p.part("sandbox", "every resource and its logs")}
	}
	return map[string]part{
		centralLogsPart: p.part("management", "copies of audit logs"),
		directoryPart:   p.part("tenant", "trusted identities"),
		environmentPart: p.part(p.in.Request.Environment, "every resource"),
		governancePart:  p.part("management_group", "inherited policies"),
		networkHubPart:  p.part("connectivity", "network, once named"),
	}
}

func (p plan) part(boundary, holds string) part {
	return part{Boundary: boundary, ID: p.boundary(boundary), Holds: holds}
}
