package readiness

import (
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/portal/internal/shell"
)

// Hold is how far the kernel confines an adapter's process, as the API reports it.
type Hold struct {
	// Level is nil if the API reports none.
	Level *shell.Badge
	// Rest lists what the kernel does not enforce; empty for nothing.
	Rest string
}

func newConfinement(reported *profile.Confinement) Hold {
	if reported == nil {
		return Hold{}
	}
	return newHold(levelOf(reported.Level), "Not refused: ", reported.Open)
}

// newBounds shows partial bounds as good, because the platform watches what the kernel does not
// limit.
func newBounds(reported *profile.Bounds) Hold {
	if reported == nil {
		return Hold{}
	}
	level := levelOf(reported.Level)
	if reported.Level == profile.Partial {
		level = shell.Badge{Kind: "good", Word: "Limits and a watch", Icon: shell.IconCheck}
	}
	if reported.Level == profile.Enforced {
		level.Word = "Control group"
	}
	return newHold(level, "Watched: ", reported.Watched)
}

func newHold(level shell.Badge, before string, rest []string) Hold {
	if len(rest) == 0 {
		return Hold{Level: &level}
	}
	return Hold{&level, before + strings.ReplaceAll(strings.Join(rest, ", "), "_", " ")}
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
