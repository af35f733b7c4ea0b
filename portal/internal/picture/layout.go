package picture

import (
	"slices"
	"strings"

	"platform.internal/platform-core/request"
)

type point struct{ x, y int }

type size struct{ width, height int }

// Lengths in pixels.
const (
	innerWidth  = 936
	columnWidth = 200
	leastWidth  = 140
	pad         = 8
	gap         = 6
	kindLine    = 15
	nameLine    = 14
	pillHeight  = 15
	pillGap     = 4
	pillPad     = 6
)

// place gives a node its size, at least as wide as given, and places what is
// written in it and what stands in it.
func (n *node) place(width int) {
	width = max(width, leastWidth)
	n.size = size{width, n.write(width-2*pad) + pad}
	if len(n.children) == 0 {
		return
	}
	inner := arrange(n.children, width-2*pad)
	for _, child := range n.children {
		child.at.x += pad
		child.at.y += n.size.height
	}
	n.size.width = max(width, inner.width+2*pad)
	n.size.height += inner.height + pad
}

// arrange places nodes side by side in columns that share the width, and returns
// the size of all. A node that would outweigh its column, and whose own would fill
// the width, stands above them.
func arrange(nodes []*node, width int) size {
	var all size
	large, rest := outweighing(nodes, width)
	for _, n := range large {
		n.place(width)
		n.at = point{0, all.height}
		all = size{max(all.width, n.size.width), all.height + n.size.height + gap}
	}
	below := fill(rest, width)
	for _, n := range rest {
		n.at.y += all.height
	}
	all = size{max(all.width, below.width), all.height + below.height}
	if len(rest) == 0 {
		all.height -= gap
	}
	return all
}

// columns is how many columns the width has for that many nodes.
func columns(width, count int) int {
	return max(1, min(count, (width+gap)/(columnWidth+gap)))
}

// outweighing parts nodes into those that hold more than a column should and the
// others, each in their order.
func outweighing(nodes []*node, width int) (large, rest []*node) {
	total, count := 0, columns(width, len(nodes))
	for _, n := range nodes {
		total += n.weight
	}
	for _, n := range nodes {
		if count > 1 && count*n.weight > total && len(n.children) >= count {
			large = append(large, n)
		} else {
			rest = append(rest, n)
		}
	}
	return large, rest
}

// fill places nodes in columns, the highest first, each below the shortest column
// so far. The boxes of a shorter column grow until it ends with the longest.
func fill(nodes []*node, width int) size {
	count := columns(width, len(nodes))
	for _, n := range nodes {
		n.place((width - (count-1)*gap) / count)
	}
	ordered := slices.Clone(nodes)
	slices.SortStableFunc(ordered, func(a, b *node) int { return b.size.height - a.size.height })
	stacks := make([][]*node, count)
	heights := make([]int, count)
	for _, n := range ordered {
		at := slices.Index(heights, slices.Min(heights))
		n.at.y = heights[at]
		heights[at] += n.size.height + gap
		stacks[at] = append(stacks[at], n)
	}
	all := size{-gap, max(0, slices.Max(heights)-gap)}
	for i, stack := range stacks {
		widest, missing := 0, all.height+gap-heights[i]
		for j, n := range stack {
			before, after := missing*j/len(stack), missing*(j+1)/len(stack)
			n.at = point{all.width + gap, n.at.y + before}
			n.size.height += after - before
			widest = max(widest, n.size.width)
		}
		all.width += gap + widest
	}
	all.width = max(0, all.width)
	return all
}

// badges are the words for the controls that a resource upholds.
var badges = map[request.Control]string{
	request.CentralLogging: "logged", request.EncryptionAtRest: "encrypted",
	request.LeastPrivilege: "least privilege", request.PrivateCluster: "private",
}

// Badge is the word for a control.
func Badge(control request.Control) string {
	if word, known := badges[control]; known {
		return word
	}
	return string(control)
}

// write places the kind, the name and the badges of a node below each other, and
// returns the height that they take with the room above.
func (n *node) write(width int) int {
	n.lines, n.pills = nil, nil
	y := pad
	for _, text := range kindFont.lines(kind(n.resource), width) {
		n.lines = append(n.lines, Line{X: pad, Y: y + 11, Text: text, Strong: true})
		y += kindLine
	}
	for _, r := range n.resources() {
		for _, text := range nameFont.lines(r.Name, width) {
			n.lines = append(n.lines, Line{X: pad, Y: y + 10, Text: text})
			y += nameLine
		}
	}
	if len(n.resource.Controls) == 0 {
		return y
	}
	y += pillGap
	x := pad
	for _, control := range n.resource.Controls {
		word := pillFont.shortened(Badge(control), width-2*pillPad)
		across := 2*pillPad + pillFont.width(word)
		if x > pad && x+across > pad+width {
			x, y = pad, y+pillHeight+pillGap
		}
		n.pills = append(n.pills, Pill{X: x, Y: y, Width: across, TextX: x + across/2, TextY: y + 11, Text: word})
		x += across + pillGap
	}
	return y + pillHeight
}

// kind is the type of a resource in words, without its provider's prefix.
func kind(r request.Resource) string {
	_, rest, found := strings.Cut(r.Type, "_")
	if !found {
		rest = r.Type
	}
	return strings.ReplaceAll(rest, "_", " ")
}
