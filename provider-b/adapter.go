package providerb

import (
	"embed"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// ID is the provider's ID, and the prefix of its rules and checks.
const ID = "provider_b"

// New returns the adapter. It holds no state and is safe for concurrent use.
func New() adapter.Adapter { return adapter.New(definition) }

var definition = adapter.Definition{
	ID:            ID,
	DisplayName:   "Provider B",
	Version:       "1.0.0",
	DefaultRegion: defaultRegion,
	Regions:       regions.Where(regionEntry.takesClusters),
	Boundaries:    boundaries,
	Settings:      settings,
	CheckSettings: checkSettings,
	Rules:         nativeRules,
	Readiness:     []adapter.ReadinessCheck{zonesCheck, machinesCheck, prices.ReadinessCheck(ID), centralLoggingCheck},
	EstimateReads: []string{request.SizeField, request.EnvironmentField, request.NetworkField, request.RegionField},
	Prices:        prices.PriceTable,
	Placement:     placement,
	Root:          rootText,
	Plan:          planFor,
}

//go:embed data/*.json
var tables embed.FS

//go:embed terraform/main.tf
var rootText []byte

var prices = adapter.MustDecode[struct {
	adapter.PriceTable
	// NotIncludedByVCPU is what is billed by the processor, at no known price.
	NotIncludedByVCPU struct {
		Item string `json:"item"`
	} `json:"not_included_by_vcpu"`
}](tables, "data/prices.json")
