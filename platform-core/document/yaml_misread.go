package document

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// Limits for the search of a misread value: the size of the document in bytes, and how many values are tried.
const (
	maxMisread = 64 << 10
	maxTrials  = 40
)

const (
	unendedQuotes = "a text in quotes does not end; write the closing quote"
	tagWords      = "a value begins with !, which is a tag of YAML without quotes"
)

// In a line and inside of braces and brackets: what YAML may not read as one text, and a text in quotes.
var (
	valueStart = regexp.MustCompile(`(?:^[ \t]*(?:- +)*|[\[{,] *)(?:["']?[\w.-]+["']?: +)?`)
	oddInLine  = regexp.MustCompile("^(?:[!%@`*&,\\]}]|[\\[{].*[\\]}]\\s*[^\\s,\\]}]|[^\\[{].*: )")
	oddInside  = regexp.MustCompile("^(?:[!%@`*&]|[^,\\[\\]{}]+[\\[{]|[\\[{][^\\[\\]{}]*[\\]}]\\s*[^\\s,\\]}])")
	quoted     = regexp.MustCompile(`^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*([,\]}:]|$)`)
)

// misread looks for the first value that YAML does not read as one text: with a word in its place, the error is gone. It
// returns the offset of the value, and the advice. The advice is empty if there is no such value.
func misread(data []byte) (at int, advice string) {
	begin, end, trials := 0, 0, 0
	isCulprit := func(from, to int, isEnded bool) bool {
		trials++
		return trials <= maxTrials && (parses(data[:from], data[to:]) ||
			isEnded && !parses(data[:end]) && parses(data[:from], data[to:end]))
	}
	if len(data) > maxMisread || parses(data) { // in the second case the error is after the first document
		return 0, ""
	}
	for line := range bytes.Lines(data) {
		begin, end = end, end+len(line)
		for i, start := range valueStart.FindAllIndex(line, -1) {
			from, value, isInside := begin+start[1], withoutComment(string(line[start[1]:])), i > 0
			if isText(value, isInside) || start[1] == 0 && value[0] == '%' { // a directive
				continue
			}
			isEnded := strings.Count(value, value[:1]) > 1
			n := slices.IndexFunc(lengths(value), func(length int) bool { return isCulprit(from, from+length, isEnded) })
			if n >= 0 {
				at, advice = from, quotesNeeded(value[:lengths(value)[n]], isInside)
			}
			if n >= 0 && !isInside && value[0] != '[' && value[0] != '{' {
				break
			}
		}
		if advice != "" {
			break // at the innermost value
		}
	}
	return at, advice
}

// isText reports whether YAML reads the value at the start of a text as one text, or as a list or an object.
func isText(value string, isInside bool) bool {
	switch end := quoted.FindStringSubmatch(value); {
	case value == "":
		return true
	case value[0] == '"' || value[0] == '\'':
		return end != nil && (end[1] == "" || isInside)
	case isInside:
		return !oddInside.MatchString(value)
	}
	return !oddInLine.MatchString(value)
}

// lengths returns the lengths that a value can have, the first the whole rest of the line. A shorter one has as many
// opening as closing parentheses and brackets.
func lengths(value string) []int {
	list := []int{len(value)}
	isOpen := func(text, pair string) bool { return strings.Count(text, pair[:1]) > strings.Count(text, pair[1:]) }
	for i, r := range value {
		if i > 0 && strings.ContainsRune(",]}", r) && !isOpen(value[:i], "()") && !isOpen(value[:i], "[]") {
			list = append(list, i)
		}
	}
	return list
}

// parses reports whether the parts of a document, with a word between them, have no syntax error.
func parses(parts ...[]byte) bool {
	return yaml.Unmarshal(bytes.Join(parts, []byte("x")), new(yaml.Node)) == nil
}

// withoutComment returns the rest of a line without a comment that has no quote.
func withoutComment(rest string) string {
	if text, comment, ok := strings.Cut(rest, " #"); ok && !strings.ContainsAny(comment, `"'`) {
		rest = text
	}
	return strings.TrimRight(rest, " \t\r\n")
}

// quotesNeeded returns the advice for a value that is misread.
func quotesNeeded(value string, isInside bool) string {
	advice, quotes := "a value that begins with "+value[:1]+" needs quotes", "quotes"
	switch {
	case value[0] == '"' || value[0] == '\'':
		if strings.Count(value, value[:1]) == 1 {
			return unendedQuotes
		}
		advice, quotes = "a quote inside a text in quotes ends it", `single quotes, or write \" for each inner quote`
		if value[0] == '\'' {
			quotes = "double quotes, or write '' for each inner quote"
		}
		value = meant(value)
	case value[0] == '!':
		advice = tagWords
	case isInside && strings.ContainsAny(value, "[{"):
		advice = "a value with brackets, in braces, needs quotes"
	case strings.Contains(value, ": "):
		advice = "a value with a colon and a space needs quotes"
	}
	advice += "; put the whole text in " + quotes
	isHidden := func(r rune) bool { return !unicode.IsPrint(r) }
	if value == "" || utf8.RuneCountInString(value) > 60 || strings.Contains(value, `\`) || strings.ContainsFunc(value, isHidden) {
		return advice
	}
	return advice + "; write " + inQuotes(value)
}

// In a text, opening matches up to its first quote if that begins a quotation, and within if that is an apostrophe.
var (
	opening = regexp.MustCompile(`^(?:[^"']*[ (\[{=,:])?["'][^\s+*/&|=!<>?),]`)
	within  = regexp.MustCompile(`^[^']*\pL'\pL`)
)

// meant returns the text that somebody meant who wrote quotes inside of quotes, or "" if that is not clear.
func meant(value string) string {
	quote := value[:1]
	inner, isWhole := strings.CutSuffix(value[1:], quote)
	switch isPair := strings.Count(value, quote)%2 == 0; {
	case isWhole && (isPair && opening.MatchString(inner) || within.MatchString(inner)):
		return inner
	case isPair && quote == `"`:
		return value
	}
	return ""
}

// inQuotes returns a text in the quotes that it does not have.
func inQuotes(text string) string {
	if strings.Contains(text, "'") && !strings.ContainsAny(text, `"\`) {
		return `"` + text + `"`
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}
