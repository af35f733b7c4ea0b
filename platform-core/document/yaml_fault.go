package document

import (
	"bytes"
	_ "embed"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// parserErrors are the beginnings of messages for which yaml.v3 counts lines
// from 0; for its scanner's messages it counts from 1, and it omits a 0.
var parserErrors = []string{
	"did not find expected ',' or", "did not find expected key", "did not find expected '-'",
	"did not find expected node content", "did not find expected <", "found undefined tag handle",
	"found incompatible YAML document", "found duplicate",
}

// yamlWords has a line for each message of yaml.v3 about syntax that gets advice: how the message begins, and the
// advice. Other messages are shown as they are.
//
//go:embed yaml_words.txt
var yamlWords string

const tabWords = "the line is indented with a tab; indent it with spaces"

var yamlMessage = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?(.*)$`)

// yamlFault returns the place of a syntax error, with its column if that is known, and the advice.
func yamlFault(err error, data []byte) (at location, words string) {
	text, _, _ := strings.Cut(err.Error(), "\n")
	m := yamlMessage.FindStringSubmatch(text)
	at.line, _ = strconv.Atoi(m[1])
	message := m[2]
	begins := func(prefix string) bool { return strings.HasPrefix(message, prefix) }
	switch {
	case errors.Is(err, errSecondDocument) || errors.Is(err, errNoContent):
		return location{}, message
	case begins("unknown anchor"):
		return locationAt(data, bytes.Index(data, []byte("*"+anchorName(message)))), message + "; write the value itself"
	case begins("control characters"):
		at = locationAt(data, bytes.IndexFunc(data, func(r rune) bool { return unicode.IsControl(r) && !unicode.IsSpace(r) }))
	case slices.ContainsFunc(parserErrors, begins):
		at.line++
	}
	lastLine := 1 + bytes.Count(bytes.TrimRight(data, " \t\r\n"), []byte("\n")) // with something in it
	at.line = max(min(at.line, lastLine), 1)
	if at.column > 0 {
		return at, worded(message)
	}
	if begins("found a tab character") {
		at.line = tabLine(data, at.line) // the library names the line on which the value above begins
	}
	line := lineNumber(data, at.line)
	if tab := leadingTab(line); tab >= 0 {
		return location{at.line, tab + 1}, tabWords
	}
	value, advice := misread(data)
	if advice != "" {
		return locationAt(data, value), advice
	}
	if begins("mapping values") {
		at.column = len([]rune(string(line[:innerColon(line)]))) + 1
	}
	return at, worded(message)
}

// worded returns the advice for a message of the library, or the message if there is none.
func worded(message string) string {
	for line := range strings.Lines(yamlWords) {
		begin, words, _ := strings.Cut(strings.TrimSpace(line), " => ")
		if strings.HasPrefix(message, begin) {
			return words
		}
	}
	return plainWords(message)
}

// anchorName returns the name in the message "unknown anchor 'x' referenced".
func anchorName(words string) string {
	_, after, _ := strings.Cut(words, "'")
	name, _, _ := strings.Cut(after, "'")
	return name
}

// lineNumber returns the line with a number, from 1, without its break.
func lineNumber(data []byte, number int) []byte {
	for range number - 1 {
		_, data, _ = bytes.Cut(data, []byte("\n"))
	}
	line, _, _ := bytes.Cut(data, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r"))
}

// leadingTab returns the offset of a tab before the first other character; -1 for none.
func leadingTab(line []byte) int {
	return bytes.IndexByte(line[:len(line)-len(bytes.TrimLeft(line, " \t"))], '\t')
}

// tabLine returns the number of the first line, from a line on, that is indented with a tab, or else that line's
// number.
func tabLine(data []byte, from int) int {
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if number >= from && leadingTab(line) >= 0 {
			return number
		}
	}
	return from
}

// innerColon returns the offset of the last colon that separates a name from a value.
func innerColon(line []byte) int {
	if bytes.HasSuffix(bytes.TrimRight(line, " \t"), []byte(":")) {
		return bytes.LastIndexByte(line, ':')
	}
	return max(bytes.LastIndex(line, []byte(": ")), 0)
}
