package request

import "fmt"

// lengths returns the schemas that bound the length of a text's normal form. They count the characters in the document
// without the white space around the text. If the field collapses white space, each run of it is one character. A
// schema cannot count two things: characters that normal form C joins or splits, and the length of a long text without
// its runs of white space. It accepts such texts. Only a text with a greatest length has bounds, and only one that
// collapses white space has a least length.
func (f *Field) lengths() []any {
	most := f.Limits.MaxLength
	if most == 0 {
		return nil
	}
	// At most this number of characters, without white space at the ends.
	counted := asPattern(f.padded("(?:" + noSpace + "(?:" + anything + times(0, most-2) + noSpace + ")?)?"))
	if !f.collapses() {
		return []any{counted}
	}
	return []any{
		map[string]any{"anyOf": atLeast(f.Limits.MinLength)},
		map[string]any{"anyOf": []any{
			counted,
			allOf(asPatterns(pattern(noSpace+space+"{2,}"+noSpace), characters(0, most))),
		}},
	}
}

// atLeast returns schemas. A text matches one of them if it has at least the least length. There is a schema for each
// number of runs of white space, with the number of other characters.
func atLeast(least int) (ways []any) {
	for runs := 0; runs < least-runs; runs++ {
		all := characters(least-runs, -1)
		if runs == 0 {
			ways = append(ways, asPattern(all))
			continue
		}
		between := pattern(fmt.Sprintf("^%s*(?:%s+%s+){%d}%s", space, noSpace, space, runs, noSpace))
		ways = append(ways, allOf(asPatterns(all, between)))
	}
	return ways
}

// characters returns the pattern of texts with least to most characters that are not white space.
func characters(least, most int) pattern {
	return pattern("^" + space + "*(?:" + noSpace + space + "*)" + times(least, most) + "$")
}

func asPattern(p pattern) any { return map[string]any{"pattern": p} }

func asPatterns(list ...pattern) (all []any) {
	for _, p := range list {
		all = append(all, asPattern(p))
	}
	return all
}
