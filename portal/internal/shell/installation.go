package shell

import (
	"context"
	"errors"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/portal/internal/api"
)

// Installation is the state shown in the bar on every page. Exactly one of Set, Missing and Fault
// is set. None is set on error pages for callers that the portal does not serve.
type Installation struct {
	// Set means that an installation exists; the fields after Fault describe it.
	Set bool
	// Missing means that there is no installation yet.
	Missing bool
	// Fault says why the installation could not be read.
	Fault error

	Provider string
	// Mode is the mode's display name.
	Mode string
	// ModeRule describes the mode in a sentence.
	ModeRule string
	Regions  []string
	// Policies are the organisation's rules.
	Policies []profile.Rule
	// Claim is the promise of the mode, such as "Simulation, zero cloud changes".
	Claim string
}

// ReadInstallation reads the [Installation] again. Call it if the installation may have changed
// during the visit.
func (v *Visit) ReadInstallation() Installation { return readInstallation(v.Context(), v.API) }

// readInstallation reads the installation from the API.
func readInstallation(ctx context.Context, client *api.Client) Installation {
	installed, err := client.Installation(ctx)
	var p *problem.Problem
	switch {
	case errors.As(err, &p) && p.Code == problem.InstallationNotFound:
		return Installation{Missing: true}
	case err != nil:
		return Installation{Fault: err}
	}
	return describe(installed.Value)
}

func describe(p profile.Profile) Installation {
	in := Installation{
		Set: true, Provider: p.Provider, Mode: string(p.Mode), Regions: p.AllowedRegions, Policies: p.Policies,
		Claim: "Proposals only, zero cloud changes",
	}
	if mode, ok := p.Mode.Describe(); ok {
		in.Mode, in.ModeRule = mode.DisplayName, mode.Description
	}
	if p.Mode.ReturnsResources() {
		in.Claim = "Simulation, zero cloud changes"
	}
	return in
}
