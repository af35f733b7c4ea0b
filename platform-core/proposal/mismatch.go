package proposal

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"platform.internal/platform-core/problem"
)

// Mismatch is a file or field of a proposal that is not as it was made, with its first
// difference.
type Mismatch struct {
	// Where is the path of a file, or the name of a field of a saved proposal.
	Where string `json:"where"`
	// Message is a clause about Where, such as "is missing".
	Message string `json:"message"`
	// Line and Column are of the first difference in the file, counted from 1, columns in
	// characters; 0 where it cannot be told.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
	// Found and Derived are what is there, with a little before and after; "…" is for
	// what is left out. What cannot be seen is escaped as in Go, a backslash as two. Both
	// are empty where Line is 0.
	Found   string `json:"found,omitempty"`
	Derived string `json:"derived,omitempty"`
	// Lines is how many lines differ; where lines were added or removed, how many
	// there are from the first difference to the last. 0 where Line is.
	Lines int `json:"lines,omitempty"`
}

// mismatches collects what is not as it was made.
type mismatches []Mismatch

func (m *mismatches) add(where, format string, args ...any) {
	*m = append(*m, Mismatch{Where: where, Message: fmt.Sprintf(format, args...)})
}

// How wide what a window shows is before the first difference, and from it.
const (
	windowBefore = 20
	windowAfter  = 36
)

// Changed returns the Mismatch of a file whose content is not the derived one.
func Changed(path, derived, found string) Mismatch {
	at, start := startOfChange(derived, found)
	return Mismatch{
		Where: path, Message: "differs", Line: 1 + strings.Count(found[:at], "\n"), Column: 1 + utf8.RuneCountInString(found[start:at]),
		Found: window(found, start, at), Derived: window(derived, start, at),
		Lines: changedLines(derived[start:], found[start:]),
	}
}

// startOfChange returns where the first character is that differs, and where its line
// starts: the same in both.
func startOfChange(a, b string) (at, start int) {
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	start = strings.LastIndexByte(a[:at], '\n') + 1
	return start + min(wholeCharacters(a[start:], at-start), wholeCharacters(b[start:], at-start)), start
}

// wholeCharacters returns the length of the characters of text that are whole within its
// first bytes; a byte that is of no character counts as one.
func wholeCharacters(text string, bytes int) (length int) {
	for length < bytes {
		_, size := utf8.DecodeRuneInString(text[length:])
		if length+size > bytes {
			break
		}
		length += size
	}
	return length
}

// maxShown bounds what a message repeats of a value, in characters.
const maxShown = 120

func shortened(text string) string { return problem.Excerpt(text, maxShown) }

// changedLines returns how many lines differ of texts whose first lines do.
func changedLines(a, b string) int {
	linesA, linesB := slices.Collect(strings.Lines(a)), slices.Collect(strings.Lines(b))
	for len(linesA) > 1 && len(linesB) > 1 && linesA[len(linesA)-1] == linesB[len(linesB)-1] {
		linesA, linesB = linesA[:len(linesA)-1], linesB[:len(linesB)-1]
	}
	if len(linesA) != len(linesB) {
		return max(len(linesA), len(linesB))
	}
	n := 0
	for i := range linesA {
		if linesA[i] != linesB[i] {
			n++
		}
	}
	return n
}

// window returns what text has around the byte at, of the line that starts at start.
func window(text string, start, at int) string {
	before, after := text[start:at], text[at:]
	if end := strings.IndexByte(after, '\n'); end >= 0 {
		after = after[:end+1]
	}
	left, right := "", ""
	for before != "" && left != "…" {
		_, size := utf8.DecodeLastRuneInString(before)
		one := escaped(before[len(before)-size:])
		if utf8.RuneCountInString(right)+utf8.RuneCountInString(one) > windowBefore {
			left = "…"
			continue
		}
		before, right = before[:len(before)-size], one+right
	}
	shown := 0
	for after != "" {
		_, size := utf8.DecodeRuneInString(after)
		one := escaped(after[:size])
		if shown += utf8.RuneCountInString(one); shown > windowAfter {
			return left + right + "…"
		}
		after, right = after[size:], right+one
	}
	return left + right
}

// escaped returns text as Go writes it between double quotes, but for these.
func escaped(text string) string {
	quoted := strconv.Quote(text)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}
