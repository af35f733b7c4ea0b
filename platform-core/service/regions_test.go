package service_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
	"platform.internal/platform-core/service"
)

// zonal is an adapter whose regions but west and far have no zones, and that
// suggests far, which no test's installation allows unless it says so.
type zonal struct{ *scripted }

const zonesRule = "provider_t.region.zones"

func (z zonal) Describe(ctx context.Context) (provider.Description, error) {
	d, err := z.scripted.Describe(ctx)
	d.Regions = []installation.Region{{Name: "far"}, {Name: "north-1"}, {Name: "south-1"}, {Name: "west"}}
	d.Rules = append(d.Rules, provider.Rule{
		ID: zonesRule, Title: "The region has zones", Field: "region", Level: installation.Mandatory, Expected: "a region with zones",
	})
	return d, err
}

func (z zonal) Evaluate(ctx context.Context, order provider.Order) (provider.Evaluation, error) {
	e, err := z.scripted.Evaluate(ctx, order)
	if region := order.Request.Region; region != "west" && region != "far" {
		e.Violations = append(e.Violations, environment.Violation{
			PolicyID: zonesRule, Source: environment.SourceProvider, Field: "region", Message: "It has no zones.",
			Remediation: "Choose another.", Expected: "a region with zones",
			Actual: environment.Text(region), Suggestion: environment.Text("far"),
		})
	}
	return e, err
}

func (z zonal) Adapter(context.Context, string) (provider.Adapter, error) {
	return provider.Checked("provider_t", z), nil
}

func (zonal) Providers() []string { return []string{"provider_t"} }

func (z zonal) Status(ctx context.Context, _ string) (provider.Status, error) {
	d, err := z.Describe(ctx)
	return provider.Status{Description: d, ContractVersion: 1, Digest: "sha256:00", Verified: true}, err
}

func TestASuggestedRegionIsAllowed(t *testing.T) {
	for allowed, want := range map[string]environment.Value{
		"[north-1, south-1, west]": environment.Text("west"),
		"[north-1, west, far]":     environment.Text("far"),
		"[north-1, south-1]":       {},
	} {
		t.Run(allowed, func(t *testing.T) {
			s := service.New(service.Options{Adapters: zonal{&scripted{}}, Now: clock})
			_, _, err := s.Install(t.Context(), draft(t, simulation+"allowed_regions: "+allowed))
			require.NoError(t, err)
			e, err := s.Evaluate(t.Context(), request(t, "checkout"))
			require.NoError(t, err)
			require.Len(t, e.Record.Violations, 1)
			assert.Equal(t, want, e.Record.Violations[0].Suggestion)
			if want.IsZero() {
				assert.Empty(t, e.Fix)
				return
			}
			require.Len(t, e.Fix, 1)
			assert.Equal(t, want, e.Fix[0].To)
		})
	}
}
