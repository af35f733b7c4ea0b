package template

import (
	"embed"
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// ID is the provider's ID, and the prefix of its rules and checks.
const ID = "provider_template"

// Version is the adapter's release. A release build sets it:
// -ldflags "-X platform.internal/platform-core/adapter/adaptertool/template.Version=1.2.0".
var Version = "0.1.0"

// New returns the adapter. It holds no state and is safe for concurrent use.
func New() adapter.Adapter {
	return adapter.New(adapter.Definition{
		ID: ID, DisplayName: "Provider Template", Version: Version, DefaultRegion: defaultRegion,
		Regions: regions.All(), Boundaries: accounts, Readiness: []adapter.ReadinessCheck{zonesCheck,
			prices.ReadinessCheck(ID)},
		Rules: nativeRules, EstimateReads: []string{request.SizeField, request.RegionField},
		Prices:    prices,
		Placement: adapter.Placement{Environment: "every declared resource"},
		Root:      rootText, Plan: planFor,
		// What the form says of the provider and of the values that people choose.
		Writes: "Terraform for a provider of your own",
		Choices: adapter.ChoicesOf(request.SizeField, func(size string) string {
			return fmt.Sprintf("%d nodes", nodes[size])
		}),
		// What the resources are for, so that the portal can draw them.
		ResourceKinds: []profile.ResourceKind{
			{Resource: networkAddress, Role: profile.NetworkRole, DisplayName: "Network", Detail: "{cidr}"},
			{Resource: clusterAddress, Role: profile.ClusterRole, DisplayName: "Cluster", Detail: "{nodes} nodes"},
			{Resource: "terraform_data.identity", Role: profile.SupportingRole, DisplayName: "Identity"},
			{Resource: "terraform_data.key", Role: profile.KeysRole, DisplayName: "Key",
				Detail: "renewed every {rotation_days} days"},
			{Resource: "terraform_data.logs", Role: profile.LogsRole, DisplayName: "Logs"},
		},
		Replacements: map[string][]string{"terraform_data": {adapter.NameProperty, "cidr"}},
	})
}

// rootText is the Terraform of every environment. It holds nothing of a request.
//
//go:embed terraform/main.tf
var rootText []byte

// Facts of the provider are tables, each with its source.
//
//go:embed data/*.json
var data embed.FS

var prices = adapter.MustDecode[adapter.PriceTable](data, "data/prices.json")

// defaultRegion is the region of an installation that names none.
const defaultRegion = "north-1"

// regions is the table of regions. Where the provider's regions differ in more,
// use an entry of your own that has a profile.Region.
var regions = adapter.NewRegions(adapter.MustDecode[struct {
	Regions []profile.Region `json:"regions"`
}](data, "data/regions.json").Regions, func(r profile.Region) profile.Region { return r })

var zonesCheck = regions.Check(adapter.RegionCheck{
	ID: ID + ".region-zones", Title: "Availability zones",
	Passed:      "Every allowed region has three availability zones.",
	Warning:     "There are fewer than three availability zones in %s.",
	Remediation: "Prefer a region with three zones for production.",
}, func(r profile.Region) bool { return len(r.Zones) >= 3 })

// accounts are the boundaries that a profile fills in. Separate ones hold the
// powers that must not meet in one account.
var accounts = []profile.Boundary{
	account.Separate("management", "Management account", "1"),
	account.Separate("security", "Security account", "2"),
	account.Separate("log_archive", "Log archive account", "3"),
	account.Enterprise(request.Development, "Development account", "4"),
	account.Enterprise(request.Test, "Test account", "5"),
	account.Separate(request.Production, "Production account", "6"),
	account.Sandbox("sandbox", "Sandbox account", "9"),
}

var account = adapter.BoundaryForm{
	Pattern: `[0-9]{12}`, Form: "12 digits, such as 111122223333", Placeholder: "00000000000",
}
