package providerb

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// boundaries are what a profile fills in: one subscription for a sandbox; for an
// enterprise the tenant, the management group and seven subscriptions.
// Separate ones hold the powers that must not meet in one subscription.
var boundaries = []profile.Boundary{
	guid.Enterprise("tenant", "Tenant", "1"),
	{
		Name: "management_group", DisplayName: "Management group", Mode: profile.Enterprise,
		Pattern:     `[a-zA-Z0-9_().-]{0,89}[a-zA-Z0-9_()-]`,
		Form:        "the ID of a management group, 1 to 90 letters, digits and _ ( ) . -, such as contoso-landing-zones",
		Placeholder: "placeholder-management-group",
	},
	guid.Separate("management", "Management subscription", "3"),
	guid.Separate("connectivity", "Connectivity subscription", "4"),
	guid.Separate("identity", "Identity subscription", "5"),
	guid.Separate("shared_services", "Shared-services subscription", "6"),
	guid.Enterprise(request.Development, "Development subscription", "7"),
	guid.Enterprise(request.Test, "Test subscription", "8"),
	guid.Separate(request.Production, "Production subscription", "9"),
	guid.Sandbox("sandbox", "Sandbox subscription", "a"),
}

var guid = adapter.BoundaryForm{
	Pattern:     `[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`,
	Form:        "a GUID, such as 11111111-2222-3333-4444-555555555555",
	FoldCase:    true,
	Placeholder: "00000000-0000-0000-0000-00000000000",
}
