package picture

import (
	"slices"

	"platform.internal/platform-core/environment"
)

// node is a resource with those that live in it.
type node struct {
	resource environment.Resource
	children []*node
	at       point
	size     size
	pills    []Pill
}

// tree returns the resources that live in no other, each with its own. A parent
// that is not listed, or that would live in itself, is none.
func tree(resources []environment.Resource) []*node {
	nodes := map[string]*node{}
	for _, r := range resources {
		nodes[r.Address] = &node{resource: r}
	}
	var roots []*node
	for _, r := range resources {
		n, parent := nodes[r.Address], nodes[r.Parent]
		if parent == nil || circular(nodes, r) {
			roots = append(roots, n)
			continue
		}
		parent.children = append(parent.children, n)
	}
	return outerFirst(roots)
}

// circular reports whether the way up from the resource leads back to it.
func circular(nodes map[string]*node, r environment.Resource) bool {
	seen := map[string]bool{}
	for at := r.Address; at != ""; at = nodes[at].resource.Parent {
		if nodes[at] == nil {
			return false
		}
		if seen[at] {
			return true
		}
		seen[at] = true
	}
	return false
}

// outerFirst puts boxes that hold others first, so that the small ones fill the
// last rows; otherwise the order stays.
func outerFirst(nodes []*node) []*node {
	slices.SortStableFunc(nodes, func(a, b *node) int { return min(len(b.children), 1) - min(len(a.children), 1) })
	for _, n := range nodes {
		outerFirst(n.children)
	}
	return nodes
}
