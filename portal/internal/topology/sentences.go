package topology

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/portal/internal/shell"
)

// sentences describes the drawing.
func sentences(d *drawing, t *Topology, others int) []string {
	var list []string
	if n := t.Network; n != nil {
		list = append(list, whereItIs(n))
		list = append(list, tiers(d)...)
		list = append(list, whatRuns(n)...)
		list = append(list, traffic(d))
	}
	if len(t.Shared) > 0 {
		list = append(list, "It is attached to what the organisation shares: "+kinds(t.Shared)+".")
	}
	if len(t.Beside) > 0 {
		var kept []string
		for _, g := range t.Beside {
			kept = append(kept, strings.ToLower(g.Heading))
		}
		list = append(list, "Beside the network: "+and(kept)+".")
	}
	if others > 0 {
		list = append(list,
			"The adapter does not say what "+shell.Count(others, "resource")+verb(others, " is", " are")+" for.")
	}
	return list
}

func whereItIs(n *Network) string {
	where := n.Heading
	if n.Detail != "" {
		where += " " + n.Detail
	}
	if len(n.Zones) == 0 {
		return where + "."
	}
	return where + " in " + shell.Count(len(n.Zones), "zone") + "."
}

// tiers says which zones have public and private subnets.
func tiers(d *drawing) (list []string) {
	for _, tier := range []struct {
		name string
		role profile.ResourceRole
	}{{"Public", profile.PublicSubnetRole}, {"Private", profile.PrivateSubnetRole}} {
		if zones := d.ways(tier.role); len(zones) > 0 && zones[0] > 0 {
			list = append(list, fmt.Sprintf("%s subnets are in %s.", tier.name, in(zones)))
		}
	}
	return list
}

// in names zones: "zone 1", "zones 1 and 2".
func in(zones []int) string {
	var names []string
	for _, z := range zones {
		names = append(names, strconv.Itoa(z))
	}
	return verb(len(zones), "zone ", "zones ") + and(names)
}

func whatRuns(n *Network) []string {
	var list []string
	for _, b := range n.Cluster {
		text := b.Kind
		if b.Detail != "" {
			text += ": " + b.Detail
		}
		list = append(list, text+".")
	}
	return list
}

// traffic says how traffic enters and leaves.
func traffic(d *drawing) string {
	out, way := d.passes(profile.ExitRole), d.passes(profile.EntryRole)
	switch {
	case len(out)+len(way) == 0:
		return "It has no internet access of its own."
	case len(way) == 0:
		return "Traffic leaves to the internet through " + and(out) + "; nothing enters from there."
	case len(out) == 0:
		return "Traffic enters from the internet through " + and(way) + "; it has no internet egress of its own."
	}
	return "Traffic enters from the internet through " + and(way) + " and leaves through " + and(out) + "."
}

// passes returns the kinds of resources with a role and their number. The kind with the highest
// cost is first.
func (d *drawing) passes(role profile.ResourceRole) []string {
	count, cost := map[string]int{}, map[string]int64{}
	var order []string
	for _, e := range d.entries {
		if e.role == role {
			cost[e.kind] += d.charges[e.Address].cents
			if count[e.kind]++; count[e.kind] == 1 {
				order = append(order, e.kind)
			}
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(cost[b], cost[a]) })
	for i, kind := range order {
		order[i] = times(kind, count[kind])
	}
	return order
}

func times(kind string, n int) string {
	if n == 1 {
		return kind
	}
	return kind + " × " + shell.Grouped(n)
}

func kinds(items []Item) string {
	var list []string
	for _, b := range items {
		list = append(list, times(b.Kind, b.Count))
	}
	return and(list)
}

func and(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
