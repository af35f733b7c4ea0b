package difference

import (
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
	return hunks
}
