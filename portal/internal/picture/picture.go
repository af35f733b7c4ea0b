// Package picture draws the resources of a record: each in a box inside the box
// of its parent, with a badge for each control that it upholds. The same
// resources give the same picture, byte for byte. The picture helps; the table
// beside it is the truth.
package picture

import (
	_ "embed"
	"fmt"

	"platform.internal/platform-core/environment"
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

// Box is one resource, placed.
type Box struct {
	X, Y, Width, Height int
	// Parent tells that other boxes stand in this one.
	Parent bool
	// Whole is the resource's address, for a pointer that rests on the box.
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
func Draw(resources []environment.Resource) *Picture {
	if len(resources) == 0 {
		return nil
	}
	roots := tree(resources)
	p := &Picture{Name: name(len(resources), len(roots))}
	size := shelve(roots, innerWidth)
	for _, root := range roots {
		p.add(root, 0, 0)
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

// add places a node, and what is in it, with its parent's corner at x and y.
func (p *Picture) add(n *node, x, y int) {
	x, y = x+n.at.x, y+n.at.y
	b := Box{
		X: x, Y: y, Width: n.size.width, Height: n.size.height, Parent: len(n.children) > 0, Whole: n.resource.Address,
		Lines: []Line{
			{X: x + pad, Y: y + 17, Text: shortened(kind(n.resource), n.size.width, strongWidth), Strong: true},
			{X: x + pad, Y: y + 33, Text: shortened(n.resource.Name, n.size.width, plainWidth)},
		},
	}
	for _, pill := range n.pills {
		pill.X, pill.Y, pill.TextX, pill.TextY = x+pill.X, y+pill.Y, x+pill.TextX, y+pill.TextY
		b.Pills = append(b.Pills, pill)
	}
	p.Boxes = append(p.Boxes, b)
	for _, child := range n.children {
		p.add(child, x, y)
	}
}
