package document

import (
	"slices"
	"unicode"
)

// Range is a range of characters, with both ends in it.
type Range struct{ First, Last rune }

// Ranges returns the characters for which is reports true, in order. Is must not tell
// apart characters that are alike by their category and by Visible. It is asked about the
// ends of the ranges in Unicode's tables, which is a hundred times faster than to ask it
// about every character.
func Ranges(is func(rune) bool) (list []Range) {
	tables := append(slices.Clone(unicode.GraphicRanges), unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector,
		unicode.White_Space, blank)
	starts := []rune{0, unicode.MaxASCII, unicode.MaxASCII + 1, unicode.MaxRune + 1}
	for _, t := range tables {
		for _, r := range t.R16 {
			starts = appendStarts(starts, rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range t.R32 {
			starts = appendStarts(starts, rune(r.Lo), rune(r.Hi), rune(r.Stride)) //nolint:gosec // no character is larger than a rune
		}
	}
	slices.Sort(starts)
	starts = slices.Compact(starts)
	for i, first := range starts[:len(starts)-1] {
		last := starts[i+1] - 1
		switch before := len(list) - 1; {
		case !is(first):
		case before >= 0 && list[before].Last == first-1:
			list[before].Last = last
		default:
			list = append(list, Range{first, last})
		}
	}
	return list
}

// appendStarts appends where ranges start: the ones in a table, and what follows each.
func appendStarts(starts []rune, first, last, stride rune) []rune {
	if stride == 1 {
		return append(starts, first, last+1)
	}
	for r := first; r <= last; r += stride {
		starts = append(starts, r, r+1)
	}
	return starts
}
