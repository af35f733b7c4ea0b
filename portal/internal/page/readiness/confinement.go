package readiness

import (
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/portal/internal/shell"
)

// Confinement is how far the kernel holds an adapter's process, as reported: the
// page claims nothing of its own.
type Confinement struct {
	// Level is nil where the API reports none.
	Level *shell.Badge
	// Open names the escapes that were not refused; empty for none.
	Open string
}

func newConfinement(reported *profile.Confinement) Confinement {
	if reported == nil {
		return Confinement{}
	}
	level := levelOf(reported.Level)
	return Confinement{Level: &level, Open: strings.Join(reported.Open, ", ")}
}

func levelOf(level profile.ConfinementLevel) shell.Badge {
	switch level {
	case profile.Enforced:
		return shell.Badge{Kind: "good", Word: "Enforced", Icon: shell.IconCheck}
	case profile.Partial:
		return shell.Badge{Kind: "warn", Word: "Partial", Icon: shell.IconWarning}
	case profile.Unavailable:
		return shell.Badge{Kind: "warn", Word: "Unavailable", Icon: shell.IconWarning}
	}
	return shell.UnknownBadge(string(level))
}
