package shell

import (
	"errors"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// InstallationState is the state shown in the bar on every page. Exactly one of Set, Missing and Fault
// is set. None is set on error pages for callers that the portal does not serve.
type InstallationState struct {
	// Set means that an installation exists; Profile and About describe it.
	Set bool
	// Missing means that there is no installation yet.
	Missing bool
	// Fault says why the installation could not be read.
	Fault error
	profile.Profile
	// ProviderName is the name of the provider for users; empty if it is unknown.
	ProviderName string
	// About describes the mode. An unknown mode has only a name.
	About profile.ModeDescription
}

// ReadInstallation reads the [InstallationState] again. Call it if the installation may have changed
// during the visit.
func (v *Visit) ReadInstallation() InstallationState {
	installed, err := v.API.Installation(v.Context())
	var refusal *problem.Problem
	switch {
	case errors.As(err, &refusal) && refusal.Code == problem.InstallationNotFound:
		return InstallationState{Missing: true}
	case err != nil:
		return InstallationState{Fault: err}
	}
	p := installed.Value
	about, ok := p.Mode.Describe()
	if !ok {
		about.DisplayName = string(p.Mode)
	}
	return InstallationState{
		Set: true, Profile: p, ProviderName: v.API.ProviderName(v.Context(), p.Provider), About: about,
	}
}
