package providera

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/request"
)

// What the tests name of the provider.
const (
	// fewZonesRegion is a region without a third zone, and without prices.
	fewZonesRegion = "us-west-1"
	// smallestNetwork holds a small cluster and no address more.
	smallestNetwork = "10.40.0.0/23"
)

var (
	readyEverywhere = []string{
		"provider_a.region-zones passed", "provider_a.region-instances passed",
		"provider_a.region-prices passed", "provider_a.log-archive passed",
	}
	readyWithFewZones = []string{
		"provider_a.region-zones warning", "provider_a.region-instances passed",
		"provider_a.region-prices warning", "provider_a.log-archive passed",
	}
	readyNowhere = []string{
		"provider_a.region-zones warning", "provider_a.region-instances warning",
		"provider_a.region-prices warning", "provider_a.log-archive passed",
	}
)

// workflowInputs are the inputs that only the protected workflow can give.
const workflowInputs = `{}`

// namedBy are the arguments of main.tf by which the inventory names a resource.
var namedBy = []string{"name", "node_group_name", "addon_name", "service_account", "destination_cidr_block", "tags.Name"}

func typesOf(s size) []string { return []string{s.InstanceType} }

func instanceTypes() map[string]instance { return instances.Types }

// maxTags is how many tags a resource may have (botocore, eks TagMap).
const maxTags = 50

// uniqueNames returns the names that no other request may have.
func uniqueNames(p plan) []string { return []string{p.name} }

// shapeOf returns what of a region changes what is declared.
func shapeOf(r regionEntry) int { return r.clusterZones() }

// checkProduction checks that production is zone-redundant and protected, and
// that nothing else is protected: it has to end.
func checkProduction(t *testing.T, a adaptertest.Answer) {
	t.Helper()
	production := a.Input.Request.Environment == request.Production
	count := map[string]int{}
	for _, r := range a.Evaluation.Resources {
		count[r.Type]++
		for _, setting := range []string{"deletion_protection", "deletion_protection_enabled", "zonal_shift"} {
			if value, has := r.Properties[setting]; has {
				require.Equal(t, production, value == "true", "%s: %s of %s", a, setting, r.Address)
			}
		}
	}
	region, _ := regions.Find(a.Input.Request.Region)
	require.GreaterOrEqual(t, region.clusterZones(), network.MinimumZones.Value, a)
	gateways := 1
	if production {
		gateways = region.clusterZones()
	}
	require.Equal(t, gateways, count["aws_nat_gateway"], a)
	require.Equal(t, region.clusterZones()+gateways, count["aws_subnet"], a)
	keys := 1
	if a.Input.Request.DataClassification == request.Restricted {
		keys = len(duties)
	}
	require.Equal(t, keys, count["aws_kms_key"], a)
}
