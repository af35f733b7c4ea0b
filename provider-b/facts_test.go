package providerb

import (
	"fmt"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
	"platform.internal/platform-core/request"
)

func TestConformance(t *testing.T) { testkit.Run(t, New) }

// TestFacts checks every answer against what is known of the provider.
func TestFacts(t *testing.T) {
	require.NoError(t, facts.Check(t.Context(), func(a adaptertest.Answer) {
		l := planOf(t, a.Input).layout
		subnets, beside := []netip.Prefix{l.nodes, l.apiServer, l.endpoints}, []netip.Prefix{l.services, l.pods}
		require.NoError(t, testkit.CheckLayout(a.Input.Request.NetworkCIDR, subnets, beside), a)
		require.True(t, l.services.Contains(l.dns), a)
		checkProduction(t, a)
	}))
}

// logDays are how long a classification's logs are kept, maxLogDays how long those of
// a stage at the most, and keyDays how often its keys are changed.
var (
	logDays    = map[string]int{request.Public: 365, request.Internal: 365, request.Confidential: 545, request.Restricted: 730}
	maxLogDays = map[string]int{request.Development: 90, request.Test: 365, request.Production: 730}
	keyDays    = map[string]int{request.Public: 365, request.Internal: 365, request.Confidential: 365, request.Restricted: 90}
)

// tiers are what the control plane of each stage is.
var tiers = map[string]string{request.Development: "Free", request.Test: "Standard", request.Production: "Standard"}

var facts = testkit.Facts{
	Definition: definition, Scenarios: scenarios, Broken: brokenRules, Ready: readinessLines, Estimates: estimates, Names: nameLimits,
	Inputs: func(r request.Request) map[string]string {
		return map[string]string{
			"cluster_tier":        tiers[r.Environment],
			"deletion_protection": fmt.Sprint(r.Environment == request.Production), "expires_on": string(r.ExpiryDate),
			"log_retention_days": fmt.Sprint(min(logDays[r.DataClassification], maxLogDays[r.Environment])), "key_rotation_days": fmt.Sprint(keyDays[r.DataClassification]),
		}
	},
	Workflow: `{}`,
	NamedBy:  []string{"name", "role_definition_name"},
	Shape: func(name string) string {
		region, _ := regions.Find(name)
		return fmt.Sprint(len(region.Zones), region.hasZonalWayOut())
	},
}

// fewZonesRegion is a region without zones, and without some prices.
const fewZonesRegion = "ukwest"

var readinessLines = map[string][]string{
	defaultRegion: {
		"provider_b.region-zones passed", "provider_b.region-machines passed",
		"provider_b.region-prices passed", "provider_b.central-logging passed", "provider_b.cluster-access passed warning",
	},
	defaultRegion + " " + fewZonesRegion: {
		"provider_b.region-zones warning", "provider_b.region-machines passed",
		"provider_b.region-prices warning", "provider_b.central-logging passed", "provider_b.cluster-access passed warning",
	},
	"atlantis-1": {
		"provider_b.region-zones warning", "provider_b.region-machines warning",
		"provider_b.region-prices warning", "provider_b.central-logging passed", "provider_b.cluster-access passed warning",
	},
}
