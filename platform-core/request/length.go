package request

import "fmt"

// lengths returns the schemas that bound the length of a text's normal form. They count the characters in the document
// without the white space around the text. If the field collapses white space, each run of it is one character. A
// schema cannot count two things: characters that normal form C joins or splits, and the length of a long text without
// its runs of white space. It accepts such texts.
func (f *Field) lengths() (list []any) {
	least, most := f.Limits.MinLength, f.Limits.MaxLength
	switch {
	case !f.collapses() && (least > 0 || most > 0):
		return []any{asPattern(f.padded(counted(least, most)))}
	case !f.collapses():
		return nil
	}
	if least > 0 {
		list = append(list, map[string]any{"anyOf": atLeast(least)})
	}
	if most > 0 {
		list = append(list, map[string]any{"anyOf": []any{
			asPattern(f.padded(counted(0, most))),
			allOf(asPatterns(pattern(noSpace+space+"{2,}"+noSpace), characters(0, most))),
		}})
	}
	return list
}

// counted returns the expression of a text without white space at its ends, whose length is from least to most. most
// is 0 for no bound.
func counted(least, most int) string {
	bound := func(n int) int { return max(n-2, 0) } // less both ends
	inner := times(bound(least), bound(most))
	if most == 0 {
		inner = times(bound(least), -1)
	}
	long := anything + inner + noSpace
	switch {
	case least > 1:
		return noSpace + long
	case most == 1:
		long = ""
	default:
		long = "(?:" + long + ")?"
	}
	if least == 1 {
		return noSpace + long
	}
	return "(?:" + noSpace + long + ")?"
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
