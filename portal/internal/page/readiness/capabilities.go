package readiness

import (
	"platform.internal/platform-core/profile"
	"platform.internal/portal/internal/shell"
)

// Capability is an action that this service or a protected workflow can perform.
type Capability struct {
	Name  string
	State shell.Badge
	// About says what the action does or what it needs.
	About string
}

var (
	here      = shell.Badge{Kind: "good", Word: "Available", Icon: shell.IconCheck}
	notHere   = shell.Badge{Kind: "calm", Word: "Not in this mode", Icon: shell.IconCross}
	elsewhere = shell.Badge{Kind: "calm", Word: "Guarded, not executed", Icon: shell.IconLock}
)

// available returns the actions of this service in the mode, or none if the mode is unknown.
func available(mode profile.Mode) []Capability {
	if _, ok := mode.Describe(); !ok {
		return nil
	}
	resources := Capability{"Simulated resources", here, "What the provider would create, with parents and controls."}
	if !mode.ReturnsResources() {
		resources = Capability{"Simulated resources", notHere, "Only simulation mode shows them; the proposal lists what it declares."}
	}
	return []Capability{
		{"Policy decisions", here, "Each request against the rules in force, with what to type instead."},
		{"Estimates", here, "A month's cost from a dated price table, against the budget."},
		{"Review proposals", here, "Seven artifacts and a safety marker; the same request gives the same bytes."},
		{"Verification", here, "Anyone can derive a proposal again and compare it."},
		resources,
	}
}

// guarded returns the actions of protected workflows outside this service, and what each needs. It
// returns none if the mode is unknown.
func guarded(mode profile.Mode) []Capability {
	if _, ok := mode.Describe(); !ok {
		return nil
	}
	reach := map[profile.Mode]string{
		profile.Simulation: "Simulation has no cloud, so another mode first; then short-lived OIDC credentials",
		profile.Sandbox:    "Short-lived OIDC credentials for the one account or subscription",
		profile.Enterprise: "Short-lived OIDC credentials for each boundary",
	}[mode]
	list := []Capability{
		{"Review", elsewhere, "An independent reviewer in source control, and hashes that match."},
		{"Merge", elsewhere, "That review, and matching request and proposal IDs."},
		{"Protected plan", elsewhere, reach + ", the exact default-branch commit, and verified hashes."},
		{"Protected apply", elsewhere, "The same commit and hashes, approval of the protected environment, and a typed confirmation."},
	}
	if mode == profile.Sandbox {
		list = append(list, Capability{"Cleanup", elsewhere, "A separate protected path, started by an explicit request of its own."})
	}
	return list
}
