package shell

import (
	"errors"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// Installation is the state shown in the bar on every page. Exactly one of Set, Missing and Fault
// is set. None is set on error pages for callers that the portal does not serve.
type Installation struct {
	// Set means that an installation exists; Profile and About describe it.
	Set bool
	// Missing means that there is no installation yet.
	Missing bool
	// Fault says why the installation could not be read.
	Fault error
	profile.Profile
	// About describes the mode. An unknown mode has only a name.
	About profile.ModeDescription
}

// ReadInstallation reads the [Installation] again. Call it if the installation may have changed
// during the visit.
func (v *Visit) ReadInstallation() Installation {
	installed, err := v.API.Installation(v.Context())
	var refusal *problem.Problem
	switch {
	case errors.As(err, &refusal) && refusal.Code == problem.InstallationNotFound:
		return Installation{Missing: true}
	case err != nil:
		return Installation{Fault: err}
	}
	p := installed.Value
	about, ok := p.Mode.Describe()
	if !ok {
		about.DisplayName = string(p.Mode)
	}
	return Installation{Set: true, Profile: p, About: about}
}
