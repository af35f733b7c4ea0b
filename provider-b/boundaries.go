package providerb

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// The boundaries that an order uses besides the one named like its environment.
const (
	tenantBoundary          = "tenant"
	managementGroupBoundary = "management_group"
	managementBoundary      = "management"
	connectivityBoundary    = "connectivity"
	sandboxBoundary         = "sandbox"
)

// boundaries returns what a profile fills in: one subscription for a sandbox;
// for an enterprise the tenant, the management group and seven subscriptions
// (specification, section 1). Separate ones hold the powers that must not meet
// in one subscription.
func boundaries() []profile.Boundary {
	return []profile.Boundary{
		guid(profile.Enterprise, tenantBoundary, "Tenant", "1", false),
		managementGroup(),
		guid(profile.Enterprise, managementBoundary, "Management subscription", "3", true),
		guid(profile.Enterprise, connectivityBoundary, "Connectivity subscription", "4", true),
		guid(profile.Enterprise, "identity", "Identity subscription", "5", true),
		guid(profile.Enterprise, "shared_services", "Shared-services subscription", "6", true),
		guid(profile.Enterprise, request.Development, "Development subscription", "7", false),
		guid(profile.Enterprise, request.Test, "Test subscription", "8", false),
		guid(profile.Enterprise, request.Production, "Production subscription", "9", true),
		guid(profile.Sandbox, sandboxBoundary, "Sandbox subscription", "a", false),
	}
}

// guid returns a boundary whose identifier is a GUID; its placeholder ends with
// the digit.
func guid(mode profile.Mode, name, title, digit string, separate bool) profile.Boundary {
	return profile.Boundary{
		Name:        name,
		DisplayName: title,
		Mode:        mode,
		Pattern:     `[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`,
		Form:        "a GUID, such as 11111111-2222-3333-4444-555555555555",
		Placeholder: "00000000-0000-0000-0000-00000000000" + digit,
		FoldCase:    true,
		Separate:    separate,
	}
}

func managementGroup() profile.Boundary {
	return profile.Boundary{
		Name:        managementGroupBoundary,
		DisplayName: "Management group",
		Mode:        profile.Enterprise,
		Pattern:     `[a-zA-Z0-9_().-]{0,89}[a-zA-Z0-9_()-]`,
		Form:        "the ID of a management group, 1 to 90 letters, digits and _ ( ) . -, such as contoso-landing-zones",
		Placeholder: "placeholder-management-group",
	}
}

// boundaryID returns the identifier that the order has for a boundary. In
// simulation, which configures none, it is the placeholder: no real
// subscription ever stands in a simulated proposal.
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
