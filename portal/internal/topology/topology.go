// Package topology shows where the resources of a record are: each in a list
// inside the resource that contains it, with a badge for each control that it
// keeps. Resources that are alike share an item. The browser lays the lists out;
// the same resources give the same HTML, byte for byte.
package topology

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/request"
)

// Parts is the template "topology", for the source of a page.
//
//go:embed topology.html
var Parts string

// Topology is the resources, ready for the template.
type Topology struct {
	// Label counts them, for people who do not see the layout.
	Label string
	Items []Item
}

// Item is one resource, or several that are alike.
type Item struct {
	Kind  string
	Names []string
	// Addresses are shown when a pointer rests on the item.
	Addresses string
	// Controls are those that the resource keeps, in words.
	Controls []string
	// Items are the resources inside this one.
	Items []Item
}

// New returns the topology of the resources; nil where there are none.
func New(resources []request.Resource) *Topology {
	if len(resources) == 0 {
		return nil
	}
	roots := tree(resources)
	return &Topology{
		Label: fmt.Sprintf("Where the resources are: %s, %s in no other. The table lists them all.", counted(len(resources)), counted(len(roots))),
		Items: items(roots),
	}
}

func counted(n int) string {
	if n == 1 {
		return "1 resource"
	}
	return fmt.Sprintf("%d resources", n)
}

// items returns the nodes, those with several others inside first: they take the
// whole width, and the rest shares what is below.
func items(nodes []*node) []Item {
	list := make([]Item, len(nodes))
	slices.SortStableFunc(nodes, func(a, b *node) int { return min(len(b.children), wide) - min(len(a.children), wide) })
	for i, n := range nodes {
		item := Item{Kind: kind(n.resources[0]), Items: items(n.children)}
		var addresses []string
		for _, r := range n.resources {
			item.Names = append(item.Names, r.Name)
			addresses = append(addresses, r.Address)
		}
		item.Addresses = strings.Join(addresses, "\n")
		for _, control := range n.resources[0].Controls {
			item.Controls = append(item.Controls, Badge(control))
		}
		list[i] = item
	}
	return list
}

// wide is how many resources inside make one take the whole width; the
// stylesheet knows it too.
const wide = 3

// badges are the words for the controls that a resource keeps.
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

// kind is the type of a resource in words, without its provider's prefix.
func kind(r request.Resource) string {
	_, rest, found := strings.Cut(r.Type, "_")
	if !found {
		rest = r.Type
	}
	return strings.ReplaceAll(rest, "_", " ")
}
