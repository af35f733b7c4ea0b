package picture

import (
	"slices"

	"platform.internal/platform-core/request"
)

// node is a resource with those that live in it; or several that are alike.
type node struct {
	resource request.Resource
	children []*node
	// alike are resources of the same kind and with the same controls that stand
	// in the same place and hold nothing: they share the box.
	alike []request.Resource
	// weight is how many resources the node is, with those in it.
	weight int
	at     point
	size   size
	lines  []Line
	pills  []Pill
}

// tree returns the resources that live in no other, each with its own. A parent
// that is not listed, or that would live in itself, is none.
func tree(resources []request.Resource) []*node {
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
	return weigh(gather(roots))
}

// circular reports whether the way up from the resource leads back to it.
func circular(nodes map[string]*node, r request.Resource) bool {
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

// gather puts nodes that are alike into the box of the first of them.
func gather(nodes []*node) []*node {
	var kept []*node
	for _, n := range nodes {
		n.children = gather(n.children)
		first := slices.IndexFunc(kept, n.isLike)
		if first < 0 {
			kept = append(kept, n)
			continue
		}
		kept[first].alike = append(kept[first].alike, n.resource)
	}
	return kept
}

func (n *node) isLike(other *node) bool {
	return len(n.children)+len(other.children) == 0 && n.resource.Type == other.resource.Type &&
		slices.Equal(n.resource.Controls, other.resource.Controls)
}

// resources are those of the node's box.
func (n *node) resources() []request.Resource {
	return append([]request.Resource{n.resource}, n.alike...)
}

// weigh gives each node its weight.
func weigh(nodes []*node) []*node {
	for _, n := range nodes {
		n.weight = 1 + len(n.alike)
		for _, child := range weigh(n.children) {
			n.weight += child.weight
		}
	}
	return nodes
}
