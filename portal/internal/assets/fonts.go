package assets

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"

	"platform.internal/portal/internal/typeface"
)

// fonts are the Go fonts of Bigelow & Holmes (https://go.dev/blog/go-fonts), which
// come with golang.org/x/image under its licence. They tell I, l and 1 and O and 0 from
// each other, as IDs need.
var fonts = []struct {
	name       string
	ttf        []byte
	characters []typeface.Range
	// first means that the first words of every page need it.
	first bool
}{
	{"regular", goregular.TTF, text, true},
	{"bold", gobold.TTF, text, true},
	{"mono", gomono.TTF, code, false},
}

// text are the letters of European languages in Latin script and the marks that pages
// write, code those of programs. A browser takes other characters from the fonts of its
// system.
var (
	text = slices.Concat(code, []typeface.Range{
		{First: 0xa0, Last: 0x17f}, {First: '–', Last: '—'}, {First: '‘', Last: '’'}, {First: '“', Last: '”'},
		{First: '•', Last: '•'}, {First: '…', Last: '…'}, {First: '€', Last: '€'}, {First: '←', Last: '↓'},
	})
	code = []typeface.Range{{First: ' ', Last: '~'}}
)

// addFonts cuts the fonts and adds them. It returns the stylesheet with their paths and
// their characters, for which it has url(<name>).
func (s *Set) addFonts(style []byte) ([]byte, error) {
	for _, f := range fonts {
		subset, err := typeface.Subset(f.ttf, f.characters...)
		if err != nil {
			return nil, fmt.Errorf("cut the font %s: %w", f.name, err)
		}
		path := s.add(kind{name: f.name, ext: ".ttf", mediaType: "font/ttf"}, subset)
		if f.first {
			s.Fonts = append(s.Fonts, path)
		}
		style = bytes.ReplaceAll(style, []byte("url("+f.name+")"), []byte("url("+strings.TrimPrefix(path, Prefix)+");unicode-range:"+named(f.characters)))
	}
	return style, nil
}

// named returns characters as a stylesheet names them.
func named(characters []typeface.Range) string {
	parts := make([]string, len(characters))
	for i, r := range characters {
		parts[i] = fmt.Sprintf("U+%X-%X", r.First, r.Last)
	}
	return strings.Join(parts, ",")
}
