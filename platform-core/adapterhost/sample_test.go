package adapterhost

import (
	"context"
	"net/netip"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// sample is a small, correct adapter of the provider "sample". A test sets one
// of its functions to make it a wrong one.
type sample struct {
	describe func(adapter.Description) adapter.Description
	check    func(context.Context, profile.Profile) ([]profile.Check, error)
	evaluate func(context.Context, adapter.Input) (adapter.Evaluation, error)
	generate func(context.Context, adapter.Input) (adapter.Generation, error)
}

const sampleRule = "sample.cluster.small"

func (s sample) Describe(context.Context) (adapter.Description, error) {
	d := adapter.Description{
		Provider: profile.Provider{
			ID: "sample", DisplayName: "Sample", DefaultRegion: "north-1",
			Regions: []profile.Region{
				{Name: "north-1", DisplayName: "North", Zones: []string{"north-1a", "north-1b"}},
				{Name: "south-1", DisplayName: "South"},
			},
		},
		Version: "1.2.3",
		Rules: []adapter.Rule{{
			ID: sampleRule, Title: "Small clusters", Field: "cluster_size", Level: profile.Mandatory, Expected: "small",
		}},
	}
	if s.describe != nil {
		d = s.describe(d)
	}
	return d, nil
}

func (s sample) CheckInstallation(ctx context.Context, prof profile.Profile) ([]profile.Check, error) {
	if s.check != nil {
		return s.check(ctx, prof)
	}
	return []profile.Check{{
		ID: "sample.profile", Title: "Profile", Status: profile.Passed,
		Message: "The profile names " + strings.Join(prof.AllowedRegions, ", ") + ".",
	}}, nil
}

func (s sample) Evaluate(ctx context.Context, order adapter.Input) (adapter.Evaluation, error) {
	if s.evaluate != nil {
		return s.evaluate(ctx, order)
	}
	return sampleEvaluation(order), nil
}

func (s sample) Generate(ctx context.Context, order adapter.Input) (adapter.Generation, error) {
	if s.generate != nil {
		return s.generate(ctx, order)
	}
	return sampleGeneration(order.Request.Application), nil
}

func sampleGeneration(text string) adapter.Generation {
	return adapter.Generation{
		Files: []adapter.File{
			{Name: adapter.RootFile, Content: []byte("# root\n")},
			{Name: adapter.InputsFile, Content: []byte(text)},
		},
		Placement:    []adapter.PlacementPart{{Name: "environment", Boundary: "test", ID: "1", Holds: "everything"}},
		Rationale:    []adapter.Reason{{Field: "mode", Text: "none"}},
		Replacements: []adapter.Replacement{{Type: "sample_cluster", Properties: []string{"name"}}},
		Needs:        []adapter.Need{{Kind: adapter.NeedStep, Name: "apply", Text: "by hand"}},
	}
}

func sampleEvaluation(order adapter.Input) adapter.Evaluation {
	evaluation := adapter.Evaluation{
		Violations: []request.Violation{},
		Advisories: []request.Violation{},
		Resources:  sampleResources(order.Request),
		Estimate: request.Estimate{
			Currency: "USD", KnownTotal: request.Cents(7300), MonthlyTotal: request.Cents(7300), PriceTable: "2026-11",
			Items: []request.EstimateItem{{
				Basis:   request.Fixed,
				Address: "sample_cluster.main", Item: "nodes", Quantity: "730", Unit: "hours", UnitPrice: "0.10",
				MonthlyCost: request.Cents(7300),
			}},
		},
	}
	if order.Request.ClusterSize != request.Small {
		evaluation.Violations = append(evaluation.Violations, request.Violation{
			PolicyID: sampleRule, Source: request.SourceProvider, Field: "cluster_size",
			Message: "The cluster is too large.", Remediation: "Choose small.", Expected: "small",
			Actual: request.Text(order.Request.ClusterSize), Suggestion: request.Text(request.Small),
		})
	}
	return evaluation
}

func sampleResources(req request.Request) []request.Resource {
	return []request.Resource{
		{
			Address: "sample_cluster.main", Type: "sample_cluster", Name: req.Application, Region: req.Region,
			Parent: "sample_network.main", Controls: request.AllControls(), MonthlyCost: request.Cents(7300),
			Properties: request.NewProperties(map[string]string{"nodes": "3", "private": "true"}),
		},
		{
			Address: "sample_network.main", Type: "sample_network", Name: req.Application, Region: req.Region,
			Controls:   []request.Control{},
			Properties: request.NewProperties(map[string]string{"cidr": req.NetworkCIDR.String()}),
		},
	}
}

// sampleOrder is an order for a cluster of the size.
func sampleOrder(size string) adapter.Input {
	request := request.Request{
		Application: "checkout", Environment: request.Development, Owner: "team@example.com", CostCentre: "CC-1",
		DataClassification: request.Internal, Region: "north-1", NetworkCIDR: netip.MustParsePrefix("10.20.0.0/20"),
		ClusterSize: size, MonthlyBudget: 500, BusinessJustification: "Tests of the checkout.", ExpiryDate: "2027-01-31",
		Controls: request.Controls{EncryptionAtRest: true, PrivateCluster: true, CentralLogging: true, LeastPrivilege: true},
	}
	return adapter.NewInput(request, sampleProfile())
}

func sampleProfile() profile.Profile {
	return profile.Profile{
		Schema: profile.ProfileSchema, Provider: "sample", Mode: profile.Sandbox,
		AllowedRegions: []string{"north-1"}, Boundaries: map[string]string{"sandbox": "1234"},
		Policies: []profile.Rule{{ID: "org.one", Field: "owner", Require: "true"}},
	}
}
