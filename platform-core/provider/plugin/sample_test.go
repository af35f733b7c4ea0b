package plugin

import (
	"context"
	"net/netip"
	"strings"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
)

// sample is a small, correct adapter of the provider "sample". A test sets one
// of its functions to make it a wrong one.
type sample struct {
	describe func(provider.Description) provider.Description
	check    func(context.Context, installation.Profile) ([]installation.Check, error)
	evaluate func(context.Context, provider.Order) (provider.Evaluation, error)
	generate func(context.Context, provider.Order) ([]provider.File, error)
}

const sampleRule = "sample.cluster.small"

func (s sample) Describe(context.Context) (provider.Description, error) {
	d := provider.Description{
		Provider: installation.Provider{
			ID: "sample", DisplayName: "Sample", DefaultRegion: "north-1",
			Regions: []installation.Region{
				{Name: "north-1", DisplayName: "North", Zones: []string{"north-1a", "north-1b"}},
				{Name: "south-1", DisplayName: "South"},
			},
		},
		Version: "1.2.3",
		Rules: []provider.Rule{{
			ID: sampleRule, Title: "Small clusters", Field: "cluster_size", Level: installation.Mandatory, Expected: "small",
		}},
	}
	if s.describe != nil {
		d = s.describe(d)
	}
	return d, nil
}

func (s sample) CheckInstallation(ctx context.Context, profile installation.Profile) ([]installation.Check, error) {
	if s.check != nil {
		return s.check(ctx, profile)
	}
	return []installation.Check{{
		ID: "sample.profile", Title: "Profile", Status: installation.Passed,
		Message: "The profile names " + strings.Join(profile.AllowedRegions, ", ") + ".",
	}}, nil
}

func (s sample) Evaluate(ctx context.Context, order provider.Order) (provider.Evaluation, error) {
	if s.evaluate != nil {
		return s.evaluate(ctx, order)
	}
	return sampleEvaluation(order), nil
}

func (s sample) Generate(ctx context.Context, order provider.Order) ([]provider.File, error) {
	if s.generate != nil {
		return s.generate(ctx, order)
	}
	return sampleFiles(order.Request.Application), nil
}

func sampleFiles(text string) []provider.File {
	return []provider.File{
		{Name: provider.RootFile, Content: []byte("# root\n")},
		{Name: provider.InputsFile, Content: []byte(text)},
	}
}

func sampleEvaluation(order provider.Order) provider.Evaluation {
	evaluation := provider.Evaluation{
		Violations: []environment.Violation{},
		Advisories: []environment.Violation{},
		Resources:  sampleResources(order.Request),
		Estimate: environment.Estimate{
			Currency: "USD", MonthlyTotal: environment.Cents(7300), PriceTable: "2026-11",
			Items: []environment.EstimateItem{{
				Address: "sample_cluster.main", Item: "nodes", Quantity: "730", Unit: "hours", UnitPrice: "0.10",
				MonthlyCost: environment.Cents(7300),
			}},
		},
	}
	if order.Request.ClusterSize != environment.Small {
		evaluation.Violations = append(evaluation.Violations, environment.Violation{
			PolicyID: sampleRule, Source: environment.SourceProvider, Field: "cluster_size",
			Message: "The cluster is too large.", Remediation: "Choose small.", Expected: "small",
			Actual: environment.Text(order.Request.ClusterSize), Suggestion: environment.Text(environment.Small),
		})
	}
	return evaluation
}

func sampleResources(request environment.Request) []environment.Resource {
	return []environment.Resource{
		{
			Address: "sample_cluster.main", Type: "sample_cluster", Name: request.Application, Region: request.Region,
			Parent: "sample_network.main", Controls: environment.AllControls(), MonthlyCost: environment.Cents(7300),
			Properties: environment.Properties{"nodes": "3", "private": "true"},
		},
		{
			Address: "sample_network.main", Type: "sample_network", Name: request.Application, Region: request.Region,
			Controls:   []environment.Control{},
			Properties: environment.Properties{"cidr": request.NetworkCIDR.String()},
		},
	}
}

// sampleOrder is an order for a cluster of the size.
func sampleOrder(size string) provider.Order {
	request := environment.Request{
		Application: "checkout", Environment: environment.Development, Owner: "team@example.com", CostCentre: "CC-1",
		DataClassification: environment.Internal, Region: "north-1", NetworkCIDR: netip.MustParsePrefix("10.20.0.0/20"),
		ClusterSize: size, MonthlyBudget: 500, BusinessJustification: "Tests of the checkout.", ExpiryDate: "2027-01-31",
		Controls: environment.Controls{EncryptionAtRest: true, PrivateCluster: true, CentralLogging: true, LeastPrivilege: true},
	}
	return provider.NewOrder(request, sampleProfile())
}

func sampleProfile() installation.Profile {
	return installation.Profile{
		Schema: installation.ProfileSchema, Provider: "sample", Mode: installation.Sandbox,
		AllowedRegions: []string{"north-1"}, Boundaries: map[string]string{"sandbox": "1234"},
		Policies: []installation.Rule{{ID: "org.one", Field: "owner", Require: "true"}},
	}
}
