package readiness

import (
	"strings"

	"platform.internal/platform-core/installation"
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

func newConfinement(reported *installation.Confinement) Confinement {
	if reported == nil {
		return Confinement{}
	}
	level := levelOf(reported.Level)
	return Confinement{Level: &level, Open: strings.Join(reported.Open, ", ")}
}

func levelOf(level installation.ConfinementLevel) shell.Badge {
	switch level {
	case installation.Enforced:
		return shell.Badge{Kind: "good", Word: "Enforced", Icon: shell.IconCheck}
	case installation.Partial:
		return shell.Badge{Kind: "warn", Word: "Partial", Icon: shell.IconWarning}
	case installation.Unavailable:
		return shell.Badge{Kind: "warn", Word: "Unavailable", Icon: shell.IconWarning}
	}
	return shell.UnknownBadge(string(level))
}
