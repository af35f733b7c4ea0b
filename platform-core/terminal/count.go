package terminal

import "strconv"

// Count returns a number with its noun: "1 file", "3 files".
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
