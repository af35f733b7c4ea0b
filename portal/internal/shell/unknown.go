package shell

// badgeRunes is the maximum length of a badge, in runes, so that it fits on one line.
const badgeRunes = 10

// UnknownBadge returns the [Badge] for a state that this release does not know. It shows the
// state's own word, cut if it is long.
func UnknownBadge(word string) Badge {
	if runes := []rune(word); len(runes) > badgeRunes {
		word = string(runes[:badgeRunes]) + "…"
	}
	return Badge{"warn", word, IconWarning}
}
