package providera

import (
	"net/netip"
	"slices"
	"strconv"
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
		require.NoError(t, testkit.CheckLayout(a.Input.Request.NetworkCIDR, slices.Concat(l.private, l.egress), slices.Concat([]netip.Prefix{l.services}, l.pods)), a)
		checkProduction(t, a)
	}))
}

// logDays are how long a classification's logs are kept, and keyDays how often
// its keys are changed.
var (
	logDays = map[string]int{request.Public: 365, request.Internal: 365, request.Confidential: 545, request.Restricted: 1096}
	keyDays = map[string]int{request.Public: 365, request.Internal: 365, request.Confidential: 365, request.Restricted: 90}
)

var facts = testkit.Facts{
	Definition: definition, Scenarios: scenarios, Broken: brokenRules, Ready: readinessLines, Estimates: estimates, Names: nameLimits,
	Inputs: func(r request.Request) map[string]string {
		return map[string]string{
			"deletion_protection": strconv.FormatBool(r.Environment == request.Production), "expires_on": string(r.ExpiryDate),
			"log_retention_days": strconv.Itoa(logDays[r.DataClassification]), "key_rotation_days": strconv.Itoa(keyDays[r.DataClassification]),
		}
	},
	Workflow: `{}`,
	NamedBy:  []string{"name", "node_group_name_prefix", "addon_name", "service_account", "destination_cidr_block", "tags.Name"},
	Shape: func(name string) string {
		region, _ := regions.Find(name)
		return strconv.Itoa(region.clusterZones())
	},
}

// fewZonesRegion is a region without a third zone, and without some prices.
const fewZonesRegion = "us-west-1"

var readinessLines = map[string][]string{
	defaultRegion: {
		"provider_a.region-zones passed", "provider_a.region-instances passed",
		"provider_a.region-prices passed", "provider_a.log-archive passed", "provider_a.cluster-access passed warning",
	},
	defaultRegion + " " + fewZonesRegion: {
		"provider_a.region-zones warning", "provider_a.region-instances passed",
		"provider_a.region-prices warning", "provider_a.log-archive passed", "provider_a.cluster-access passed warning",
	},
	"atlantis-1": {
		"provider_a.region-zones warning", "provider_a.region-instances warning",
		"provider_a.region-prices warning", "provider_a.log-archive passed", "provider_a.cluster-access passed warning",
	},
}
