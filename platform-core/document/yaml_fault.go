package document

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// parserErrors are the beginnings of messages for which yaml.v3 counts lines
// from 0; for its scanner's messages it counts from 1, and it omits a 0.
var parserErrors = []string{
	"did not find expected ',' or", "did not find expected key", "did not find expected '-'",
	"did not find expected node content", "did not find expected <", "found undefined tag handle",
	"found incompatible YAML document", "found duplicate",
}

// The fault, and the text to write, for several messages of the library.
const (
	tabWords       = "the line is indented with a tab; indent it with spaces"
	directiveWords = "a line that begins with % is a directive of YAML; remove it, or put the text in quotes"
	tagWords       = "a value that begins with ! is a tag of YAML; put the text in quotes"
	escapeWords    = "an escape in double quotes has wrong digits; write the character itself"
	quoteWords     = "a text in quotes does not end; write the closing quote"
)

// yamlWords has advice for messages of yaml.v3 about syntax, by how they begin. Other messages are shown as they are.
var yamlWords = []struct{ message, words string }{
	{"mapping values are not allowed in this context",
		"a colon is not allowed here; indent the line like the other fields, or put the value in quotes"},
	{"mapping keys are not allowed in this context", "a ? is not allowed here; write name: value"},
	{"block sequence entries are not allowed in this context",
		"a list entry (-) is not allowed here; write the list below the name of its field"},
	{"found a tab character", tabWords},
	{"found character that cannot start any token", "a value cannot begin with this character; put the value in quotes"},
	{"did not find expected ',' or ']'", "a list in brackets does not end; write a comma between its entries and ] at its end"},
	{"did not find expected ',' or '}'", "an object in braces does not end; write a comma between its fields and } at its end"},
	{"could not find expected ':'", "a colon is missing after the name of a field; write name: value"},
	{"did not find expected key", "the name of a field is expected; indent the line like the other fields and write name: value"},
	{"did not find expected '-' indicator", "a list entry is expected; begin the line with - and indent it like the others"},
	{"did not find expected node content", "a value is expected; write one, or put the text in quotes"},
	{"did not find expected <document start>", "this line belongs to no field; indent it like the other fields and write name: value"},
	{"did not find expected comment or line break", "a text after | or > begins on the next line; write it there"},
	{"found an indentation indicator equal to 0", "the number after | or > cannot be 0; leave it out"},
	{"did not find expected alphabetic or numeric character",
		"a value that begins with & or * is an anchor or an alias; put the text in quotes"},
	{"found unexpected end of stream", quoteWords},
	{"found unexpected document indicator", quoteWords},
	{"found unknown escape character", "a backslash in double quotes begins an escape; write two of them, or use single quotes"},
	{"found invalid Unicode character escape code", escapeWords},
	{"did not find expected hexdecimal number", escapeWords},
	{"could not find expected directive name", directiveWords},
	{"found unknown directive name", directiveWords},
	{"found unexpected non-alphabetical character", directiveWords},
	{"did not find expected version number", directiveWords},
	{"did not find expected digit or '.' character", directiveWords},
	{"found extremely long version number", directiveWords},
	{"found incompatible YAML document", directiveWords},
	{"found duplicate %", directiveWords},
	{"did not find expected whitespace", tagWords},
	{"did not find expected '!'", tagWords},
	{"did not find expected tag URI", tagWords},
	{"did not find URI escaped octet", tagWords},
	{"did not find the expected '>'", tagWords},
	{"found undefined tag handle", tagWords},
	{"exceeded max depth", "it is nested deeper than any field of the schema; write it flat"},
	{"control characters are not allowed", "it holds a control character; remove it"},
}

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
	at.line = max(min(at.line, lastLine(data)), 1)
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
	if begins("mapping values") {
		at.column = len([]rune(string(line[:innerColon(line)]))) + 1
	}
	words = worded(message)
	if value := taggedValue().FindSubmatchIndex(line); value != nil && words == tagWords {
		at.column = utf8.RuneCount(line[:value[2]]) + 1
		words = "a value begins with !, " + tagWithoutQuotes(string(line[value[2]:value[3]]))
	}
	return at, words
}

// taggedValue matches a line whose value begins with "!", up to a comment.
var taggedValue = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^ *(?:- +)*(?:[a-z_]+: +)?(![^#]*[^#\s])\s*$`)
})

// lastLine returns the number of the last line with something in it.
func lastLine(data []byte) int {
	return 1 + bytes.Count(bytes.TrimRight(data, " \t\r\n"), []byte("\n"))
}

// worded returns the advice for a message of the library, or the message if there is none.
func worded(message string) string {
	for _, known := range yamlWords {
		if strings.HasPrefix(message, known.message) {
			return known.words
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
