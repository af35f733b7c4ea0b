package providera

import "platform.internal/platform-core/profile"

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
func (p plan) placement() map[string]part {
	if p.in.Mode == profile.Sandbox {
		return map[string]part{environmentPart: p.placed(sandboxAccount,
			"every declared resource, with no copy of its logs elsewhere")}
	}
	return map[string]part{
		billingPart:     p.placed(managementAccount, "cost allocation tag"),
		environmentPart: p.placed(p.Environment, "every declared resource"),
		keyOversightPart: p.placed(securityAccount,
			"sees key settings"),
		logArchivePart: p.placed(logArchiveAccount, "log copies"),
		networkHubPart: p.placed(networkAccount, "transit gateway, if named"),
	}
}

func (p plan) placed(account, holds string) part {
	return part{Boundary: account, ID: p.accountID(account), Holds: holds}
}
