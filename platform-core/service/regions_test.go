package service_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
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

func TestASuggestedRegionIsAllowed(t *testing.T) {
	for allowed, want := range map[string]request.Value{
		"[north-1, south-1, west]": request.Text("west"),
		"[north-1, west, far]":     request.Text("far"),
		"[north-1, south-1]":       {},
	} {
		t.Run(allowed, func(t *testing.T) {
			s := installed(t, zonal{&scripted{}}, simulation+"allowed_regions: "+allowed)
			e := evaluated(t, s, theRequest(t, "checkout"))
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
