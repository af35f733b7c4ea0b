package dashboard

import "platform.internal/portal/internal/shell"

// Installation is the first panel. Its badge is "Unavailable" if the API did not return an
// installation.
type Installation struct {
	shell.Installation
	State shell.Badge
}

func newInstallation(in shell.Installation) Installation {
	if !in.Set {
		return Installation{in, shell.UnavailableBadge}
	}
	return Installation{in, shell.LockedBadge}
}
