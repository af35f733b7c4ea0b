// Package picture draws the resources of a record in boxes inside the boxes of
// their parents, with a badge for each control that they uphold. Those that are
// alike share a box. The same resources give the same picture, byte for byte. The picture helps; the table
// beside it is the truth.
package picture

import (
	_ "embed"
	"fmt"
	"strings"

	"platform.internal/platform-core/request"
)

// Parts is the template "picture", for the source of a page.
//
//go:embed picture.html
var Parts string

// Picture is a picture, ready for its template. Its lengths are in pixels.
type Picture struct {
	Name          string
	Width, Height int
	Boxes         []Box
}

// Box is one resource, or several that are alike, placed.
type Box struct {
	X, Y, Width, Height int
	// Odd tells every second level from those between.
	Odd bool
	// Parent tells that other boxes stand in this one.
	Parent bool
	// Whole are the addresses, for a pointer that rests on the box.
	Whole string
	Lines []Line
	Pills []Pill
}

// Line is a line of text in a box.
type Line struct {
	X, Y int
	Text string
	// Strong tells the kind of a resource from its name.
	Strong bool
}

// Pill is the badge of a control.
type Pill struct {
	X, Y, Width, TextX, TextY int
	Text                      string
}

// Draw returns the picture of the resources; nil where there are none.
func Draw(resources []request.Resource) *Picture {
	if len(resources) == 0 {
		return nil
	}
	roots := tree(resources)
	p := &Picture{Name: name(len(resources), len(roots))}
	size := arrange(roots, innerWidth)
	for _, root := range roots {
		p.add(root, point{}, false)
	}
	p.Width, p.Height = size.width+1, size.height+1
	return p
}

func name(resources, roots int) string {
	things := func(n int, one, many string) string {
		if n == 1 {
			return "1 " + one
		}
		return fmt.Sprintf("%d %s", n, many)
	}
	return fmt.Sprintf("Picture of %s in %s. The table lists them all.",
		things(resources, "resource", "resources"), things(roots, "outer box", "outer boxes"))
}

// add places a node, and what is in it, with its parent's corner at the point.
func (p *Picture) add(n *node, corner point, odd bool) {
	x, y := corner.x+n.at.x, corner.y+n.at.y
	b := Box{
		X: x, Y: y, Width: n.size.width, Height: n.size.height,
		Odd: odd, Parent: len(n.children) > 0, Whole: addresses(n.resources()),
	}
	for _, line := range n.lines {
		line.X, line.Y = x+line.X, y+line.Y
		b.Lines = append(b.Lines, line)
	}
	for _, pill := range n.pills {
		pill.X, pill.Y, pill.TextX, pill.TextY = x+pill.X, y+pill.Y, x+pill.TextX, y+pill.TextY
		b.Pills = append(b.Pills, pill)
	}
	p.Boxes = append(p.Boxes, b)
	for _, child := range n.children {
		p.add(child, point{x, y}, !odd)
	}
}

func addresses(resources []request.Resource) string {
	list := make([]string, len(resources))
	for i, r := range resources {
		list[i] = r.Address
	}
	return strings.Join(list, "\n")
}
