package typeface

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// outlines are what the glyphs of a font look like, by their numbers, as the table glyf
// holds them; an empty one is blank.
type outlines [][]byte

// outlinesOf reads the tables glyf and loca.
func outlinesOf(tables map[string][]byte) (outlines, error) {
	head, maxp, loca, glyf := tables["head"], tables["maxp"], tables["loca"], tables["glyf"]
	if len(head) < 54 || len(maxp) < 6 {
		return nil, errors.New("the font ends within its table head or maxp")
	}
	size, unit := 2, 2 // half of each offset, in 16 bits
	if binary.BigEndian.Uint16(head[50:]) == 1 {
		size, unit = 4, 1
	}
	count := int(binary.BigEndian.Uint16(maxp[4:]))
	if len(loca) < (count+1)*size {
		return nil, errors.New("the font ends within its table loca")
	}
	offset := func(glyph int) int {
		if size == 2 {
			return int(binary.BigEndian.Uint16(loca[glyph*size:])) * unit
		}
		return int(binary.BigEndian.Uint32(loca[glyph*size:])) * unit
	}
	all := make(outlines, count)
	for glyph := range all {
		from, to := offset(glyph), offset(glyph+1)
		if from > to || to > len(glyf) {
			return nil, fmt.Errorf("the font ends within its glyph %d", glyph)
		}
		all[glyph] = glyf[from:to]
	}
	return all, nil
}

// Flags of a component, after the OpenType specification, table glyf.
const (
	argumentsAreWords = 1 << 0
	hasScale          = 1 << 3
	moreComponents    = 1 << 5
	hasTwoScales      = 1 << 6
	hasMatrix         = 1 << 7
	hasInstructions   = 1 << 8
)

// addComponents adds the glyphs that kept ones are composed of, such as the letter and
// the accent.
func (o outlines) addComponents(kept map[int]bool) error {
	open := make([]int, 0, len(kept))
	for glyph := range kept {
		open = append(open, glyph)
	}
	for len(open) > 0 {
		glyph := open[len(open)-1]
		open = open[:len(open)-1]
		parts, _, err := o.components(glyph)
		if err != nil {
			return err
		}
		for _, part := range parts {
			if !kept[part] {
				kept[part] = true
				open = append(open, part)
			}
		}
	}
	return nil
}

// headerOfGlyph is the size of what precedes an outline.
const headerOfGlyph = 10

// components returns the glyphs that a glyph is composed of, and where each is in its
// outline, with the end of the last; none where it has contours of its own.
func (o outlines) components(glyph int) (parts, at []int, err error) {
	outline := o[glyph]
	if len(outline) < headerOfGlyph || contours(outline) >= 0 {
		return nil, nil, nil
	}
	for next := headerOfGlyph; ; {
		at = append(at, next)
		if len(outline) < next+4 {
			return nil, nil, fmt.Errorf("the font ends within its glyph %d", glyph)
		}
		flags, part := binary.BigEndian.Uint16(outline[next:]), int(binary.BigEndian.Uint16(outline[next+2:]))
		if part >= len(o) {
			return nil, nil, fmt.Errorf("the glyph %d of the font is composed of one that it does not have", glyph)
		}
		parts = append(parts, part)
		if next += componentSize(flags); next > len(outline) {
			return nil, nil, fmt.Errorf("the font ends within its glyph %d", glyph)
		}
		if flags&moreComponents == 0 {
			return parts, append(at, next), nil
		}
	}
}

// contours counts the contours of an outline; below 0 where it is composed.
func contours(outline []byte) int {
	return int(int16(binary.BigEndian.Uint16(outline))) //nolint:gosec // the format has a signed number here
}

func componentSize(flags uint16) int {
	size := 6
	if flags&argumentsAreWords != 0 {
		size += 2
	}
	switch {
	case flags&hasScale != 0:
		size += 2
	case flags&hasTwoScales != 0:
		size += 4
	case flags&hasMatrix != 0:
		size += 8
	}
	return size
}

// unhinted returns the outline of a glyph without the instructions that fit it to the
// dots of a coarse screen: they are half of a font.
func (o outlines) unhinted(glyph int) ([]byte, error) {
	outline := slices.Clone(o[glyph])
	if len(outline) < headerOfGlyph {
		return outline, nil
	}
	if contours(outline) < 0 {
		_, at, err := o.components(glyph)
		if err != nil {
			return nil, err
		}
		for _, part := range at[:len(at)-1] {
			flags := binary.BigEndian.Uint16(outline[part:])
			binary.BigEndian.PutUint16(outline[part:], flags&^hasInstructions)
		}
		return outline[:at[len(at)-1]], nil
	}
	at := headerOfGlyph + 2*contours(outline) // behind the ends of the contours
	if len(outline) < at+2 {
		return nil, fmt.Errorf("the font ends within its glyph %d", glyph)
	}
	after := at + 2 + int(binary.BigEndian.Uint16(outline[at:]))
	if len(outline) < after {
		return nil, fmt.Errorf("the font ends within its glyph %d", glyph)
	}
	return slices.Concat(outline[:at], []byte{0, 0}, outline[after:]), nil
}

// cut returns the tables glyf and loca with the outlines that are kept.
func (o outlines) cut(kept map[int]bool) (glyf, loca []byte, err error) {
	for glyph := range o {
		loca = appendLong(loca, len(glyf))
		if !kept[glyph] {
			continue
		}
		outline, err := o.unhinted(glyph)
		if err != nil {
			return nil, nil, err
		}
		glyf = append(glyf, padded(outline)...)
	}
	return glyf, appendLong(loca, len(glyf)), nil
}
