// Package typeface cuts fonts down to the characters that a page uses, so that a
// browser fetches little before it can show the first words.
package typeface

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"

	"golang.org/x/image/font/sfnt"
)

// Range is the characters from First to Last, both among them.
type Range struct{ First, Last rune }

// left are the tables that browsers draw horizontal text with. The others are not kept,
// such as signatures, the names of glyphs, and the programs that instructions of outlines
// call.
var left = []string{"OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post"}

// Subset returns the TrueType font with the outlines of the characters in the ranges
// only. Glyphs keep their numbers, so the others are still there and empty: a page has
// to ask for no other characters, by the unicode-range of its style. The error says
// what of the font cannot be read.
func Subset(font []byte, ranges ...Range) ([]byte, error) {
	tables, err := read(font)
	if err != nil {
		return nil, err
	}
	kept, err := glyphs(font, ranges)
	if err != nil {
		return nil, err
	}
	outlines, err := outlinesOf(tables)
	if err != nil {
		return nil, err
	}
	if err := outlines.addComponents(kept); err != nil {
		return nil, err
	}
	if tables["glyf"], tables["loca"], err = outlines.cut(kept); err != nil {
		return nil, err
	}
	tables["head"] = withLongOffsets(tables["head"])
	tables["post"] = withoutNames(tables["post"])
	return write(tables), nil
}

// glyphs returns the numbers of the glyphs of the characters, and of the one for
// unknown ones.
func glyphs(font []byte, ranges []Range) (map[int]bool, error) {
	parsed, err := sfnt.Parse(font)
	if err != nil {
		return nil, fmt.Errorf("parse font: %w", err)
	}
	kept := map[int]bool{0: true}
	var buffer sfnt.Buffer
	for _, r := range ranges {
		for c := r.First; c <= r.Last; c++ {
			glyph, err := parsed.GlyphIndex(&buffer, c)
			if err != nil || glyph == 0 {
				return nil, fmt.Errorf("the font has no glyph for %U", c)
			}
			kept[int(glyph)] = true
		}
	}
	return kept, nil
}

// The parts of a font file, after the OpenType specification, chapter "The OpenType
// font file": a header, then a record of each table in the order of names.
const (
	headerSize = 12
	recordSize = 16
)

// read returns the tables that are left, by name.
func read(font []byte) (map[string][]byte, error) {
	tables := map[string][]byte{}
	if len(font) < headerSize {
		return nil, errors.New("the font ends within its header")
	}
	for i := range int(binary.BigEndian.Uint16(font[4:])) {
		at := headerSize + i*recordSize
		if len(font) < at+recordSize {
			return nil, errors.New("the font ends within its list of tables")
		}
		name := string(font[at : at+4])
		from, size := int(binary.BigEndian.Uint32(font[at+8:])), int(binary.BigEndian.Uint32(font[at+12:]))
		if from+size > len(font) {
			return nil, fmt.Errorf("the font ends within its table %q", name)
		}
		if slices.Contains(left, name) {
			tables[name] = font[from : from+size]
		}
	}
	for _, name := range []string{"glyf", "head", "loca", "maxp", "post"} {
		if len(tables[name]) == 0 {
			return nil, fmt.Errorf("the font has no table %q", name)
		}
	}
	return tables, nil
}

// write returns the font file of the tables.
func write(tables map[string][]byte) []byte {
	names := slices.Sorted(maps.Keys(tables))
	font := binary.BigEndian.AppendUint32(nil, 0x00010000) // TrueType outlines
	font = append(font, 0, byte(len(names)))               //nolint:gosec // of the few in left
	font = append(font, 0, 0, 0, 0, 0, 0)                  // hints for a binary search that nobody makes
	at := headerSize + len(names)*recordSize
	for _, name := range names {
		font = append(font, name...)
		font = binary.BigEndian.AppendUint32(font, checksum(tables[name]))
		font = appendLong(font, at)
		font = appendLong(font, len(tables[name]))
		at += len(padded(tables[name]))
	}
	for _, name := range names {
		font = append(font, padded(tables[name])...)
	}
	return font
}

// appendLong appends a size or an offset in a font, which is in memory and so small.
func appendLong(to []byte, n int) []byte {
	return binary.BigEndian.AppendUint32(to, uint32(n)) //nolint:gosec // see above
}

// padded returns a table up to the next multiple of four bytes.
func padded(table []byte) []byte {
	return append(slices.Clip(table), make([]byte, -len(table)&3)...)
}

func checksum(table []byte) (sum uint32) {
	for word := range slices.Chunk(padded(table), 4) {
		sum += binary.BigEndian.Uint32(word)
	}
	return sum
}

// withLongOffsets returns the table head that says that loca has offsets of 32 bits.
func withLongOffsets(head []byte) []byte {
	changed := slices.Clone(head)
	binary.BigEndian.PutUint16(changed[50:], 1)
	return changed
}

// withoutNames returns the table post in the version that names no glyphs.
func withoutNames(post []byte) []byte {
	const fixed = 32
	changed := slices.Clone(post[:min(fixed, len(post))])
	binary.BigEndian.PutUint32(changed, 0x00030000)
	return changed
}
