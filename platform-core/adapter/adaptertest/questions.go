package adaptertest

import (
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// question is one input that the adapter is asked about.
type question struct {
	// name says what is special about it.
	name  string
	input adapter.Input
	// ordinary: the platform itself accepts the request; it could become a record.
	ordinary bool
}

// questions returns everything that the adapter is asked, always in the same
// sequence.
func questions(d adapter.Description) []question {
	return slices.Concat(combinations(d), everyRegion(d), ends(d), switchedOff(d), unusual(d), awkward(d))
}

// combinations cross environment, size and classification in simulation mode,
// and environment and size in the others, where classifications take turns.
func combinations(d adapter.Description) []question {
	var list []question
	for _, mode := range Modes() {
		for i, stage := range request.Environments() {
			for j, size := range request.Sizes() {
				classifications := request.Classifications()
				if mode != profile.Simulation {
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

func combination(d adapter.Description, mode profile.Mode, stage, size, classification string) question {
	r := Request(d.DefaultRegion)
	r.Environment, r.ClusterSize, r.DataClassification = stage, size, classification
	return question{fmt.Sprintf("%s %s %s in %s mode", size, stage, classification, mode), Input(d, mode, r), true}
}

func everyRegion(d adapter.Description) []question {
	var list []question
	for _, region := range d.Regions {
		list = append(list, question{"region " + region.Name, Input(d, profile.Simulation, Request(region.Name)), true})
	}
	return list
}

// changes are changes of a request, by name.
type changes map[string]func(*request.Request)

func (c changes) questions(d adapter.Description, mode profile.Mode, ordinary bool) []question {
	var list []question
	for _, name := range slices.Sorted(maps.Keys(c)) {
		r := Request(d.DefaultRegion)
		c[name](&r)
		list = append(list, question{name, Input(d, mode, r), ordinary})
	}
	return list
}

// ends are requests at the ends of what the platform accepts.
func ends(d adapter.Description) []question {
	c := changes{
		"longest texts": func(r *request.Request) {
			LongestTexts(r)
			r.BusinessJustification = strings.Repeat("w", request.MaxJustification)
		},
		"shortest texts":        func(r *request.Request) { r.Application, r.CostCentre, r.Owner = "abc", "C1", "a@b.ex" },
		"smallest budget":       func(r *request.Request) { r.MonthlyBudget = 1 },
		"largest budget":        func(r *request.Request) { r.MonthlyBudget = request.MaxBudget },
		"production, no expiry": func(r *request.Request) { r.Environment, r.ExpiryDate = request.Production, "" },
	}
	for _, cidr := range []string{"10.0.0.0/16", "10.1.2.0/24", "100.64.0.0/20", "172.16.0.0/18", "172.31.0.0/20", "192.168.0.0/20"} {
		c["network "+cidr] = func(r *request.Request) { r.NetworkCIDR = netip.MustParsePrefix(cidr) }
	}
	return c.questions(d, profile.Enterprise, true)
}

func switchedOff(d adapter.Description) []question {
	return changes{
		"encryption_at_rest off": func(r *request.Request) { r.Controls.EncryptionAtRest = false },
		"private_cluster off":    func(r *request.Request) { r.Controls.PrivateCluster = false },
		"central_logging off":    func(r *request.Request) { r.Controls.CentralLogging = false },
		"least_privilege off":    func(r *request.Request) { r.Controls.LeastPrivilege = false },
	}.questions(d, profile.Simulation, false)
}

// unusual are well-formed requests that break common rules.
func unusual(d adapter.Description) []question {
	c := changes{}
	for _, cidr := range []string{"0.0.0.0/0", "10.0.0.0/8", "10.0.0.0/30", "127.0.0.0/16", "169.254.8.0/24", "192.0.2.0/26", "255.255.255.255/32"} {
		c["network "+cidr] = func(r *request.Request) { r.NetworkCIDR = netip.MustParsePrefix(cidr) }
	}
	for _, application := range []string{"default", "kube-system", "windows", "a--b", "login"} {
		c["application "+application] = func(r *request.Request) { r.Application = application }
	}
	return c.questions(d, profile.Simulation, false)
}

// awkward are inputs that no host sends today. The adapter may refuse them, and
// must not crash.
func awkward(d adapter.Description) []question {
	list := changes{
		"unknown region":      func(r *request.Request) { r.Region = "atlantis-1" },
		"no region":           func(r *request.Request) { r.Region = "" },
		"region of 10 kB":     func(r *request.Request) { r.Region = strings.Repeat("r", 10_000) },
		"unknown size":        func(r *request.Request) { r.ClusterSize = "gigantic" },
		"unknown environment": func(r *request.Request) { r.Environment = "staging" },
		"unknown class":       func(r *request.Request) { r.DataClassification = "secret" },
		"negative budget":     func(r *request.Request) { r.MonthlyBudget = -1 << 62 },
		"no application":      func(r *request.Request) { r.Application = "" },
		"control characters":  func(r *request.Request) { r.Application, r.Region = "\x00\x1b[2J", "\n\t" },
		"IPv6 network":        func(r *request.Request) { r.NetworkCIDR = netip.MustParsePrefix("2001:db8::/32") },
		"no network":          func(r *request.Request) { r.NetworkCIDR = netip.Prefix{} },
	}.questions(d, profile.Simulation, false)
	return append(list,
		question{"nothing at all", adapter.Input{}, false},
		question{"unknown mode", adapter.Input{Request: Request(d.DefaultRegion), Mode: "chaos"}, false},
		question{"no boundaries", adapter.Input{Request: Request(d.DefaultRegion), Mode: profile.Enterprise}, false},
	)
}

// profiles are what the adapter is asked to check.
func profiles(d adapter.Description) []profile.Profile {
	var all []string
	for _, r := range d.Regions {
		all = append(all, r.Name)
	}
	list := []profile.Profile{{}, Profile(d, profile.Enterprise, all...), Profile(d, profile.Enterprise, "atlantis-1")}
	for _, mode := range Modes() {
		list = append(list, Profile(d, mode, d.DefaultRegion))
	}
	return list
}
