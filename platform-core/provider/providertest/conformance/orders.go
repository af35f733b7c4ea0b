package conformance

import (
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
	"platform.internal/platform-core/provider/providertest/orders"
)

// demand is one order that the adapter is asked for.
type demand struct {
	// name says what is special about it.
	name  string
	order provider.Order
	// ordinary tells that the platform itself has nothing against the request:
	// it could become a record, and be accepted.
	ordinary bool
}

// demands returns everything that the adapter is asked for, always in the same
// order.
func demands(d provider.Description) []demand {
	return slices.Concat(combinations(d), everyRegion(d), ends(d), switchedOff(d), unusual(d), awkward(d))
}

// combinations cross environment, size and classification in simulation mode,
// and environment and size in the others, where classifications take turns.
func combinations(d provider.Description) []demand {
	var list []demand
	for _, mode := range orders.Modes() {
		for i, stage := range environment.Environments() {
			for j, size := range environment.Sizes() {
				classifications := environment.Classifications()
				if mode != installation.Simulation {
					turn := (i + j) % len(classifications)
					classifications = classifications[turn : turn+1]
				}
				for _, classification := range classifications {
					list = append(list, combination(d, mode, stage, size, classification))
				}
			}
		}
	}
	return list
}

func combination(d provider.Description, mode installation.Mode, stage, size, classification string) demand {
	r := orders.Request(d.DefaultRegion)
	r.Environment, r.ClusterSize, r.DataClassification = stage, size, classification
	return demand{fmt.Sprintf("%s %s %s in %s mode", size, stage, classification, mode), orders.In(d, mode, r), true}
}

func everyRegion(d provider.Description) []demand {
	var list []demand
	for _, region := range d.Regions {
		list = append(list, demand{"region " + region.Name, orders.In(d, installation.Simulation, orders.Request(region.Name)), true})
	}
	return list
}

// changes are changes of a request, by name.
type changes map[string]func(*environment.Request)

func (c changes) demands(d provider.Description, mode installation.Mode, ordinary bool) []demand {
	var list []demand
	for _, name := range slices.Sorted(maps.Keys(c)) {
		r := orders.Request(d.DefaultRegion)
		c[name](&r)
		list = append(list, demand{name, orders.In(d, mode, r), ordinary})
	}
	return list
}

// ends are requests at the ends of what the platform accepts.
func ends(d provider.Description) []demand {
	c := changes{
		"longest texts": func(r *environment.Request) {
			orders.LongestTexts(r)
			r.BusinessJustification = strings.Repeat("w", environment.MaxJustification)
		},
		"shortest texts":        func(r *environment.Request) { r.Application, r.CostCentre, r.Owner = "abc", "C1", "a@b.ex" },
		"smallest budget":       func(r *environment.Request) { r.MonthlyBudget = 1 },
		"largest budget":        func(r *environment.Request) { r.MonthlyBudget = environment.MaxBudget },
		"production, no expiry": func(r *environment.Request) { r.Environment, r.ExpiryDate = environment.Production, "" },
	}
	for _, cidr := range []string{"10.0.0.0/16", "10.1.2.0/24", "100.64.0.0/20", "172.16.0.0/18", "172.31.0.0/20", "192.168.0.0/20"} {
		c["network "+cidr] = func(r *environment.Request) { r.NetworkCIDR = netip.MustParsePrefix(cidr) }
	}
	return c.demands(d, installation.Enterprise, true)
}

func switchedOff(d provider.Description) []demand {
	return changes{
		"encryption_at_rest off": func(r *environment.Request) { r.Controls.EncryptionAtRest = false },
		"private_cluster off":    func(r *environment.Request) { r.Controls.PrivateCluster = false },
		"central_logging off":    func(r *environment.Request) { r.Controls.CentralLogging = false },
		"least_privilege off":    func(r *environment.Request) { r.Controls.LeastPrivilege = false },
	}.demands(d, installation.Simulation, false)
}

// unusual are well-formed requests that break common rules.
func unusual(d provider.Description) []demand {
	c := changes{}
	for _, cidr := range []string{"0.0.0.0/0", "10.0.0.0/8", "10.0.0.0/30", "127.0.0.0/16", "169.254.8.0/24", "192.0.2.0/26", "255.255.255.255/32"} {
		c["network "+cidr] = func(r *environment.Request) { r.NetworkCIDR = netip.MustParsePrefix(cidr) }
	}
	for _, application := range []string{"default", "kube-system", "windows", "a--b", "login"} {
		c["application "+application] = func(r *environment.Request) { r.Application = application }
	}
	return c.demands(d, installation.Simulation, false)
}

// awkward are orders that no host sends today. The adapter may refuse them, and
// must stay on its feet.
func awkward(d provider.Description) []demand {
	list := changes{
		"unknown region":      func(r *environment.Request) { r.Region = "atlantis-1" },
		"no region":           func(r *environment.Request) { r.Region = "" },
		"region of 10 kB":     func(r *environment.Request) { r.Region = strings.Repeat("r", 10_000) },
		"unknown size":        func(r *environment.Request) { r.ClusterSize = "gigantic" },
		"unknown environment": func(r *environment.Request) { r.Environment = "staging" },
		"unknown class":       func(r *environment.Request) { r.DataClassification = "secret" },
		"negative budget":     func(r *environment.Request) { r.MonthlyBudget = -1 << 62 },
		"no application":      func(r *environment.Request) { r.Application = "" },
		"control characters":  func(r *environment.Request) { r.Application, r.Region = "\x00\x1b[2J", "\n\t" },
		"IPv6 network":        func(r *environment.Request) { r.NetworkCIDR = netip.MustParsePrefix("2001:db8::/32") },
		"no network":          func(r *environment.Request) { r.NetworkCIDR = netip.Prefix{} },
	}.demands(d, installation.Simulation, false)
	return append(list,
		demand{"nothing at all", provider.Order{}, false},
		demand{"unknown mode", provider.Order{Request: orders.Request(d.DefaultRegion), Mode: "chaos"}, false},
		demand{"no boundaries", provider.Order{Request: orders.Request(d.DefaultRegion), Mode: installation.Enterprise}, false},
	)
}

// profiles are what the adapter is asked to check.
func profiles(d provider.Description) []installation.Profile {
	var all []string
	for _, r := range d.Regions {
		all = append(all, r.Name)
	}
	list := []installation.Profile{{}, orders.Profile(d, installation.Enterprise, all...), orders.Profile(d, installation.Enterprise, "atlantis-1")}
	for _, mode := range orders.Modes() {
		list = append(list, orders.Profile(d, mode, d.DefaultRegion))
	}
	return list
}
