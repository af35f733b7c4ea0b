package providera

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// The boundaries that an order uses besides the one named like its environment.
const (
	managementBoundary = "management"
	securityBoundary   = "security"
	logArchiveBoundary = "log_archive"
	networkBoundary    = "network"
	sandboxBoundary    = "sandbox"
)

// boundaries returns the accounts that a profile fills in: one for a sandbox,
// eight for an enterprise (specification, section 1). Separate ones hold the
// powers that must not meet in one account.
func boundaries() []profile.Boundary {
	return []profile.Boundary{
		account(profile.Enterprise, managementBoundary, "Management account", "000000000001", true),
		account(profile.Enterprise, securityBoundary, "Security account", "000000000002", true),
		account(profile.Enterprise, logArchiveBoundary, "Log archive account", "000000000003", true),
		account(profile.Enterprise, networkBoundary, "Network account", "000000000004", false),
		account(profile.Enterprise, "shared_services", "Shared-services account", "000000000005", true),
		account(profile.Enterprise, request.Development, "Development account", "000000000006", false),
		account(profile.Enterprise, request.Test, "Test account", "000000000007", false),
		account(profile.Enterprise, request.Production, "Production account", "000000000008", true),
		account(profile.Sandbox, sandboxBoundary, "Sandbox account", "000000000009", false),
	}
}

func account(mode profile.Mode, name, title, placeholder string, separate bool) profile.Boundary {
	return profile.Boundary{
		Name:        name,
		DisplayName: title,
		Mode:        mode,
		Pattern:     `[0-9]{12}`,
		Form:        "12 digits, such as 111122223333",
		Placeholder: placeholder,
		Separate:    separate,
	}
}

// boundaryID returns the identifier that the order has for a boundary. In
// simulation, which configures none, it is the placeholder: no real account
// ever stands in a simulated proposal.
func boundaryID(order adapter.Input, name string) string {
	if order.Mode != profile.Simulation {
		return order.Boundary(name)
	}
	for _, b := range boundaries() {
		if b.Name == name {
			return b.Placeholder
		}
	}
	return ""
}
