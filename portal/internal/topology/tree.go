package topology

import (
	"slices"

	"platform.internal/platform-core/request"
)

// node is a resource with those inside it; or several that are alike: of the
// same kind, with the same controls and the same parent, and with none inside.
type node struct {
	resources []request.Resource
	children  []*node
}

// tree returns the resources that are in no other. A parent that is not listed,
// or that would be inside itself, does not count.
func tree(resources []request.Resource) []*node {
	nodes := map[string]*node{}
	parents := map[string]string{}
	for _, r := range resources {
		nodes[r.Address] = &node{resources: []request.Resource{r}}
		parents[r.Address] = r.Parent
	}
	var roots []*node
	for _, r := range resources {
		n, parent := nodes[r.Address], nodes[r.Parent]
		if parent == nil || circular(parents, r.Address) {
			roots = append(roots, n)
			continue
		}
		parent.children = append(parent.children, n)
	}
	return gather(roots)
}

// circular reports whether the way up from an address leads back to one that was
// passed.
func circular(parents map[string]string, address string) bool {
	seen := map[string]bool{}
	for at, listed := address, true; listed; at, listed = parents[at], parents[at] != "" {
		if seen[at] {
			return true
		}
		seen[at] = true
	}
	return false
}

// gather puts nodes that are alike into the first of them.
func gather(nodes []*node) []*node {
	var kept []*node
	for _, n := range nodes {
		n.children = gather(n.children)
		first := slices.IndexFunc(kept, n.isLike)
		if first < 0 {
			kept = append(kept, n)
			continue
		}
		kept[first].resources = append(kept[first].resources, n.resources...)
	}
	return kept
}

func (n *node) isLike(other *node) bool {
	r, s := n.resources[0], other.resources[0]
	return len(n.children)+len(other.children) == 0 && r.Type == s.Type && slices.Equal(r.Controls, s.Controls)
}
