package request

import "fmt"

// lengths returns the schemas that bound the length of a text's normal form. It is counted
// as it is written, less the white space around it; where the field collapses white
// space, each run of it is one character. Two things only a program can count: characters
// that Unicode's normal form C joins or splits, and whether a text with runs, that is too
// long as it is written, is short enough without them; it is then taken.
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

// counted returns the expression of a text of some length that has no white space at its
// ends. Most may be 0, for no bound.
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

// atLeast returns the ways in which a text has the least length: it has so many characters
// that are no white space, and so many runs of white space between them.
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

// characters returns the pattern of texts that have so many characters that are no white space.
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
