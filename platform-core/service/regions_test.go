package service_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// zonal is an adapter in which only the regions west and far have zones. For other regions, it suggests
// far, which few installations of the tests allow.
type zonal struct{ *scripted }

const zonesRule = "provider_t.region.zones"

func (z zonal) Describe(ctx context.Context) (adapter.Description, error) {
	d, err := z.scripted.Describe(ctx)
	d.Regions = []profile.Region{{Name: "far"}, {Name: "north-1"}, {Name: "south-1"}, {Name: "west"}}
	d.Rules = append(d.Rules, adapter.Rule{
		ID: zonesRule, Title: "The region has zones", Field: "region", Level: profile.Mandatory, Expected: "a region with zones",
	})
	return d, err
}

func (z zonal) Evaluate(ctx context.Context, order adapter.Input) (adapter.Evaluation, error) {
	e, err := z.scripted.Evaluate(ctx, order)
	if region := order.Request.Region; region != "west" && region != "far" {
		e.Violations = append(e.Violations, request.Violation{
			PolicyID: zonesRule, Source: request.SourceProvider, Field: "region", Message: "It has no zones.",
			Remediation: "Choose another.", Expected: "a region with zones",
			Actual: request.Text(region), Suggestion: request.Text("far"),
		})
	}
	return e, err
}

func (z zonal) Adapter(context.Context, string) (adapter.Adapter, error) {
	return adapter.Checked("provider_t", z), nil
}

func (zonal) Providers() []string { return []string{"provider_t"} }

func (z zonal) Status(ctx context.Context, _ string) (adapter.Status, error) {
	d, err := z.Describe(ctx)
	return adapter.Status{Description: d, ContractVersion: 1, Digest: "sha256:00", Verified: true}, err
}

func TestASuggestedRegionIsAllowed(t *testing.T) {
	for allowed, want := range map[string]request.Value{
		"[north-1, south-1, west]": request.Text("west"),
		"[north-1, west, far]":     request.Text("far"),
		"[north-1, south-1]":       {},
	} {
		t.Run(allowed, func(t *testing.T) {
			s := service.New(service.Options{Adapters: zonal{&scripted{}}, Now: clock})
			_, _, err := s.Install(t.Context(), draft(t, simulation+"allowed_regions: "+allowed))
			require.NoError(t, err)
			e, err := s.Evaluate(t.Context(), theRequest(t, "checkout"), service.EvaluateOptions{Alternatives: service.MaxAlternatives})
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
