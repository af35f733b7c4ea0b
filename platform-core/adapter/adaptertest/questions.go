package adaptertest

import (
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// question is one input for the adapter.
type question struct {
	// name says what is special about the input.
	name  string
	input adapter.Input
	// ordinary says that the platform accepts the request, so that it could become a record.
	ordinary bool
}

// questions returns the questions that the suite asks several times, always in the same order.
func questions(d adapter.Description) []question {
	return slices.Concat(combinations(d), everyRegion(d), ends(d), unusual(d), awkward(d))
}

// combinations returns a question for every environment, size and classification in simulation. In other
// modes, it returns one for every environment and size, with changing classifications and regions.
func combinations(d adapter.Description) (list []question) {
	classifications := len(request.Classifications())
	for i, r := range requestsIn(d.DefaultRegion) {
		for _, m := range profile.Modes() {
			if m.Mode != profile.Simulation {
				r.Region = d.Regions[i%len(d.Regions)].Name
			}
			if m.Mode == profile.Simulation || i%classifications == i/classifications%classifications {
				list = append(list, ordinary(Input(d, m.Mode, r)))
			}
		}
	}
	return list
}

func ordinary(in adapter.Input) question { return question{inputName(in), in, true} }

func everyRegion(d adapter.Description) (list []question) {
	for _, region := range d.Regions {
		list = append(list, question{"region " + region.Name, Input(d, profile.Simulation, Request(region.Name)), true})
	}
	return list
}

// changes has changes of a request by name.
type changes map[string]Change

func (c changes) questions(d adapter.Description, mode profile.Mode, ordinary bool) (list []question) {
	for _, name := range slices.Sorted(maps.Keys(c)) {
		list = append(list, question{name, Input(d, mode, Request(d.DefaultRegion, c[name])), ordinary})
	}
	return list
}

// ends returns questions with the smallest and the largest values that the platform accepts, and with
// hostile texts.
func ends(d adapter.Description) []question {
	c := changes{
		"longest texts": func(r *request.Request) {
			r.Application, r.CostCentre = LongestApplication, strings.Repeat("C", 32)
			r.Owner = strings.Repeat("o", 64) + "@" + strings.Repeat(strings.Repeat("d", 61)+".", 3) + "ex"
			r.BusinessJustification = strings.Repeat("w", request.MaxJustification)
		},
		"shortest texts":        func(r *request.Request) { r.Application, r.CostCentre, r.Owner = "abc", "C1", "a@b.ex" },
		"smallest budget":       func(r *request.Request) { r.MonthlyBudget = 1 },
		"largest budget":        func(r *request.Request) { r.MonthlyBudget = request.MaxBudget },
		"production, no expiry": Production,
	}
	for i, text := range hostile {
		c["hostile text "+strconv.Itoa(i)] = With(request.JustificationField, text)
	}
	for _, cidr := range []string{"10.0.0.0/16", "10.1.2.0/24", "100.64.0.0/20", "172.16.0.0/18", "172.31.0.0/20",
		"192.168.0.0/20"} {
		c["network "+cidr] = With(request.NetworkField, cidr)
	}
	return c.questions(d, profile.Enterprise, true)
}

// marker is in each hostile text. Checks search for it in every output.
const marker = "zq7Marker"

// hostile are justifications that would change an output that does not escape them.
var hostile = []string{
	marker + `"} resource "null_resource" "x" {} {"`,
	marker + ` ${file("/etc/passwd")} and %{ if true }yes%{ endif }`,
	marker + ` $${not} a \u0022 template \n at all`,
	marker + `", "name": "other", "account_id": "666666666666`,
	marker + ` <script>alert(1)</script> & 'quotes' "quotes" \ backslash`,
	marker + " Ünïcödé 环境 with a long s: ſ and an em dash: —",
}

// unusual returns questions with well-formed requests that break common rules.
func unusual(d adapter.Description) []question {
	c := changes{}
	for _, f := range request.Fields() {
		if f.IsControl() {
			c[f.Name+" off"] = With(f.Name, "false")
		}
	}
	for _, cidr := range []string{"0.0.0.0/0", "10.0.0.0/8", "10.0.0.0/30", "127.0.0.0/16", "169.254.8.0/24",
		"192.0.2.0/26", "255.255.255.255/32"} {
		c["network "+cidr] = With(request.NetworkField, cidr)
	}
	for _, application := range []string{"default", "kube-system", "windows", "a--b", "login"} {
		c["application "+application] = With(request.ApplicationField, application)
	}
	return c.questions(d, profile.Simulation, false)
}

// awkward returns inputs that no host sends today. The adapter may refuse them, but must not crash.
func awkward(d adapter.Description) []question {
	list := changes{
		"unknown region":      With(request.RegionField, "atlantis-1"),
		"no region":           With(request.RegionField, ""),
		"region of 10 kB":     With(request.RegionField, strings.Repeat("r", 10_000)),
		"unknown size":        With(request.SizeField, "gigantic"),
		"unknown environment": With(request.EnvironmentField, "staging"),
		"unknown class":       With(request.ClassificationField, "secret"),
		"negative budget":     func(r *request.Request) { r.MonthlyBudget = -1 << 62 },
		"no application":      With(request.ApplicationField, ""),
		"control characters":  func(r *request.Request) { r.Application, r.Region = "\x00\x1b[2J", "\n\t" },
		"IPv6 network":        With(request.NetworkField, "2001:db8::/32"),
		"no network":          func(r *request.Request) { r.NetworkCIDR = netip.Prefix{} },
	}.questions(d, profile.Simulation, false)
	return append(list,
		question{"nothing at all", adapter.Input{}, false},
		question{"unknown mode", adapter.Input{Request: Request(d.DefaultRegion), Mode: "chaos"}, false},
		question{"no boundaries", adapter.Input{Request: Request(d.DefaultRegion), Mode: profile.Enterprise}, false},
	)
}

// once returns the questions that the suite asks only once: every combination and every network. In every
// size and environment, it also returns names that rules of providers reject.
func once(d adapter.Description) (list []question) {
	for _, in := range Inputs(d) {
		list = append(list, ordinary(in))
	}
	ask := func(what string, r request.Request) {
		name := fmt.Sprintf("%s %s %s", r.ClusterSize, r.Environment, what)
		list = append(list, question{name, Input(d, profile.Simulation, r), false})
	}
	for _, r := range Networks(d.DefaultRegion) {
		ask("in the network "+r.NetworkCIDR.String(), r)
	}
	for _, r := range requestsIn(d.DefaultRegion) {
		for _, r.Application = range append(AwkwardApplications(), "default", "kube-system", "kube-a234567890123456789012-8z",
			"my-micro-soft-app", "windows") {
			if r.DataClassification == request.Internal {
				ask("of "+r.Application, r)
			}
		}
	}
	return list
}

// Extremes returns inputs with the smallest and the largest values that the platform accepts, such as the
// longest texts.
func Extremes(d adapter.Description) []adapter.Input { return inputsOf(ends(d)) }

// Sweep returns an input for every combination and for every network of [Networks]. In every size and
// environment, it also returns names that rules of providers reject.
func Sweep(d adapter.Description) []adapter.Input { return inputsOf(once(d)) }

func inputsOf(questions []question) (list []adapter.Input) {
	for _, q := range questions {
		list = append(list, q.input)
	}
	return list
}

// otherValues returns other values of a field than value. If the field has a list of values, it returns
// these. Otherwise, it returns its samples, its largest value, or its example. For the region, it returns
// the first and the last region of the description.
func otherValues(d adapter.Description, f request.Field, value request.Value) []request.Value {
	texts := slices.Concat(f.Values, f.Text.Samples)
	if f.Name == request.RegionField && len(d.Regions) > 0 {
		texts = []string{d.Regions[0].Name, d.Regions[len(d.Regions)-1].Name}
	}
	list := append(request.Texts(texts), request.Number(f.Limits.Max), request.Flag(!value.Flag))
	if len(texts) == 0 {
		list = append(list, f.Example)
	}
	return slices.DeleteFunc(list, func(v request.Value) bool { return v.Kind != f.Kind || v == value })
}

// neighbours returns the first question with one change each. The name of a question is the changed field.
func (s *suite) neighbours() (list []question) {
	first := s.questions[0].input
	for _, m := range profile.Modes() {
		if m.Mode != first.Mode {
			list = append(list, question{"mode", Input(s.description, m.Mode, first.Request), true})
		}
	}
	for _, f := range request.Fields() {
		for _, value := range otherValues(s.description, f, f.Get(&first.Request)) {
			r := first.Request
			f.Assign(&r, value)
			list = append(list, question{f.Name, Input(s.description, first.Mode, r), true})
		}
	}
	return list
}

// profiles returns the profiles that the adapter must check.
func profiles(d adapter.Description) []profile.Profile {
	var all []string
	for _, r := range d.Regions {
		all = append(all, r.Name)
	}
	list := []profile.Profile{{}, Profile(d, profile.Enterprise, all...), Profile(d, profile.Enterprise, "atlantis-1")}
	for _, m := range profile.Modes() {
		list = append(list, Profile(d, m.Mode, d.DefaultRegion))
	}
	return list
}
