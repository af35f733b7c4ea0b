package adapter_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// sized is the plan of any request for the region north-1.
type sized struct{ in adapter.Input }

func (p sized) Resources() []request.Resource {
	inventory := adapter.NewInventory(p.in, nil)
	inventory.Add("n.b", "b", "", adapter.Settings{"key": "n.a", "private": "true", "account": p.in.Request.Application})
	inventory.Add("n.a", "a", "n.b", nil)
	inventory.Add("n.c", "c", "n.b", adapter.Settings{"key": "n.a", "archive": "001"})
	inventory.Uphold("n.b", request.EncryptionAtRest, "key")
	inventory.Uphold("n.c", request.EncryptionAtRest, "key")
	inventory.Uphold("n.c", request.CentralLogging, "archive")
	inventory.Uphold("n.b", request.PrivateCluster, "private")
	inventory.Uphold("n.b", request.LeastPrivilege, "account")
	return inventory.Resources()
}

func (p sized) Charges() []adapter.Charge {
	return []adapter.Charge{
		{Address: "n.b", Price: "node", Quantity: 1460, Item: "2 nodes"},
		{Address: "n.b", Price: "log", Quantity: 10, Item: "logs"},
	}
}

func (p sized) Inputs() map[string]any {
	return map[string]any{"owner": p.in.Request.Owner, "name": "x"}
}

func (p sized) Rationale() map[string]string {
	return map[string]string{"region": p.in.Request.Region, "mode": p.in.Boundary("logs")}
}

func (p sized) Needs() []adapter.Need {
	return []adapter.Need{
		{Kind: adapter.NeedStep, Name: "plan", Text: "first"}, {Kind: adapter.NeedStep, Name: "apply", Text: "second"},
		{Kind: adapter.NeedRight, Name: "deployer", Text: "all"}, {Kind: adapter.NeedInput, Name: "b", Text: "may"},
		{Kind: adapter.NeedInput, Name: "a", Text: "must"},
	}
}

// rule returns a rule that every request of an owner with the name breaks.
func rule(id, field string, level profile.Level) adapter.NativeRule {
	return adapter.NativeRule{
		ID: "provider_t." + id, Title: "T", Field: field, Level: level, Expected: "e",
		Check: func(req request.Request) *adapter.Finding {
			if req.Owner == "a@example.com" {
				return nil
			}
			return &adapter.Finding{Message: "m", Remediation: "r"}
		},
	}
}

func definition(t *testing.T) adapter.Definition {
	t.Helper()
	return adapter.Definition{
		ID: "provider_t", DisplayName: "T", Version: "1.0.0", DefaultRegion: "north-1",
		Regions: []profile.Region{{Name: "south-1"}, {Name: "north-1", Zones: []string{"1"}}},
		Boundaries: []profile.Boundary{
			{Name: "test", Mode: profile.Enterprise, Placeholder: "000"}, {Name: "logs", Mode: profile.Enterprise, Placeholder: "001"},
			{Name: "sandbox", Mode: profile.Sandbox, Placeholder: "002"},
		},
		Placement: adapter.Placement{Environment: "all", Others: []adapter.PlacementPart{
			{Name: "logs", Boundary: "logs", Holds: "copies"},
		}},
		Rules: []adapter.NativeRule{
			rule("c", "region", profile.Mandatory), rule("b", "owner", profile.Mandatory), rule("a", "owner", profile.Advisory),
		},
		Readiness: []adapter.ReadinessCheck{
			func(p profile.Profile) profile.Check {
				return profile.Check{ID: "provider_t.z", Message: string(p.Mode)}
			},
			func(profile.Profile) profile.Check { return profile.Check{ID: "provider_t.a"} },
		},
		EstimateReads: []string{"region", "cluster_size"},
		Prices:        prices(t), Root: []byte("terraform {}\n"),
		ResourceKinds: []profile.ResourceKind{
			{Resource: "n.a", Role: profile.KeysRole, DisplayName: "Key"}, {Resource: "n.b", Role: profile.ClusterRole, DisplayName: "Cluster"},
		},
		Replacements: map[string][]string{"n": {"zone", adapter.NameProperty}, "k": {"size"}},
		Plan: func(in adapter.Input) (adapter.Plan, error) {
			if in.Request.Region != "north-1" {
				return nil, errors.New("not a region")
			}
			return sized{in}, nil
		},
	}
}

// identified returns an input that can be sized.
func identified() adapter.Input {
	in := input()
	in.Identity, in.EnvironmentID, in.Mode = in.Request.Identify(), in.Request.EnvironmentID("provider_t"), profile.Simulation
	return in
}

func TestADefinitionIsDescribed(t *testing.T) {
	a := adapter.New(definition(t))
	d, err := a.Describe(t.Context())
	require.NoError(t, err)
	require.NoError(t, adapter.CheckDescription("provider_t", d))
	assert.Equal(t, []profile.Region{{Name: "north-1", Zones: []string{"1"}}, {Name: "south-1", Zones: []string{}}}, d.Regions)
	assert.Equal(t, adapter.Capabilities(), d.Capabilities)
	assert.Equal(t, []string{"cluster_size", "region"}, d.EstimateReads)
	assert.Equal(t, adapter.Rule{ID: "provider_t.a", Title: "T", Field: "owner", Level: profile.Advisory, Expected: "e"}, d.Rules[0])

	d.Regions[0].Zones[0], d.Boundaries[0].Name, d.Rules[0].ID = "x", "x", "x"
	again, err := a.Describe(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "1", again.Regions[0].Zones[0], "an answer is the caller's own")
	assert.Equal(t, "test", again.Boundaries[0].Name)
	assert.Equal(t, "provider_t.a", again.Rules[0].ID)
}

func TestCapabilitiesAreThoseOfTheDefinition(t *testing.T) {
	bare := definition(t)
	bare.Rules, bare.Readiness = nil, nil
	d, err := adapter.New(bare).Describe(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []string{adapter.CapabilityClaims, adapter.CapabilityEstimate, adapter.CapabilityInfrastructure}, d.Capabilities)
	require.NoError(t, adapter.CheckDescription("provider_t", d))
}

func TestReadinessKeepsItsOrder(t *testing.T) {
	checks, err := adapter.New(definition(t)).CheckInstallation(t.Context(), profile.Profile{Mode: profile.Sandbox})
	require.NoError(t, err)
	assert.Equal(t, []profile.Check{{ID: "provider_t.z", Message: "sandbox"}, {ID: "provider_t.a"}}, checks)
}

func TestADefinitionIsEvaluated(t *testing.T) {
	a := adapter.New(definition(t))
	d, err := a.Describe(t.Context())
	require.NoError(t, err)
	e, err := a.Evaluate(t.Context(), identified())
	require.NoError(t, err)
	require.NoError(t, adapter.CheckEvaluation(d, identified(), e))
	assert.Equal(t, []request.Violation{}, e.Violations)
	assert.Equal(t, []request.Violation{}, e.Advisories)
	costs := map[string]request.Money{}
	for _, r := range e.Resources {
		costs[r.Address] = r.MonthlyCost
	}
	assert.Equal(t, map[string]request.Money{"n.a": request.Cents(0), "n.b": request.Cents(13885), "n.c": request.Cents(0)}, costs)
	assert.Equal(t, request.Cents(13885), e.Estimate.MonthlyTotal)
}

func TestAChargeWithoutAnItemOfTheTableFailsTheEvaluation(t *testing.T) {
	d := definition(t)
	delete(d.Prices.Units, "log")
	_, err := adapter.New(d).Evaluate(t.Context(), identified())
	require.ErrorContains(t, err, `has the price "log"`)
}

func TestFindingsAreSortedByLevel(t *testing.T) {
	broken := identified()
	broken.Request.Owner = "b@example.com"
	e, err := adapter.New(definition(t)).Evaluate(t.Context(), broken)
	require.NoError(t, err)
	ids := func(list []request.Violation) (ids []string) {
		for _, v := range list {
			ids = append(ids, v.Field+" "+v.PolicyID)
		}
		return ids
	}
	assert.Equal(t, []string{"owner provider_t.b", "region provider_t.c"}, ids(e.Violations))
	assert.Equal(t, []string{"owner provider_t.a"}, ids(e.Advisories))
	assert.Equal(t, request.Text("b@example.com"), e.Advisories[0].Actual)
	assert.NotEmpty(t, e.Resources, "a request that breaks rules is sized")
}

func TestWhatCannotBeSized(t *testing.T) {
	elsewhere, unidentified, unplaced := identified(), identified(), identified()
	elsewhere.Request.Region = "south-1"
	unidentified.Identity.RequestID = ""
	unplaced.EnvironmentID = "env-1"
	for name, in := range map[string]adapter.Input{"not a region": elsewhere, "no request ID": unidentified, "no environment ID": unplaced} {
		a := adapter.New(definition(t))
		e, err := a.Evaluate(t.Context(), in)
		require.NoError(t, err)
		assert.Equal(t, []request.Resource{}, e.Resources)
		assert.Equal(t, request.Estimate{}, e.Estimate)
		_, err = a.Generate(t.Context(), in)
		assert.ErrorContains(t, err, name)
	}
}

// TestWhatCannotBeBuiltStillHasAnEstimate is of a plan beside an error: a form that has a
// wrong network keeps its prices.
func TestWhatCannotBeBuiltStillHasAnEstimate(t *testing.T) {
	d := definition(t)
	whole, err := adapter.New(d).Evaluate(t.Context(), identified())
	require.NoError(t, err)
	require.NotEmpty(t, whole.Estimate.Items)
	d.Plan = func(in adapter.Input) (adapter.Plan, error) { return sized{in}, errors.New("too small") }
	a := adapter.New(d)
	e, err := a.Evaluate(t.Context(), identified())
	require.NoError(t, err)
	assert.Equal(t, whole.Estimate, e.Estimate)
	assert.Equal(t, []request.Resource{}, e.Resources)
	_, err = a.Generate(t.Context(), identified())
	assert.ErrorContains(t, err, "too small")
}

// TestPlacement checks which boundary each part is for in each mode, and that an
// environment without one of them is not sized.
func TestPlacement(t *testing.T) {
	configured := []adapter.Boundary{{Name: "logs", ID: "222"}, {Name: "test", ID: "111"}}
	for name, tt := range map[string]struct {
		mode       profile.Mode
		boundaries []adapter.Boundary
		want       []adapter.PlacementPart
	}{
		"simulation has placeholders": {profile.Simulation, nil, []adapter.PlacementPart{
			{Name: "environment", Boundary: "test", ID: "000", Holds: "all"}, {Name: "logs", Boundary: "logs", ID: "001", Holds: "copies"},
		}},
		"and never a real account": {profile.Simulation, configured, []adapter.PlacementPart{
			{Name: "environment", Boundary: "test", ID: "000", Holds: "all"}, {Name: "logs", Boundary: "logs", ID: "001", Holds: "copies"},
		}},
		"an enterprise": {profile.Enterprise, configured, []adapter.PlacementPart{
			{Name: "environment", Boundary: "test", ID: "111", Holds: "all"}, {Name: "logs", Boundary: "logs", ID: "222", Holds: "copies"},
		}},
		"a sandbox": {profile.Sandbox, []adapter.Boundary{{Name: "sandbox", ID: "333"}}, []adapter.PlacementPart{
			{Name: "environment", Boundary: "sandbox", ID: "333", Holds: "all"},
		}},
		"a boundary is missing": {profile.Enterprise, configured[1:], nil},
		"all are missing":       {profile.Sandbox, nil, nil},
	} {
		in := identified()
		in.Request.Environment, in.Mode, in.Boundaries = request.Test, tt.mode, tt.boundaries
		a := adapter.New(definition(t))
		e, err := a.Evaluate(t.Context(), in)
		require.NoError(t, err)
		assert.Equal(t, tt.want != nil, len(e.Resources) > 0, name)
		g, err := a.Generate(t.Context(), in)
		assert.Equal(t, tt.want == nil, err != nil, name)
		assert.Equal(t, tt.want, g.Placement, name)
	}
}

func TestAPlacementMaySayNothing(t *testing.T) {
	d := definition(t)
	d.Placement = adapter.Placement{}
	g, err := adapter.New(d).Generate(t.Context(), identified())
	require.NoError(t, err)
	assert.Empty(t, g.Placement)
}

func TestASandboxMayHoldMore(t *testing.T) {
	d, in := definition(t), identified()
	d.Placement.Sandbox = "all and its logs"
	in.Mode, in.Boundaries = profile.Sandbox, []adapter.Boundary{{Name: "sandbox", ID: "333"}}
	g, err := adapter.New(d).Generate(t.Context(), in)
	require.NoError(t, err)
	assert.Equal(t, "all and its logs", g.Placement[0].Holds)
}

func TestADefinitionIsGenerated(t *testing.T) {
	a := adapter.New(definition(t))
	g, err := a.Generate(t.Context(), identified())
	require.NoError(t, err)
	require.NoError(t, adapter.CheckGeneration("provider_t", g))
	assert.Equal(t, []adapter.Reason{{Field: "mode", Text: "001"}, {Field: "region", Text: "north-1"}}, g.Rationale)
	assert.Equal(t, []adapter.Replacement{{Type: "k", Properties: []string{"size"}}, {Type: "n", Properties: []string{"name", "zone"}}}, g.Replacements)
	assert.Equal(t, []adapter.Need{
		{Kind: "input", Name: "a", Text: "must"}, {Kind: "input", Name: "b", Text: "may"}, {Kind: "right", Name: "deployer", Text: "all"},
		{Kind: "step", Name: "plan", Text: "first"}, {Kind: "step", Name: "apply", Text: "second"},
	}, g.Needs, "steps stay in their order")
	assert.Equal(t, []string{"{", `  "name": "x",`, `  "owner": "a@example.com"`, "}", ""}, strings.Split(string(g.Files[1].Content), "\n"))
	g.Files[0].Content[0] = 'x'
	again, err := a.Generate(t.Context(), identified())
	require.NoError(t, err)
	assert.Equal(t, "terraform {}\n", string(again.Files[0].Content), "an answer is the caller's own")
}

func TestADoneContextEndsEveryCall(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a := adapter.New(definition(t))
	for name, call := range map[string]func() error{
		"Describe":          func() error { _, err := a.Describe(ctx); return err },
		"CheckInstallation": func() error { _, err := a.CheckInstallation(ctx, profile.Profile{}); return err },
		"Evaluate":          func() error { _, err := a.Evaluate(ctx, identified()); return err },
		"Generate":          func() error { _, err := a.Generate(ctx, identified()); return err },
	} {
		assert.ErrorIs(t, call(), context.Canceled, name)
	}
}
