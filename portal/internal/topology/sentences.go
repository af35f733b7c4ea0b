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
func tiers(d *drawing) []string {
	public, private := d.subnets(profile.PublicSubnetRole), d.subnets(profile.PrivateSubnetRole)
	var list []string
	switch inAll, publicInAll := len(private.zones) == d.zones, len(public.zones) == d.zones; {
	case d.zones == 0 || len(private.zones)+len(public.zones) == 0:
	case inAll && publicInAll:
		list = append(list,
			fmt.Sprintf("Each zone has %s and %s.", subnets("public", public.most), subnets("private", private.most)))
	case inAll && len(public.zones) > 0:
		has := in(public.zones) + verb(len(public.zones), " has", " have each")
		list = append(list, fmt.Sprintf("Each zone has %s, and %s %s.",
			subnets("private", private.most), has, subnets("public", public.most)))
	case inAll:
		list = append(list, fmt.Sprintf("Each zone has %s and none has a public one.", subnets("private", private.most)))
	default:
		for _, tier := range []struct {
			name string
			in   tierZones
		}{{"public", public}, {"private", private}} {
			if len(tier.in.zones) > 0 {
				list = append(list, fmt.Sprintf("There is %s in %s.", subnets(tier.name, tier.in.most), in(tier.in.zones)))
			}
		}
	}
	for _, spanning := range []struct {
		name string
		n    int
	}{{"public", public.spanning}, {"private", private.spanning}} {
		if spanning.n > 0 && d.zones > 0 {
			list = append(list,
				shell.Count(spanning.n, spanning.name+" subnet")+verb(spanning.n, " spans", " span")+" the zones.")
		}
	}
	return list
}

// tierZones describes the zones of a tier's subnets.
type tierZones struct {
	zones          []int
	most, spanning int
}

func (d *drawing) subnets(role profile.ResourceRole) tierZones {
	var t tierZones
	count := map[int]int{}
	for _, e := range d.of(role) {
		if e.zone == 0 {
			t.spanning++
			continue
		}
		count[e.zone]++
		t.most = max(t.most, count[e.zone])
	}
	for zone := range d.zones {
		if count[zone+1] > 0 {
			t.zones = append(t.zones, zone+1)
		}
	}
	return t
}

func subnets(tier string, n int) string {
	if n == 1 {
		return "a " + tier + " subnet"
	}
	return strconv.Itoa(n) + " " + tier + " subnets"
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
		return "It has no way of its own to the internet."
	case len(way) == 0:
		return "Traffic leaves to the internet through " + and(out) + "; it has no way in of its own."
	case len(out) == 0:
		return "Traffic enters from the internet through " + and(way) + "; it has no way out of its own."
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
