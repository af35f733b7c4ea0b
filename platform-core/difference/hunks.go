package difference

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Hunks returns the hunks of the unified diff between two texts, with three lines of context. It has about as few
// lines as git shows. It is empty for equal texts.
func Hunks(a, b string) string {
	unified, err := udiff.ToUnified("a", "b", a, udiff.Lines(a, b), udiff.DefaultContextLines)
	if err != nil {
		panic(err) // only edits that do not belong to the text fail
	}
	_, hunks, _ := strings.Cut(unified, "\n+++ b\n")
	return placed(hunks)
}

var header = regexp.MustCompile(`(?m)^@@ -(\d+)(,\d+)? \+(\d+)(,\d+)? @@$`)

// placed sets the line at which each hunk begins in the second text: udiff leaves out the lines between two changes of
// one hunk. git looks for a hunk at this line.
func placed(hunks string) string {
	added := 0
	return header.ReplaceAllStringFunc(hunks, func(line string) string {
		m := header.FindStringSubmatch(line)
		if m[1] == "0" || m[3] == "0" {
			return line // one of the texts is empty
		}
		from, _ := strconv.Atoi(m[1])
		to := from + added
		added += count(m[4]) - count(m[2])
		return fmt.Sprintf("@@ -%s%s +%d%s @@", m[1], m[2], to, m[4])
	})
}

// count reads the number of lines in a header, which leaves out one line.
func count(text string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(text, ","))
	if err != nil {
		return 1
	}
	return n
}
