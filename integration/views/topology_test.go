package views_test

import (
	"net/netip"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/document"
	profiles "platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// TestThePortalDrawsWhatAdaptersSay compares what the portal's tests draw with what the
// adapters say now: of three environments and sizes, and of one that is attached to an
// enterprise's hub.
func TestThePortalDrawsWhatAdaptersSay(t *testing.T) {
	for id, in := range providers.Adapters {
		d, err := in.Describe(t.Context())
		require.NoError(t, err)
		simulation := profiles.Profile{Provider: id, Mode: profiles.Simulation}
		for name, drawn := range map[string]struct {
			environment, size, network string
			profile                    profiles.Profile
		}{
			"development": {request.Development, request.Small, "10.20.0.0/20", simulation},
			"test":        {request.Test, request.Medium, "10.20.0.0/22", simulation},
			"production":  {request.Production, request.Large, "10.20.0.0/16", simulation},
			"hub":         {request.Production, request.Medium, "10.20.0.0/18", enterprise(d)},
		} {
			req := adaptertest.Request(d.DefaultRegion)
			req.MonthlyBudget, req.ExpiryDate = 1000, "2026-12-15"
			req.Environment, req.ClusterSize, req.NetworkCIDR = drawn.environment, drawn.size, netip.MustParsePrefix(drawn.network)
			e, err := in.Evaluate(t.Context(), adapter.NewInput(req, drawn.profile))
			require.NoError(t, err)
			require.NotEmpty(t, e.Resources)
			text, err := document.Encode(map[string]any{
				"simulated_resources": e.Resources, "estimate": e.Estimate,
				"provider": profiles.Provider{ID: id, Regions: regionsNamed(d, d.DefaultRegion), ResourceKinds: d.ResourceKinds},
			})
			require.NoError(t, err)
			providers.Golden(t, text, filepath.Join("..", "..", "..", "portal", "internal", "topology", "testdata", id+"."+name+".json"))
		}
	}
}

func regionsNamed(d adapter.Description, name string) []profiles.Region {
	for _, r := range d.Regions {
		if r.Name == name {
			return []profiles.Region{r}
		}
	}
	return nil
}

// enterprise returns a profile whose environments are attached to a hub and leave by it.
func enterprise(d adapter.Description) profiles.Profile {
	p := profiles.Profile{Provider: d.ID, Mode: profiles.Enterprise, Boundaries: map[string]string{}, Settings: map[string]string{}}
	for _, b := range d.BoundariesOf(p.Mode) {
		p.Boundaries[b.Name] = b.Placeholder
	}
	for _, s := range d.Settings {
		if s.Example != "" {
			p.Settings[s.Name] = s.Example
		}
		if s.Name == "private_dns" {
			p.Settings[s.Name] = "central"
		}
	}
	p.Settings["egress"] = "hub"
	return p
}
