// Package topology draws the resources of an environment. The drawing shows the network with its
// availability zones and tiers, the cluster, the shared resources, and the stores of data and keys.
//
// A page calls [New] and includes [Parts] in its template. The role of a resource comes from the
// description by the provider's adapter; this package knows no provider's types. It shows a
// resource without a role as other. The browser does the layout. The same resources give the same
// HTML, byte for byte.
package topology

import (
	"cmp"
	_ "embed"
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/shell"
)

// Parts is the template "topology", to include in the source of a page.
//
//go:embed topology.html
var Parts string

// Topology is the drawing, ready for the template. Create it with [New].
type Topology struct {
	// Text describes the drawing in sentences.
	Text    []string
	Network *Network
	// Shared are the organisation's resources that the environment is attached to.
	Shared []Item
	// Beside are the resources that keep logs, keys and data, by role.
	Beside []Group
	// Folded are the supporting resources and the resources without a known role.
	Folded []Group
	// Legend contains each control that any resource keeps.
	Legend []Mark
}

// Sided reports whether there is anything next to the network.
func (t *Topology) Sided() bool { return len(t.Shared)+len(t.Beside) > 0 }

// Group is a list of items under a heading.
type Group struct {
	Heading string
	Items   []Item
	// Open reports that the group is initially open.
	Open bool
}

// Item is one resource, or several equal resources.
type Item struct {
	Kind string
	// Count is the number of resources.
	Count int
	// Labels are their names, without duplicates; More counts the names left out.
	Labels []string
	More   int
	Detail string
	// Cost is their monthly cost; empty for no cost.
	Cost  string
	Marks []Mark
	// Inside are the items drawn inside this item.
	Inside []Item
}

// Mark is a control that a resource keeps.
type Mark struct{ Icon, Word string }

// New returns the [Topology] of the resources, or nil if there are none. Costs come from the
// estimate, and roles from the provider's description.
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
		{"Logs", profile.LogsRole}, {"Keys", profile.KeysRole},
		{"Storage", profile.StorageRole}, {"Registry", profile.RegistryRole},
	} {
		if items := d.items(d.of(kept.role)); len(items) > 0 {
			t.Beside = append(t.Beside, Group{Heading: kept.heading, Items: items})
		}
	}
	supporting, others := d.of(profile.SupportingRole), d.of(otherRole)
	if len(supporting) > 0 {
		t.Folded = append(t.Folded, Group{
			Heading: shell.Count(len(supporting), "supporting resource"), Items: d.items(supporting),
		})
	}
	if len(others) > 0 {
		t.Folded = append(t.Folded, Group{
			Heading: shell.Count(len(others), "other resource"), Items: d.items(others), Open: true,
		})
	}
	t.Text = sentences(d, t, len(others))
	return t
}

// badges are the words for the controls that a resource keeps.
var badges = map[request.Control]string{
	request.CentralLogging: "logged", request.EncryptionAtRest: "encrypted",
	request.LeastPrivilege: "least privilege", request.PrivateCluster: "private",
}

// Badge returns the word for a control, or its name if there is no word.
func Badge(control request.Control) string {
	return cmp.Or(badges[control], string(control))
}

func marks(controls []request.Control) []Mark {
	list := make([]Mark, len(controls))
	for i, c := range controls {
		list[i] = Mark{Icon: string(c), Word: Badge(c)}
	}
	return list
}

// legend returns the mark of each control that any resource keeps, sorted by control.
func legend(resources []request.Resource) []Mark {
	var kept []request.Control
	for _, r := range resources {
		kept = append(kept, r.Controls...)
	}
	slices.Sort(kept)
	return marks(slices.Compact(kept))
}
