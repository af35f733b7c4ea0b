package document_test

import (
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/document"
)

// TestRangesAreTheCharacters compares the ranges with what is asked about every character.
func TestRangesAreTheCharacters(t *testing.T) {
	for name, is := range map[string]func(rune) bool{"visible": document.Visible, "letters": unicode.IsLetter, "white space": unicode.IsSpace} {
		var want []document.Range
		for r := rune(0); r <= unicode.MaxRune; r++ {
			if last := len(want) - 1; is(r) && last >= 0 && want[last].Last == r-1 {
				want[last].Last = r
			} else if is(r) {
				want = append(want, document.Range{First: r, Last: r})
			}
		}
		assert.Equal(t, want, document.Ranges(is), name)
	}
}
