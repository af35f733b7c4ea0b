package providerb

import (
	"embed"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
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
	ResourceKinds: kinds.Kinds,
	Writes:        "Terraform for Azure",
	Choices:       choices,
	Settings:      settings,
	CheckSettings: checkSettings,
	Rules:         nativeRules,
	Readiness:     []adapter.ReadinessCheck{zonesCheck, machinesCheck, prices.ReadinessCheck(ID, "log_ingestion"), centralLoggingCheck, accessCheck},
	EstimateReads: []string{request.SizeField, request.EnvironmentField, request.RegionField},
	Prices:        prices,
	Placement:     placement,
	Root:          rootText,
	Replacements:  replacements,
	Plan:          planFor,
}

//go:embed data/*.json
var tables embed.FS

//go:embed terraform/main.tf
var rootText []byte

// kinds say what the resources of main.tf are for.
var kinds = adapter.MustDecode[struct {
	Kinds []profile.ResourceKind `json:"kinds"`
}](tables, "data/kinds.json")

var (
	machinePrices = adapter.MustDecode[adapter.MachinePrices](tables, "data/machine-prices.json")
	prices        = adapter.MustDecode[adapter.PriceTable](tables, "data/prices.json").WithMachines(machinePrices)
)
