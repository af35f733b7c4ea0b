package shell

import (
	"embed"
	"fmt"
	"html/template"

	"platform.internal/platform-core/request"
)

// layout contains the templates of the frame and of the parts that pages share.
//
//go:embed *.html
var layout embed.FS

// functions are the functions of all templates, apart from those of package html/template.
var functions = template.FuncMap{
	"good": Good, "warn": Warn, "bad": Bad, "calm": Calm, "unknown": UnknownBadge, "accepted": Accepted,
	"day": func(value any) string { return Day(fmt.Sprint(value)) },
}

// Day formats a text as [request.Date.Words] does.
func Day[T ~string](value T) string { return request.Date(value).Words() }

// Badge shows a state as an icon, a word and a colour.
type Badge struct {
	// Kind is good, warn, bad or calm.
	Kind string
	Word string
	// Icon is the name of an icon in icons.html; empty for the icon of the kind.
	Icon string
}

// Good returns the [Badge] of a state that needs no action.
func Good(word string) Badge { return Badge{Kind: "good", Word: word} }

// Warn returns the [Badge] of a state that needs attention.
func Warn(word string) Badge { return Badge{Kind: "warn", Word: word} }

// Bad returns the [Badge] of a failure.
func Bad(word string) Badge { return Badge{Kind: "bad", Word: word} }

// Calm returns the [Badge] of a neutral state.
func Calm(icon, word string) Badge { return Badge{"calm", word, icon} }

// Accepted returns the [Badge] of an accepted request with this number of exceptions from rules.
func Accepted(exceptions int) Badge {
	if exceptions == 0 {
		return Good("Accepted")
	}
	return Good("Accepted " + WithExceptions(exceptions))
}

// WithExceptions returns the text that follows the word "accepted", or an empty text if n is 0.
func WithExceptions(n int) string {
	if n == 0 {
		return ""
	}
	return "with " + Count(n, "exception")
}

// badgeRunes is the maximum length of a badge, in runes, so that it fits on one line.
const badgeRunes = 10

// UnknownBadge returns the [Badge] for a state that this release does not know. It shows the
// state's own word, cut if it is long.
func UnknownBadge(state any) Badge {
	word := fmt.Sprint(state)
	if runes := []rune(word); len(runes) > badgeRunes {
		word = string(runes[:badgeRunes]) + "…"
	}
	return Warn(word)
}

// Command is a step for a reader to run in a terminal.
type Command struct {
	// Step says what the command does.
	Step string
	// Name names the copied text for the copy button, such as "the request".
	Name string
	Text string
}
