package proposal

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// Compare returns where the files of a bundle, by path, differ from the
// proposal that was derived anew; the first difference within a file is named
// by its line.
func Compare(derived Proposal, bundle map[string]string) []Difference {
	var found []Difference
	expected := map[string]bool{}
	for _, a := range derived.Files() {
		expected[a.Path] = true
		content, present := bundle[a.Path]
		switch {
		case !present:
			found = append(found, Difference{a.Path, "is missing"})
		case content != a.Content:
			found = append(found, Difference{a.Path, firstDifference(a.Content, content)})
		}
	}
	for _, path := range slices.Sorted(maps.Keys(bundle)) {
		if !expected[path] {
			found = append(found, Difference{path, "is not part of the proposal"})
		}
	}
	return found
}

// CompareSaved returns where a saved proposal differs from the one that was
// derived anew: in its files, or else in the rest of its document. The error is
// one of encoding.
func CompareSaved(derived, saved Proposal) ([]Difference, error) {
	files := map[string]string{}
	for _, a := range saved.Files() {
		files[a.Path] = a.Content
	}
	if found := Compare(derived, files); len(found) > 0 {
		return found, nil
	}
	want, err := document.Encode(derived)
	if err != nil {
		return nil, err
	}
	got, err := document.Encode(saved)
	if err != nil || string(want) == string(got) {
		return nil, err
	}
	return []Difference{{"proposal", firstDifference(string(want), string(got))}}, nil
}

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

// maxLine bounds what a message repeats of a line, in characters.
const maxLine = 120

// line returns line i, quoted and shortened, or "absent".
func line(lines []string, i int) string {
	if i >= len(lines) {
		return "absent"
	}
	return strconv.Quote(problem.Excerpt(lines[i], maxLine))
}
