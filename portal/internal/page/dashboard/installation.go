package dashboard

import "platform.internal/portal/internal/shell"

// Installation is the first panel. It is unavailable where the API did not say
// what is installed.
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
