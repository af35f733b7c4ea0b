package providera

import "github.com/zclconf/go-cty/cty"

// Places that the tests of both adapters need and that differ between them.
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
var workflowInputs = map[string]cty.Value{}

func typesOf(s size) []string { return []string{s.instanceType} }

func instanceTypes() map[string]instance { return instances.Types }
