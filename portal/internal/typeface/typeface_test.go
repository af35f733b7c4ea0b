package typeface_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"platform.internal/portal/internal/typeface"
)

const size = 1000

// TestSubsetDrawsTheSame draws each character of the ranges with both fonts; "é" is
// composed of two glyphs.
func TestSubsetDrawsTheSame(t *testing.T) {
	for name, font := range map[string][]byte{"regular": goregular.TTF, "bold": gobold.TTF} {
		ranges := []typeface.Range{{'a', 'z'}, {'é', 'é'}, {'€', '€'}}
		subset, err := typeface.Subset(font, ranges...)
		require.NoError(t, err)
		require.Less(t, len(subset), len(font)/2, name)
		for _, r := range ranges {
			for c := r.First; c <= r.Last; c++ {
				require.Equal(t, drawn(t, font, c), drawn(t, subset, c), "%s %c", name, c)
			}
		}
		require.NotEmpty(t, drawn(t, font, 'Q'))
		require.Empty(t, drawn(t, subset, 'Q'), name)
	}
}

func drawn(t *testing.T, font []byte, c rune) sfnt.Segments {
	t.Helper()
	parsed, err := sfnt.Parse(font)
	require.NoError(t, err)
	var buffer sfnt.Buffer
	glyph, err := parsed.GlyphIndex(&buffer, c)
	require.NoError(t, err)
	segments, err := parsed.LoadGlyph(&buffer, glyph, fixed.I(size), nil)
	require.NoError(t, err)
	return segments
}

func TestACharacterThatTheFontDoesNotHave(t *testing.T) {
	_, err := typeface.Subset(goregular.TTF, typeface.Range{First: '字', Last: '字'})
	require.EqualError(t, err, "the font has no glyph for U+5B57")
}

// FuzzSubset reads fonts that end anywhere and hold anything: an error, never a panic.
func FuzzSubset(f *testing.F) {
	f.Add(goregular.TTF)
	f.Add(goregular.TTF[:2000])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, font []byte) {
		_, _ = typeface.Subset(font, typeface.Range{First: 'a', Last: 'b'})
	})
}
