package portal_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/portaltest"
)

// TestThePictureNeedsTheDescription shows a request with a description by the adapter, and requests
// without one. The table lists the resources in both cases.
func TestThePictureNeedsTheDescription(t *testing.T) {
	record := accepted(profile.Simulation)
	record.Provider = "provider_a"
	kinds := profile.Provider{ResourceKinds: []profile.ResourceKind{
		{Resource: "aws_vpc", Role: profile.NetworkRole, DisplayName: "VPC"},
		{Resource: "aws_subnet", Role: profile.PrivateSubnetRole, DisplayName: "Private subnet"},
	}}
	providers := func(list ...wire.Provider) http.HandlerFunc {
		return portaltest.JSON(wire.List[wire.Provider]{Items: list})
	}
	const notDrawn = "The picture could not be drawn"
	for name, test := range map[string]struct {
		providers http.HandlerFunc
		want, not string
	}{
		"described":          {providers(wire.Provider{ID: "provider_a", Available: true, Provider: &kinds}), "Private subnet", notDrawn},
		"an older adapter":   {providers(wire.Provider{ID: "provider_a", Available: true, Provider: &profile.Provider{}}), "2 other resources", notDrawn},
		"it does not run":    {providers(wire.Provider{ID: "provider_a", Problem: problem.New(problem.AdapterUnavailable, "It does not start.")}), notDrawn, "Private subnet"},
		"another adapter":    {providers(wire.Provider{ID: "provider_b", Available: true, Provider: &kinds}), notDrawn, "Private subnet"},
		"nobody answers":     {portaltest.Problem(problem.InternalError), notDrawn, "Private subnet"},
		"nothing understood": {portaltest.Raw(http.StatusOK, "application/json", "["), notDrawn, "Private subnet"},
	} {
		t.Run(name, func(t *testing.T) {
			shown := page(t, portaltest.Start(t, with(portaltest.Answers{
				portaltest.InstallationPath:                      portaltest.JSON(portaltest.Profile(profile.Simulation)),
				portaltest.RequestsPath + "/" + record.RequestID: portaltest.JSON(record),
				providersPath: test.providers,
			})), "/requests/"+record.RequestID, http.StatusOK).Text()
			require.Contains(t, shown, test.want)
			require.NotContains(t, shown, test.not)
			require.Contains(t, shown, "All 2 resources")
		})
	}
}
