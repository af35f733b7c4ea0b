package adaptertest

import (
	"slices"
	"strings"
)

// CheckUnused looks for variables, locals and data sources that nothing reads,
// but for a variable's own validation. The error names each.
func CheckUnused(root *Root) error {
	found, g, read := &faults{}, root.graph(), map[string]bool{}
	for from, list := range g {
		for _, to := range list {
			if to.address != from {
				read[to.address] = true
			}
		}
	}
	for _, address := range g.addresses() {
		kind, _, _ := strings.Cut(address, ".")
		if slices.Contains([]string{"var", "local", "data"}, kind) && !read[address] {
			found.add("nothing reads %s", address)
		}
	}
	return found.joined()
}

// CheckOutputOnly holds that nothing but outputs reads a variable, so that a
// free text decides nothing. The error names who else does.
func CheckOutputOnly(root *Root, variable string) error {
	found, g := &faults{}, root.graph()
	for _, from := range g.addresses() {
		for _, to := range g[from] {
			if to.address == "var."+variable && from != to.address && !strings.HasPrefix(from, "output.") {
				found.add("%s reads %s, which is for outputs alone", from, to.address)
			}
		}
	}
	return found.joined()
}
