package providerb

import "github.com/zclconf/go-cty/cty"

// Places that the tests of both adapters need and that differ between them.
const (
	// fewZonesRegion is a region without zones, and without prices.
	fewZonesRegion = "ukwest"
	// smallestNetwork can be cut, and no smaller one can.
	smallestNetwork = "10.40.0.0/25"
)

var (
	readyEverywhere = []string{
		"provider_b.region-zones passed", "provider_b.region-prices passed", "provider_b.central-logging passed",
	}
	readyWithFewZones = []string{
		"provider_b.region-zones warning", "provider_b.region-prices warning", "provider_b.central-logging passed",
	}
	readyNowhere = []string{
		"provider_b.region-zones warning", "provider_b.region-prices warning", "provider_b.central-logging passed",
	}
)

// workflowInputs are the inputs that only the protected workflow can give.
var workflowInputs = map[string]cty.Value{
	"budget_start_date": cty.StringVal("2026-12-01T00:00:00Z"),
}

func typesOf(s size) []string { return []string{s.systemType, s.userType} }

func instanceTypes() map[string]instance { return instances }
