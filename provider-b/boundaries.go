package providerb

import (
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// boundaries are what a profile fills in: one subscription for a sandbox; for an
// enterprise the tenant, the management group and seven subscriptions
// (specification, section 1). Separate ones hold the powers that must not meet
// in one subscription.
var boundaries = []profile.Boundary{
	guid("tenant", "Tenant", "1"),
	{
		Name: "management_group", DisplayName: "Management group", Mode: profile.Enterprise,
		Pattern:     `[a-zA-Z0-9_().-]{0,89}[a-zA-Z0-9_()-]`,
		Form:        "the ID of a management group, 1 to 90 letters, digits and _ ( ) . -, such as contoso-landing-zones",
		Placeholder: "placeholder-management-group",
	},
	separate(guid("management", "Management subscription", "3")),
	separate(guid("connectivity", "Connectivity subscription", "4")),
	separate(guid("identity", "Identity subscription", "5")),
	separate(guid("shared_services", "Shared-services subscription", "6")),
	guid(request.Development, "Development subscription", "7"),
	guid(request.Test, "Test subscription", "8"),
	separate(guid(request.Production, "Production subscription", "9")),
	sandbox(guid("sandbox", "Sandbox subscription", "a")),
}

// guid returns a boundary of an enterprise whose identifier is a GUID; its
// placeholder ends with the digit.
func guid(name, title, digit string) profile.Boundary {
	return profile.Boundary{
		Name:        name,
		DisplayName: title,
		Mode:        profile.Enterprise,
		Pattern:     `[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`,
		Form:        "a GUID, such as 11111111-2222-3333-4444-555555555555",
		Placeholder: "00000000-0000-0000-0000-00000000000" + digit,
		FoldCase:    true,
	}
}

func separate(b profile.Boundary) profile.Boundary {
	b.Separate = true
	return b
}

func sandbox(b profile.Boundary) profile.Boundary {
	b.Mode = profile.Sandbox
	return b
}
