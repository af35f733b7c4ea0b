package shell

// badgeRunes is the maximum length of a badge, in runes: it must fit on one line.
const badgeRunes = 10

// UnknownBadge is the badge for a state that this release does not know. It says
// the state's own word, cut where it is long.
func UnknownBadge(word string) Badge {
	if runes := []rune(word); len(runes) > badgeRunes {
		word = string(runes[:badgeRunes]) + "…"
	}
	return Badge{"warn", word, IconWarning}
}
