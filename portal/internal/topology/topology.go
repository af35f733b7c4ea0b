// Package topology draws the resources of an environment: what is outside, the
// network with its availability zones and tiers, the cluster across them, and what
// keeps data and keys. What a resource is for is what the provider's adapter says in
// its description; this package knows no provider's types. A resource without a role
// is shown as other. The browser lays everything out; the same resources give
// the same HTML, byte for byte.
package topology

import (
	_ "embed"
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/amount"
)

// Parts is the template "topology", for the source of a page.
//
//go:embed topology.html
var Parts string

// Topology is the resources, ready for the template.
type Topology struct {
	// Text says in sentences what the drawing shows.
	Text    []string
	Network *Network
	// Shared are what the organisation has and the environment is attached to.
	Shared []Item
	// Beside are what keep logs, keys and data, by what they keep.
	Beside []Group
	// Folded are what supports the rest, and others.
	Folded []Group
	// Legend are the controls that any item keeps.
	Legend []Mark
}

// Sided reports whether there is anything beside the network.
func (t *Topology) Sided() bool { return len(t.Shared)+len(t.Beside) > 0 }

// Group is items under a heading.
type Group struct {
	Heading string
	Items   []Item
	// Open reports that it is not folded at first.
	Open bool
}

// Item is one resource, or several that are alike.
type Item struct {
	Kind string
	// Count is how many there are.
	Count int
	// Labels name them, each once; More is how many names are left out.
	Labels []string
	More   int
	Detail string
	// Cost is what they cost a month; empty for nothing.
	Cost  string
	Marks []Mark
	// Inside are the items in this one.
	Inside []Item
}

// Mark is a control that a resource keeps.
type Mark struct{ Icon, Word string }

// New returns the drawing of resources, with what they cost by the estimate and what
// they are for by the provider's description; nil where there are none.
func New(resources []request.Resource, estimate request.Estimate, provider profile.Provider) *Topology {
	if len(resources) == 0 {
		return nil
	}
	d := read(resources, estimate, provider)
	t := &Topology{
		Network: d.network(),
		Shared:  d.items(d.of(profile.SharedRole)),
		Legend:  legend(resources),
	}
	for _, kept := range []struct {
		heading string
		role    profile.ResourceRole
	}{
		{"Logs", profile.LogsRole}, {"Keys", profile.KeysRole}, {"Storage", profile.StorageRole}, {"Registry", profile.RegistryRole},
	} {
		if items := d.items(d.of(kept.role)); len(items) > 0 {
			t.Beside = append(t.Beside, Group{Heading: kept.heading, Items: items})
		}
	}
	supporting, others := d.of(profile.SupportingRole), d.of(otherRole)
	if len(supporting) > 0 {
		t.Folded = append(t.Folded, Group{Heading: amount.Count(len(supporting), "supporting resource"), Items: d.items(supporting)})
	}
	if len(others) > 0 {
		t.Folded = append(t.Folded, Group{Heading: amount.Count(len(others), "other resource"), Items: d.items(others), Open: true})
	}
	t.Text = sentences(d, t, len(others))
	return t
}

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

func marks(controls []request.Control) []Mark {
	list := make([]Mark, len(controls))
	for i, c := range controls {
		list[i] = Mark{Icon: string(c), Word: Badge(c)}
	}
	return list
}

// legend returns the marks of all resources, each once, sorted by control.
func legend(resources []request.Resource) []Mark {
	var kept []request.Control
	for _, r := range resources {
		kept = append(kept, r.Controls...)
	}
	slices.Sort(kept)
	return marks(slices.Compact(kept))
}
