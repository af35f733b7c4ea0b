package template

import (
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// defaultRegion is the region of an installation that names none.
const defaultRegion = "north-1"

// regions returns the provider's regions, sorted by name: a fresh list each
// time, so that nobody can change it for others.
func regions() []profile.Region {
	return []profile.Region{
		{Name: "north-1", DisplayName: "North", Zones: []string{"north-1a", "north-1b", "north-1c"}},
		{Name: "south-1", DisplayName: "South", Zones: []string{"south-1a", "south-1b"}},
	}
}

// boundaries returns the accounts that a profile fills in. Separate ones hold
// the powers that must not meet in one account.
func boundaries() []profile.Boundary {
	return []profile.Boundary{
		account(profile.Enterprise, "management", "Management account", "000000000001", true),
		account(profile.Enterprise, "security", "Security account", "000000000002", true),
		account(profile.Enterprise, "log_archive", "Log archive account", "000000000003", true),
		account(profile.Enterprise, request.Development, "Development account", "000000000004", false),
		account(profile.Enterprise, request.Test, "Test account", "000000000005", false),
		account(profile.Enterprise, request.Production, "Production account", "000000000006", true),
		account(profile.Sandbox, "sandbox", "Sandbox account", "000000000009", false),
	}
}

// account describes a boundary. Its placeholder is clearly not real.
func account(mode profile.Mode, name, title, placeholder string, separate bool) profile.Boundary {
	return profile.Boundary{
		Name: name, DisplayName: title, Mode: mode, Separate: separate, Placeholder: placeholder,
		Pattern: `[0-9]{12}`, Form: "12 digits, such as 111122223333",
	}
}

// accountOf returns the account that the order's environment is for; empty in
// simulation mode, which has none.
func accountOf(order adapter.Input) string {
	if order.Mode == profile.Sandbox {
		return order.Boundary("sandbox")
	}
	return order.Boundary(order.Request.Environment)
}

// readinessChecks returns the provider's own checks of a profile, always the
// same ones in the same order.
func readinessChecks(prof profile.Profile) []profile.Check {
	check := profile.Check{
		ID: ID + ".region-zones", Title: "Availability zones", Status: profile.Passed,
		Message: "Every allowed region is known to have three availability zones.",
	}
	for _, r := range regions() {
		if slices.Contains(prof.AllowedRegions, r.Name) && len(r.Zones) < 3 {
			check.Status = profile.Warning
			check.Message = "The region " + r.Name + " has fewer than three availability zones."
			check.Remediation = "Prefer a region with three zones for production."
		}
	}
	return []profile.Check{check}
}
