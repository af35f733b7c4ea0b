package providera

import (
	"embed"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// ID is the provider's ID, and the prefix of its rules and checks.
const ID = "provider_a"

// New returns the adapter. It holds no state and is safe for concurrent use.
func New() adapter.Adapter { return adapter.New(definition) }

//go:embed data/*.json
var data embed.FS

// table is what data/definition.json says of the provider and of an environment.
var table = adapter.MustDecode[struct {
	adapter.Definition
	// Modes are the rationale of each mode.
	Modes map[profile.Mode]string `json:"modes"`
	// Inputs are the optional variables of main.tf. Rights are what the identity that applies
	// must be allowed, by service, besides reading.
	Inputs, Rights map[string]string
}](data, "data/definition.json")

var definition = func() adapter.Definition {
	d := table.Definition
	d.Regions, d.Boundaries, d.Choices, d.CheckSettings = regions.All(), accounts, choices, checkSettings
	d.Rules, d.Readiness, d.Prices = nativeRules, readiness, prices
	d.Root, d.Plan = rootText, planFor
	return d
}()

var (
	machinePrices = adapter.MustDecode[adapter.MachinePrices](data, "data/machine-prices.json")
	prices        = adapter.MustDecode[adapter.PriceTable](data, "data/prices.json").WithMachines(machinePrices)
)

//go:embed terraform/main.tf
var rootText []byte

// The accounts that an environment uses besides the one named like its stage.
const (
	managementAccount = "management"
	securityAccount   = "security"
	logArchiveAccount = "log_archive"
	networkAccount    = "network"
	sandboxAccount    = "sandbox"
)

// accounts are the boundaries that a profile fills in: one for a sandbox, and eight for an
// enterprise. Separate accounts hold powers that must not be in one account.
var accounts = []profile.Boundary{
	account.Separate(managementAccount, "Management account", "1"),
	account.Separate(securityAccount, "Security account", "2"),
	account.Separate(logArchiveAccount, "Log archive account", "3"),
	account.Enterprise(networkAccount, "Network account", "4"),
	account.Separate("shared_services", "Shared-services account", "5"),
	account.Enterprise(request.Development, "Development account", "6"),
	account.Enterprise(request.Test, "Test account", "7"),
	account.Separate(request.Production, "Production account", "8"),
	account.Sandbox(sandboxAccount, "Sandbox account", "9"),
}

var account = adapter.BoundaryForm{
	Pattern: `[0-9]{12}`, Form: "12 digits, such as 111122223333", Placeholder: "00000000000",
}
