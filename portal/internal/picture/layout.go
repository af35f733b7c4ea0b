package picture

import (
	"strings"
	"unicode/utf8"

	"platform.internal/platform-core/environment"
)

type point struct{ x, y int }

type size struct{ width, height int }

// Lengths in pixels.
const (
	innerWidth = 920
	leafWidth  = 208
	leafHeight = 42
	pad        = 8
	gap        = 8
	pillHeight = 15
	pillGap    = 4
)

// measure gives a node its size, and places what is in it.
func (n *node) measure(most int) {
	var inner size
	n.size = size{leafWidth, leafHeight}
	if len(n.children) > 0 {
		inner = shelve(n.children, max(most-2*pad, leafWidth))
		n.size.width = max(leafWidth, inner.width+2*pad)
	}
	n.size.height += n.placePills()
	for _, child := range n.children {
		child.at.x += pad
		child.at.y += n.size.height
	}
	if len(n.children) > 0 {
		n.size.height += inner.height + pad
	}
}

// shelve places nodes side by side in rows that are at most as wide as given,
// and returns the size of all.
func shelve(nodes []*node, most int) size {
	var all size
	x, y, row := 0, 0, 0
	for _, n := range nodes {
		n.measure(most)
		if x > 0 && x+n.size.width > most {
			x, y, row = 0, y+row+gap, 0
		}
		n.at = point{x, y}
		row = max(row, n.size.height)
		all.width = max(all.width, x+n.size.width)
		x += n.size.width + gap
	}
	all.height = y + row
	return all
}

// badges are the words for the controls that a resource upholds.
var badges = map[environment.Control]string{
	environment.CentralLogging: "logged", environment.EncryptionAtRest: "encrypted",
	environment.LeastPrivilege: "least privilege", environment.PrivateCluster: "private",
}

// Badge is the word for a control.
func Badge(control environment.Control) string {
	if word, known := badges[control]; known {
		return word
	}
	return string(control)
}

// placePills places the badges below the lines of text, in as many rows as they
// need, and returns the height that they take.
func (n *node) placePills() int {
	n.pills = nil
	x, y := pad, leafHeight-2
	for _, control := range n.resource.Controls {
		word := Badge(control)
		width := 12 + 6*utf8.RuneCountInString(word)
		if x > pad && x+width > n.size.width-pad {
			x, y = pad, y+pillHeight+pillGap
		}
		n.pills = append(n.pills, Pill{X: x, Y: y, Width: width, TextX: x + width/2, TextY: y + 11, Text: word})
		x += width + pillGap
	}
	if len(n.pills) == 0 {
		return 0
	}
	return y + pillHeight + pad - leafHeight
}

// kind is the type of a resource in words, without its provider's prefix.
func kind(r environment.Resource) string {
	_, rest, found := strings.Cut(r.Type, "_")
	if !found {
		rest = r.Type
	}
	return strings.ReplaceAll(rest, "_", " ")
}

// Widths of a character that no font of the page goes beyond on average.
const (
	plainWidth  = 7
	strongWidth = 8
)

// shortened returns as much of text as fits: a picture does not wrap. It keeps
// the end, since names differ there.
func shortened(text string, width, character int) string {
	most := (width - 2*pad) / character
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	head := most / 3
	return string(runes[:head]) + "…" + string(runes[len(runes)-(most-head-1):])
}
