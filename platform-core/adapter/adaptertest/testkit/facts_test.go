package testkit_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// small is a plan of one resource, named as asked.
type small struct {
	in   adapter.Input
	name string
}

func (p small) Resources() []request.Resource {
	list := adapter.NewInventory(p.in, nil)
	list.Add("terraform_data.cluster", p.name, "", nil, request.AllControls()...)
	return list.Resources()
}

func (p small) Charges() []adapter.Charge {
	return []adapter.Charge{{Address: "terraform_data.cluster", Price: "node", Quantity: 2, Item: "2 nodes"}}
}

func (p small) Inputs() map[string]any {
	return map[string]any{"name": p.name, "owner": p.in.Request.Owner, "days": 90}
}

func (p small) Rationale() map[string]string { return map[string]string{"mode": "none"} }

func (p small) Needs() []adapter.Need { return nil }

const smallRoot = `
variable "name" {}
variable "owner" {}
variable "days" {}
locals {
  tags = { Owner = var.owner }
}
resource "terraform_data" "cluster" {
  name = var.name
}
`

// ofSmall returns the facts of an adapter of such plans.
func ofSmall() testkit.Facts {
	limit := adapter.NameLimit{Length: 40, Digits: 10}
	plain := adaptertest.Request("north-1")
	prices := adapter.PriceTable{
		Table: "2026-11", Currency: "USD", Units: map[string]string{"node": "hour"},
		Regions: map[string]map[string]adapter.Price{"north-1": {"node": {USD: 1_500_000, Source: "price list"}}},
	}
	return testkit.Facts{
		Definition: adapter.Definition{
			ID: "provider_t", DisplayName: "T", Version: "1.0.0", DefaultRegion: "north-1", Regions: []profile.Region{{Name: "north-1"}, {Name: "south-1"}},
			Readiness: []adapter.ReadinessCheck{prices.ReadinessCheck("provider_t")}, Prices: prices, Root: []byte(smallRoot),
			Plan: func(in adapter.Input) (adapter.Plan, error) { return small{in, limit.Name(in)}, nil },
		},
		Scenarios: map[string]adapter.Input{"sandbox": adapter.NewInput(plain, profile.Profile{Mode: profile.Sandbox})},
		Ready:     map[string][]string{"north-1": {"provider_t.region-prices passed"}, "north-1 south-1": {"provider_t.region-prices warning"}},
		Estimates: map[request.Request][]string{plain: {"3.00", "{terraform_data.cluster 2 nodes fixed 2 hour 1.50 3.00}"}},
		Names:     testkit.NameLimits{"terraform_data": {Longest: 40, Unique: true}},
		Inputs:    func(r request.Request) map[string]string { return map[string]string{"days": "90", "owner": r.Owner} },
		NamedBy:   []string{"name"},
		Workflow:  `{}`,
		Shape:     func(string) string { return "any" },
	}
}

func TestFacts(t *testing.T) {
	var answers []adaptertest.Answer
	require.NoError(t, ofSmall().Check(t.Context(), func(a adaptertest.Answer) { answers = append(answers, a) }))
	seen := map[string]bool{}
	for _, a := range answers {
		for _, what := range []string{a.Input.Request.Region, a.Input.Request.ClusterSize, string(a.Input.Mode), a.Input.Request.Application} {
			seen[what] = true
		}
	}
	for _, what := range []string{"south-1", "large", "sandbox", adaptertest.LongestApplication} {
		assert.True(t, seen[what], what)
	}
}

// boundaries returns one of an enterprise for each environment, and one of a sandbox.
func boundaries() []profile.Boundary {
	form := adapter.BoundaryForm{Pattern: "^.+$", Form: "text", Placeholder: "placeholder-"}
	list := []profile.Boundary{form.Sandbox("sandbox", "Sandbox", "9")}
	for i, stage := range request.Environments() {
		list = append(list, form.Enterprise(stage, stage, strconv.Itoa(i)))
	}
	return list
}

func TestFactsThatAreNone(t *testing.T) {
	named := func(name string) func(*testkit.Facts) {
		return func(f *testkit.Facts) {
			f.Definition.Plan = func(in adapter.Input) (adapter.Plan, error) { return small{in, name}, nil }
		}
	}
	for want, change := range map[string]func(*testkit.Facts){
		"only x.none must be broken": func(f *testkit.Facts) {
			f.Broken = map[string]testkit.RuleCase{"none": {Rule: "x.none", Request: adaptertest.Request("north-1")}}
		},
		"the readiness of south-1":        func(f *testkit.Facts) { f.Ready["south-1"] = f.Ready["north-1"] },
		`["3.00"] instead of ["3.01"]`:    func(f *testkit.Facts) { f.Estimates[adaptertest.Request("north-1")] = []string{"3.01"} },
		`hour 1.50 3.00}"] instead of ["`: func(f *testkit.Facts) { f.Estimates[adaptertest.Request("north-1")] = []string{"3.00", "2 nodes"} },
		"a part is where the region has prices": func(f *testkit.Facts) {
			f.Definition.Prices.Regions["south-1"] = map[string]adapter.Price{"disk": {USD: 1}}
		},
		"the limit is 40":    named(strings.Repeat("n", 41)),
		`the name "shop" of`: named("shop"),
		"the input days is 90 instead of 91": func(f *testkit.Facts) {
			f.Inputs = func(request.Request) map[string]string { return map[string]string{"days": "91"} }
		},
		"terraform_data.other is only in main": func(f *testkit.Facts) {
			f.Definition.Root = []byte(smallRoot + "resource \"terraform_data\" \"other\" {}\n")
		},
		"terraform_data.cluster is named \"": func(f *testkit.Facts) {
			f.Definition.Root = []byte(strings.Replace(smallRoot, "name = var.name", `name = "it"`, 1))
		},
		"the tag Owner has the value \"<": func(f *testkit.Facts) {
			f.Definition.Root = []byte(strings.Replace(smallRoot, "= var.owner", `= "<${var.owner}>"`, 1))
		},
		"does not begin with eight zeros": func(f *testkit.Facts) {
			f.Definition.Boundaries = []profile.Boundary{{Name: "account", Placeholder: "123456789012"}}
		},
		"the boundaries account and logs have the placeholder": func(f *testkit.Facts) {
			f.Definition.Boundaries = []profile.Boundary{{Name: "account", Placeholder: "placeholder"}, {Name: "logs", Placeholder: "placeholder"}}
		},
		"the part logs is in the environment's own boundary": func(f *testkit.Facts) {
			f.Definition.Placement = adapter.Placement{Environment: "all", Others: []adapter.PlacementPart{
				{Name: "logs", Boundary: request.Development, Holds: "logs"},
			}}
			f.Definition.Boundaries = boundaries()
		},
		"main.tf:": func(f *testkit.Facts) { f.Definition.Root = []byte("resource {") },
	} {
		f := ofSmall()
		change(&f)
		require.ErrorContains(t, f.Check(t.Context(), func(adaptertest.Answer) {}), want)
	}
}
