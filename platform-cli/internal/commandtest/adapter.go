package commandtest

import (
	"context"
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// fake is a small adapter that keeps to the contract.
type fake struct{}

func (fake) Describe(context.Context) (adapter.Description, error) {
	return adapter.Description{
		Provider: profile.Provider{
			ID: "provider_t", DisplayName: "Provider T", DefaultRegion: "north-1",
			Regions: []profile.Region{{Name: "north-1", DisplayName: "North"}, {Name: "south-1", DisplayName: "South"}},
			Boundaries: []profile.Boundary{
				{Name: "production", Mode: profile.Enterprise, Pattern: `\d{3}`, Form: "3 digits", Placeholder: "000", Separate: true},
			},
			Settings: []profile.Setting{
				{Name: "egress", DisplayName: "Egress", Purpose: "How traffic leaves.", Kind: profile.ChoiceSetting, Choices: []string{"own", "hub"}, Default: "own"},
				{Name: "dns_servers", DisplayName: "DNS", Purpose: "Who resolves names.", Kind: profile.AddressSetting, List: true, Example: "10.0.0.4,10.0.0.5"},
			},
		},
		Version: "1.2.3",
		Rules:   []adapter.Rule{{ID: "provider_t.application.free", Title: "Free", Field: request.ApplicationField, Level: profile.Mandatory, Expected: "a free name"}},
	}, nil
}

func (fake) CheckInstallation(_ context.Context, p profile.Profile) ([]profile.Check, error) {
	check := profile.Check{ID: "provider_t.quota", Title: "Quota", Status: profile.Passed, Message: "Enough."}
	if len(p.AllowedRegions) > 1 {
		check.Status, check.Message, check.Remediation = profile.Failed, "Too little.", "Allow one region."
	}
	checks := []profile.Check{check}
	if p.Settings["egress"] == "hub" && p.Settings["dns_servers"] == "" {
		checks = append(checks, profile.Check{
			ID: "provider_t.settings.dns_servers", Field: "settings.dns_servers", Title: "DNS", Status: profile.Failed,
			Message: "is missing; egress hub needs it", Remediation: "Change it.",
		})
	}
	return checks, nil
}

func (fake) Evaluate(_ context.Context, in adapter.Input) (adapter.Evaluation, error) {
	cost := request.Cents(20_050)
	return adapter.Evaluation{
		Resources: []request.Resource{{
			Address: "network.main", Type: "network", Name: in.Request.Application, Region: in.Request.Region,
			Controls: request.AllControls(), MonthlyCost: cost,
		}},
		Estimate: request.Estimate{
			Currency: "USD", KnownTotal: cost, MonthlyTotal: cost, PriceTable: "2026-11",
			Items: []request.EstimateItem{{Basis: request.Fixed, Address: "network.main", Item: "network", Quantity: "1", Unit: "month", UnitPrice: "200.50", MonthlyCost: cost}},
		},
	}, nil
}

func (fake) Generate(_ context.Context, in adapter.Input) (adapter.Generation, error) {
	return adapter.Generation{Files: []adapter.File{
		{Name: adapter.RootFile, Content: []byte("# root\n")},
		{Name: adapter.InputsFile, Content: fmt.Appendf(nil, "{%q:%q}\n", request.ApplicationField, in.Request.Application)},
	}}, nil
}

// catalog has the one fake.
type catalog struct{}

func (catalog) Providers() []string { return []string{"provider_t"} }

func (catalog) Adapter(_ context.Context, id string) (adapter.Adapter, error) {
	if id != "provider_t" {
		return nil, problem.New(problem.AdapterUnavailable, "No adapter %s.", id)
	}
	return adapter.Checked(id, fake{}), nil
}

func (catalog) Status(ctx context.Context, _ string) (adapter.Status, error) {
	d, err := fake{}.Describe(ctx)
	return adapter.Status{Description: d, ContractVersion: 1, Digest: "sha256:00", Verified: true}, err
}
