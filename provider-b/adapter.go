package providerb

import (
	"embed"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// ID is the provider's ID, and the prefix of its rules and checks.
const ID = "provider_b"

// New returns the adapter. It holds no state and is safe for concurrent use.
func New() adapter.Adapter { return adapter.New(definition) }

//go:embed data/*.json
var tables embed.FS

//go:embed terraform/main.tf
var rootText []byte

// table is what data/definition.json says of the provider and of an environment.
var table = adapter.MustDecode[struct {
	adapter.Definition
	// Modes are the rationale of each mode.
	Modes map[profile.Mode]string `json:"modes"`
	// Inputs are the optional variables of main.tf.
	Inputs map[string]string `json:"inputs"`
	// ResourceProviders are those of Microsoft that the resources of main.tf need, sorted.
	ResourceProviders []string `json:"resource_providers"`
}](tables, "data/definition.json")

var definition = func() adapter.Definition {
	d := table.Definition
	d.Regions, d.Boundaries = regions.Where(regionEntry.takesClusters), boundaries
	d.Choices, d.CheckSettings, d.Rules = choices, checkSettings, nativeRules
	d.Readiness = []adapter.ReadinessCheck{
		zonesCheck, machinesCheck, prices.ReadinessCheck(ID, "log_ingestion"), centralLoggingCheck, access.Check,
	}
	d.Prices, d.Root, d.Plan = prices, rootText, planFor
	return d
}()

var (
	machinePrices = adapter.MustDecode[adapter.MachinePrices](tables, "data/machine-prices.json")
	prices        = adapter.MustDecode[adapter.PriceTable](tables, "data/prices.json").WithMachines(machinePrices)
)
