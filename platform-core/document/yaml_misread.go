package document

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// misreadScan looks for the first value that YAML does not read as one text: it has quotes inside its quotes, or it needs
// quotes. It follows the marks of blocks, braces and quotes alone.
type misreadScan struct {
	text     string
	reported int // offset of the line of the syntax error
	at       int
	depth    int // of braces and brackets
	outer    int // offset of the outermost of them
}

// longestLine limits the bytes of a line, because each value of a line takes time that grows with the line.
const longestLine = 4096

// misread returns the offset of the value, and the advice. The advice is empty if there is no such value. The library
// reports the error in the line at an offset, which may be before the value.
func misread(text string, reported int) (at int, words string) {
	s := misreadScan{text: text, reported: reported}
	for words == "" && s.at < len(text) && len(s.line()) < longestLine {
		words = s.next()
	}
	return s.at, words
}

// beforeValue matches the start of a line, or of an entry in braces, up to its value.
var beforeValue = regexp.MustCompile(`^([ \t]*(?:- +)*)(?:["']?[\w.-]+["']?:(?: +|\s*$))?`)

// blockText matches the head of a text that the next lines hold.
var blockText = regexp.MustCompile(`^[|>][-+\d]*\s*(?:#.*)?$`)

const (
	unendedQuotes = "a text in quotes does not end; write the closing quote"
	tagWords      = "a value begins with !, which is a tag of YAML without quotes"
)

// next passes a value. It returns the advice for a value that is misread, and stays there.
func (s *misreadScan) next() (words string) {
	line := s.line()
	head := beforeValue.FindStringSubmatchIndex(line)
	value := line[head[1]:]
	s.at += head[1]
	isFlow := s.depth > 0
	isReported := s.at >= s.reported && !strings.Contains(s.text[s.reported:s.at], "\n")
	switch {
	case isBlank(value):
	case value[0] == '"' || value[0] == '\'':
		return s.quoted(value)
	case value[0] == '[' || value[0] == '{':
		if !isFlow {
			s.outer = s.at
		}
		s.depth++
		s.at++
		return ""
	case isFlow && strings.IndexByte(",:", value[0]) >= 0:
		s.at++
		return ""
	case isFlow && strings.IndexByte("]}", value[0]) >= 0:
		return s.closed()
	case !isFlow && blockText.MatchString(value):
		s.at += len(value)
		s.skipBlock(head[3])
		return ""
	case isReported && head[1] == 0 && value[0] == '%': // a directive
	case isReported && (strings.IndexByte("!%@`*&,]}", value[0]) >= 0 || !isFlow && strings.Contains(value, ": ")):
		return needsQuotes(value, isFlow)
	case isFlow:
		end := strings.IndexAny(value, ",[]{}")
		if end >= 0 && strings.IndexByte("[{", value[end]) >= 0 {
			return needsQuotes(value, true)
		}
		if end >= 0 {
			s.at += end
			return ""
		}
	}
	s.at += len(value) + 1
	return ""
}

// closed is [misreadScan.next] for the end of a list or an object.
func (s *misreadScan) closed() (words string) {
	s.depth--
	s.at++
	if s.depth > 0 || isBlank(s.line()) {
		return ""
	}
	s.at = s.outer
	return needsQuotes(s.line(), false)
}

// skipBlock passes the lines that are indented by more than indent.
func (s *misreadScan) skipBlock(indent int) {
	for s.at < len(s.text) {
		s.at++
		line := s.line()
		if !isBlank(line) && len(line)-len(strings.TrimLeft(line, " ")) <= indent {
			return
		}
		s.at += len(line)
	}
}

// line returns the rest of the line.
func (s *misreadScan) line() string {
	line, _, _ := strings.Cut(s.text[min(s.at, len(s.text)):], "\n")
	return line
}

// isBlank reports whether the rest of a line has no value.
func isBlank(rest string) bool {
	rest = strings.TrimLeft(rest, " \t\r")
	return rest == "" || rest[0] == '#'
}

// quoted is [misreadScan.next] for a value that begins with a quote. The value is the rest of its line.
func (s *misreadScan) quoted(value string) (words string) {
	end := closingQuote(s.text[s.at:])
	if end < 0 {
		return unendedQuotes
	}
	behind := misreadScan{text: s.text, at: s.at + end + 1}
	rest := strings.TrimLeft(behind.line(), " \t\r")
	switch {
	case rest == "" || s.depth > 0 && strings.IndexByte(",]}:", rest[0]) >= 0 || rest[0] == '#' && rest != behind.line():
		s.at = behind.at + len(behind.line()) - len(rest)
		return ""
	case end > len(value) && strings.Contains(s.text[s.at+len(value):behind.at], ": "):
		return unendedQuotes
	case behind.at <= s.reported:
		s.at += len(value)
		return ""
	case value[0] == '\'':
		words = "a quote inside a text in quotes ends it; put the whole text in double quotes, or write '' for each inner quote"
	default:
		words = `a quote inside a text in quotes ends it; put the whole text in single quotes, or write \" for each inner quote`
	}
	return words + corrected(meant(value, s.depth > 0))
}

// closingQuote returns the offset of the quote that ends the text in quotes at the start of text, or -1.
func closingQuote(text string) int {
	for i := 1; i < len(text); i++ {
		quote := text[0]
		switch {
		case quote == '"' && text[i] == '\\', quote == '\'' && strings.HasPrefix(text[i:], "''"):
			i++
		case text[i] == quote:
			return i
		}
	}
	return -1
}

// meant returns the text that somebody meant who wrote quotes inside of quotes, or "" if that is unknown.
func meant(value string, isFlow bool) string {
	quote := value[:1]
	value = withoutComment(value, quote)
	if isFlow {
		value = value[:closingInBraces(value)]
	}
	first := closingQuote(value)
	if first < 0 || first+1 >= len(value) || quote == `"` && strings.Count(value, quote)%2 == 1 {
		return ""
	}
	before, _ := utf8.DecodeLastRuneInString(value[1:first])
	after, _ := utf8.DecodeRuneInString(value[first+1:])
	opens := strings.ContainsRune(" ([{=,:", before) || unicode.IsLetter(after) || unicode.IsDigit(after)
	closes := after == ' ' && (first == 1 || !strings.ContainsRune(" ([{=,:", before))
	switch {
	case opens && after != ' ' && strings.HasSuffix(value, quote):
		return value[1 : len(value)-1]
	case closes && !isFlow && quote == `"`:
		return value
	}
	return ""
}

// closingInBraces returns the end of a value with quotes inside of quotes, in braces: behind the first quote that a
// comma or a brace follows, after an even number of quotes. It returns 0 if there is none.
func closingInBraces(value string) int {
	count := 0
	for i := range len(value) {
		if value[i] != value[0] {
			continue
		}
		count++
		rest := strings.TrimLeft(value[i+1:], " ")
		if count%2 == 0 && count > 2 && (rest == "" || strings.IndexByte(",]}", rest[0]) >= 0) {
			return i + 1
		}
	}
	return 0
}

// withoutComment returns the value in a line, without a comment that has no such quote.
func withoutComment(value, quote string) string {
	if text, comment, ok := strings.Cut(value, " #"); ok && !strings.Contains(comment, quote) {
		value = text
	}
	return strings.TrimRight(value, " \t\r")
}

// needsQuotes returns the advice for a value that is misread because it has no quotes. The value is the rest of its line.
func needsQuotes(value string, isFlow bool) (words string) {
	switch value[0] {
	case '!':
		words = tagWords
	case '&', '*':
		words = "a value that begins with & or * is an anchor or an alias"
	case '[', '{':
		words = "a value that begins with [ or { is a list or an object, and this one has text behind it"
	case '%', '@', '`', ',', ']', '}':
		words = "a value cannot begin with this character"
	default:
		words = "a value without quotes cannot contain a colon and a space"
		if isFlow {
			words = "a value in braces cannot contain brackets"
		}
	}
	if isFlow {
		value = value[:endInBraces(value)]
	}
	return words + "; put the whole text in quotes" + corrected(withoutComment(value, `"`))
}

// endInBraces returns the end of a value in braces: a comma or a closing bracket outside of its own brackets and quotes.
func endInBraces(value string) int {
	depth := 0
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case '"', '\'':
			i += max(closingQuote(value[i:]), 0)
		case '(', '[', '{':
			depth++
		case ')', ']', '}', ',':
			if depth == 0 {
				return i
			}
			if value[i] != ',' {
				depth--
			}
		}
	}
	return 0
}

// corrected returns the end of a message with a text in quotes, or "" for a text that is empty, long or hard to write.
func corrected(text string) string {
	if text == "" || utf8.RuneCountInString(text) > 60 || strings.Contains(text, `\`) || strings.ContainsFunc(text, isHidden) {
		return ""
	}
	return "; write " + inQuotes(text)
}

func isHidden(r rune) bool { return !unicode.IsPrint(r) }

// inQuotes returns a text in the quotes that it does not have.
func inQuotes(text string) string {
	if strings.Contains(text, "'") && !strings.ContainsAny(text, `"\`) {
		return `"` + text + `"`
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}
