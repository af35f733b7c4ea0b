package terminal

import (
	"regexp"
	"strings"
	"sync"

	"platform.internal/platform-core/problem"
)

// The colours, as a terminal takes them.
const (
	red    = "\x1b[1;31m"
	green  = "\x1b[1;32m"
	yellow = "\x1b[1;33m"
	blue   = "\x1b[34m"
	bold   = "\x1b[1m"
	plain  = "\x1b[0m"
)

// colours are the forms of lines. The group in a form gets the colour. The first form that matches counts.
var colours = sync.OnceValue(func() []colour {
	var list []colour
	var codes []string
	for _, code := range problem.Codes() {
		codes = append(codes, string(code))
	}
	for _, c := range []struct{ form, paint string }{
		{`^(denied|not ready|altered|malformed|failed|newly denied|interrupted|` + strings.Join(codes, "|") + `):`, red},
		{`^(accepted with [0-9]+ exceptions?|ready with warnings):`, yellow},
		{`^(accepted|ready|ready_for_review|verified):`, green},
		{`^ *\| ( *\^+)$`, red},
		{`^( *[0-9]+ \|)`, blue},
		{`^ +(write:.*)$`, green},
		{`^ *(warning|advisory|exception|note)\b`, yellow},
		{`^ *(failed) [a-z]`, red},
		{`^ *[0-9]+ (\+ .*)$`, green},
		{`^ *[0-9]+ (- .*)$`, red},
		{`^(\S.*?:[0-9]+(?::[0-9]+)?:(?: [a-z0-9_.-]+:|$))`, bold},
		{`^  ([a-z0-9_]+(?:\.[a-z0-9_-]+)+:)(?: [A-Z]|$)`, bold},
	} {
		list = append(list, colour{regexp.MustCompile(c.form), c.paint})
	}
	return list
})

type colour struct {
	form  *regexp.Regexp
	paint string
}

// Paint returns a line that is safe to show with the colours of a terminal: for a verdict, a mark or the text to write.
func Paint(line string) string {
	for _, c := range colours() {
		if at := c.form.FindStringSubmatchIndex(line); at != nil {
			return line[:at[2]] + c.paint + line[at[2]:at[3]] + plain + line[at[3]:]
		}
	}
	return line
}

// Whether lines have colours.
const (
	Auto   = "auto" // on a terminal
	Always = "always"
	Never  = "never"
)
