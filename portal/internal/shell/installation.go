package shell

import (
	"context"
	"errors"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/portal/internal/api"
)

// Installation is what the bar on every page says of the installation. Exactly
// one of Set, Missing and Fault gives its state; none of them on pages that must
// not show it, for a caller that the portal does not serve.
type Installation struct {
	// Set means that there is one; the fields after Fault are its.
	Set bool
	// Missing means that there is none yet.
	Missing bool
	// Fault says why it could not be read.
	Fault error

	Provider string
	// Mode is the mode's display name.
	Mode string
	// ModeRule says in a sentence what the mode does.
	ModeRule string
	Regions  []string
	// Policies are the rules of the organisation.
	Policies []profile.Rule
	// Claim is the promise of the mode, such as "Simulation, zero cloud changes".
	Claim string
}

// ReadInstallation asks the API again, where the visit itself changed what is
// installed or came after somebody else did.
func (v *Visit) ReadInstallation() Installation { return readInstallation(v.Context(), v.API) }

// readInstallation asks the API what is installed.
func readInstallation(ctx context.Context, client *api.Client) Installation {
	profile, err := client.Installation(ctx)
	var p *problem.Problem
	switch {
	case errors.As(err, &p) && p.Code == problem.InstallationNotFound:
		return Installation{Missing: true}
	case err != nil:
		return Installation{Fault: err}
	}
	return describe(profile)
}

func describe(p profile.Profile) Installation {
	in := Installation{
		Set: true, Provider: p.Provider, Mode: string(p.Mode), Regions: p.AllowedRegions, Policies: p.Policies,
		Claim: "Proposals only, zero cloud changes",
	}
	if mode, known := p.Mode.Describe(); known {
		in.Mode, in.ModeRule = mode.DisplayName, mode.Description
	}
	if p.Mode.ReturnsResources() {
		in.Claim = "Simulation, zero cloud changes"
	}
	return in
}
