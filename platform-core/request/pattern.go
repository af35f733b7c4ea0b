package request

import (
	"encoding/json"
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"platform.internal/platform-core/document"
)

// pattern is a regular expression of the JSON Schema. It is written for every dialect that
// validators have: ECMA-262 with the flag u, RE2, Python's and Java's. So it looks neither
// ahead nor back, and names no class of Unicode's: what \s and \p{L} match differs.
type pattern string

// MarshalJSON writes the characters beyond ASCII as escapes: an editor or a terminal
// may act on some of them instead of showing them.
func (p pattern) MarshalJSON() ([]byte, error) {
	quoted, err := json.Marshal(string(p))
	var b []byte
	for _, r := range string(quoted) {
		if r < unicode.MaxASCII {
			b = utf8.AppendRune(b, r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			b = fmt.Appendf(b, `\u%04x`, unit)
		}
	}
	return b, err
}

// any character, with line ends.
const anything = `[\s\S]`

// spaces returns the classes of the characters that are trimmed, and of all others.
var spaces = sync.OnceValues(func() (space, noSpace string) {
	trimmed := document.Ranges(unicode.IsSpace)
	return class(trimmed, ""), class(trimmed, "^")
})

// padded returns the pattern of a whole text that has the form of an expression between
// white space, where the field trims its texts.
func (f *Field) padded(expression string) pattern {
	if !f.trims() {
		return pattern("^(?:" + expression + ")$")
	}
	space, _ := spaces()
	return pattern("^" + space + "*(?:" + expression + ")" + space + "*$")
}

func (f *Field) trims() bool     { return f.normal != nil && f.normal(" a ") == f.normal("a") }
func (f *Field) collapses() bool { return f.normal != nil && f.normal("a  a") == f.normal("a a") }

// asWritten returns the pattern of the whole texts of which the normal form has the form of
// an RE2 expression. It takes the expressions that the table of fields has, and panics for
// one with an operator that these do not need.
func (f *Field) asWritten(expression string) pattern {
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		panic(err)
	}
	return f.padded(f.expression(tree))
}

// expression returns the expression of what a document writes for a part of one in normal form.
func (f *Field) expression(e *syntax.Regexp) string {
	switch e.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginText, syntax.OpEndText: // the whole text is matched in any case
		return ""
	case syntax.OpLiteral:
		var b strings.Builder
		for _, r := range e.Rune {
			b.WriteString(class(f.before([]document.Range{{First: r, Last: r}}), ""))
		}
		return b.String()
	case syntax.OpCharClass:
		var ranges []document.Range
		for i := 0; i < len(e.Rune); i += 2 {
			ranges = append(ranges, document.Range{First: e.Rune[i], Last: e.Rune[i+1]})
		}
		return class(f.before(ranges), "")
	case syntax.OpCapture:
		return f.expression(e.Sub[0])
	case syntax.OpConcat:
		return f.joined(e.Sub, "")
	case syntax.OpAlternate:
		return "(?:" + f.joined(e.Sub, "|") + ")"
	case syntax.OpStar:
		return f.repeated(e.Sub[0], "*")
	case syntax.OpPlus:
		return f.repeated(e.Sub[0], "+")
	case syntax.OpQuest:
		return f.repeated(e.Sub[0], "?")
	case syntax.OpRepeat:
		return f.repeated(e.Sub[0], times(e.Min, e.Max))
	default:
		panic(fmt.Sprintf("a pattern of %s has the operator %s", f.Name, e.Op))
	}
}

func (f *Field) joined(parts []*syntax.Regexp, between string) string {
	list := make([]string, len(parts))
	for i, part := range parts {
		list[i] = f.expression(part)
	}
	return strings.Join(list, between)
}

func (f *Field) repeated(part *syntax.Regexp, often string) string {
	return "(?:" + f.expression(part) + ")" + often
}

// times returns how often something is repeated; most is negative for no bound.
func times(least, most int) string {
	if most < 0 {
		return fmt.Sprintf("{%d,}", least)
	}
	return fmt.Sprintf("{%d,%d}", least, most)
}

// before returns the characters of which the normal form is in the ranges. Only ASCII has
// any that are not in it themselves.
func (f *Field) before(ranges []document.Range) (list []document.Range) {
	in := func(r rune) bool {
		return slices.ContainsFunc(ranges, func(has document.Range) bool { return has.First <= r && r <= has.Last })
	}
	for r := range rune(unicode.MaxASCII + 1) {
		normal := []rune(string(r))
		if f.normal != nil && !unicode.IsSpace(r) {
			normal = []rune(f.normal(string(r)))
		}
		if len(normal) != 1 || !in(normal[0]) {
			continue
		}
		if last := len(list) - 1; last >= 0 && list[last].Last == r-1 {
			list[last].Last = r
		} else {
			list = append(list, document.Range{First: r, Last: r})
		}
	}
	for _, has := range ranges {
		if has.Last > unicode.MaxASCII {
			list = append(list, document.Range{First: max(has.First, unicode.MaxASCII+1), Last: has.Last})
		}
	}
	return list
}

// class returns the class of the characters in the ranges, or with "^" of all others.
func class(ranges []document.Range, others string) string {
	var b strings.Builder
	for _, r := range ranges {
		b.WriteString(character(r.First))
		if r.Last > r.First+1 {
			b.WriteByte('-')
		}
		if r.Last > r.First {
			b.WriteString(character(r.Last))
		}
	}
	if text := b.String(); others != "" || len(ranges) != 1 || ranges[0].First != ranges[0].Last || !plain(ranges[0].First) {
		return "[" + others + text + "]"
	}
	return b.String()
}

// plain reports whether a character is its own pattern.
func plain(r rune) bool {
	return r > unicode.MaxASCII || !strings.ContainsRune(`^$\.*+?()[]{}|/-`, r) && r >= ' '
}

// character returns a character in a class.
func character(r rune) string {
	switch {
	case r < ' ' || r == unicode.MaxASCII:
		return fmt.Sprintf(`\x%02x`, r)
	case strings.ContainsRune(`\[]^-`, r):
		return `\` + string(r)
	default:
		return string(r)
	}
}
