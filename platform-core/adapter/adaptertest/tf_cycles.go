package adaptertest

import (
	"slices"
	"strings"
)

// CheckCycles looks for things that would wait for each other. The error names
// each cycle once.
func CheckCycles(root *Root) error {
	c := cycles{graph: root.graph(), done: map[string]bool{}}
	for _, address := range c.addresses() {
		c.visit(address, nil)
	}
	return c.joined()
}

type cycles struct {
	graph
	faults
	done map[string]bool
}

// visit follows references. A variable refers to itself, in its validation.
func (c *cycles) visit(address string, path []string) {
	if at := slices.Index(path, address); at >= 0 {
		c.add("%s wait for each other", strings.Join(path[at:], ", "))
		return
	}
	if c.done[address] || strings.HasPrefix(address, "var.") {
		return
	}
	for _, next := range c.graph[address] {
		c.visit(next.address, append(path, address))
	}
	c.done[address] = true
}
