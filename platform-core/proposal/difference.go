package proposal

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// firstDifference names the first line at which actual differs from derived.
func firstDifference(derived, actual string) string {
	want, got := strings.Split(derived, "\n"), strings.Split(actual, "\n")
	for i := range max(len(want), len(got)) {
		if line(want, i) != line(got, i) {
			return fmt.Sprintf("line %d is %s where the request gives %s", i+1, line(got, i), line(want, i))
		}
	}
	return "differs"
}

// line returns line i, quoted and shortened, or words for its absence.
func line(lines []string, i int) string {
	if i >= len(lines) {
		return "absent"
	}
	const most = 120
	text := []rune(lines[i])
	if len(text) > most {
		return fmt.Sprintf("%q…", string(text[:most]))
	}
	return fmt.Sprintf("%q", lines[i])
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
