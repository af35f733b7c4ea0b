package policy

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"platform.internal/platform-core/problem"
)

// nowhere says that a text which is looked for in what is at the path is in no value;
// nothing where it may be in one. Of a region it says nothing: rules name regions by how
// they begin, also those that the provider does not have yet.
func (c comparedText) neverFound(values []string) string {
	if c.path == regionPath || c.path == regionsPath {
		return ""
	}
	f, _ := fieldOf(c.path)
	for _, one := range c.alternatives() {
		var write string
		switch letters := f.Letters(one.text); {
		case len(values) > 0 && !slices.ContainsFunc(values, one.matches):
			write = "; the values are " + listed(one.text, values)
		case len(values) == 0 && one.by != ByPattern && letters != one.text:
			if letters != "" {
				write = fmt.Sprintf("; write %q", letters)
			}
		default:
			continue
		}
		return fmt.Sprintf("looks with %s for %q in %s, where it never is%s", c.by, problem.Excerpt(one.text, maxQuoted), c.path, write)
	}
	return ""
}

// isIn reports whether the text is found in a value.
func (c comparedText) matches(value string) bool {
	switch c.by {
	case ByStart:
		return strings.HasPrefix(value, c.text)
	case ByEnd:
		return strings.HasSuffix(value, c.text)
	case ByPart:
		return strings.Contains(value, c.text)
	case ByPattern:
		found, err := regexp.MatchString(c.text, value)
		return found || err != nil
	default:
		return value == c.text
	}
}

// alternatives returns the comparison, and for a pattern that only lists texts one with
// each of these.
func (c comparedText) alternatives() []comparedText {
	all := []comparedText{c}
	if c.by != ByPattern {
		return all
	}
	parsed, err := syntax.Parse(c.text, syntax.Perl)
	if err != nil {
		return all
	}
	parts := []*syntax.Regexp{parsed}
	if parsed.Op == syntax.OpConcat {
		parts = parsed.Sub
	}
	start := parts[0].Op == syntax.OpBeginText
	if start {
		parts = parts[1:]
	}
	end := len(parts) > 0 && parts[len(parts)-1].Op == syntax.OpEndText
	if end {
		parts = parts[:len(parts)-1]
	}
	by := map[[2]bool]string{{true, true}: ByValue, {true, false}: ByStart, {false, true}: ByEnd, {false, false}: ByPart}[[2]bool{start, end}]
	for _, text := range listedBy(parts) {
		all = append(all, comparedText{by: by, path: c.path, text: text})
	}
	return all
}

// maxAlternatives bounds the texts of a pattern that are looked at.
const maxAlternatives = 100

// listedBy returns the texts that consecutive parts of a pattern match; none where they
// match others than those that are written there.
func listedBy(parts []*syntax.Regexp) (texts []string) {
	texts = []string{""}
	for _, part := range parts {
		var longer []string
		for _, next := range oneOf(part) {
			for _, text := range texts {
				longer = append(longer, text+next)
			}
		}
		if len(longer) > maxAlternatives {
			return nil
		}
		texts = longer
	}
	return texts
}

func oneOf(part *syntax.Regexp) (texts []string) {
	switch {
	case part.Op == syntax.OpLiteral && part.Flags&syntax.FoldCase == 0:
		return []string{string(part.Rune)}
	case part.Op == syntax.OpCapture, part.Op == syntax.OpConcat:
		return listedBy(part.Sub)
	case part.Op == syntax.OpAlternate:
		for _, sub := range part.Sub {
			one := oneOf(sub)
			if one == nil {
				return nil
			}
			texts = append(texts, one...)
		}
	}
	return texts
}
