package proposal

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"platform.internal/platform-core/problem"
)

// Mismatch is a changed file or field of a proposal, with the first difference.
type Mismatch struct {
	// Where is the path of a file, or the name of a field of a saved proposal.
	Where string `json:"where"`
	// Message is a clause about Where, such as "is missing".
	Message string `json:"message"`
	// Line and Column are the place of the first difference in the file, counted from 1. Columns count
	// characters. They are 0 if the place is unknown.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
	// Found and Derived are the texts around that place; "…" replaces the omitted text. Invisible characters
	// and backslashes are escaped as in Go. Both are empty if Line is 0.
	Found   string `json:"found,omitempty"`
	Derived string `json:"derived,omitempty"`
	// Lines is the number of different lines. If lines were added or removed, it is the number of lines from
	// the first difference to the last. It is 0 if Line is 0.
	Lines int `json:"lines,omitempty"`
}

// mismatches collects each [Mismatch].
type mismatches []Mismatch

func (m *mismatches) add(where, format string, args ...any) {
	*m = append(*m, Mismatch{Where: where, Message: fmt.Sprintf(format, args...)})
}

// The characters that a window shows before the first difference, and from it on.
const (
	windowBefore = 20
	windowAfter  = 36
)

// Changed returns the [Mismatch] of a changed file.
func Changed(path, derived, found string) Mismatch {
	at, start := startOfChange(derived, found)
	return Mismatch{
		Where: path, Message: "differs", Line: 1 + strings.Count(found[:at], "\n"),
		Column: 1 + utf8.RuneCountInString(found[start:at]),
		Found:  window(found, start, at), Derived: window(derived, start, at),
		Lines: changedLines(derived[start:], found[start:]),
	}
}

// startOfChange returns the index of the first different character, and of the start of its line. Both
// indexes are the same in a and b.
func startOfChange(a, b string) (at, start int) {
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	start = strings.LastIndexByte(a[:at], '\n') + 1
	return start + min(wholeCharacters(a[start:], at-start), wholeCharacters(b[start:], at-start)), start
}

// wholeCharacters returns the length of the complete characters in the first bytes of text. An invalid byte
// counts as a character.
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

// maxShown limits a value in a message, in characters.
const maxShown = 120

func shortened(text string) string { return problem.Excerpt(text, maxShown) }

// changedLines returns the number of different lines of two texts with different first lines.
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

// window returns the text around the byte at, within the line that starts at start.
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

// escaped returns text as Go writes it between double quotes, without escapes of double quotes.
func escaped(text string) string {
	quoted := strconv.Quote(text)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}
