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

var definition = adapter.Definition{
	ID: ID, DisplayName: "Provider A", Version: "1.0.0",
	DefaultRegion: defaultRegion, Regions: regions.All(), Boundaries: accounts,
	ResourceKinds: kinds.Kinds, Writes: "Terraform for AWS", Choices: choices,
	Settings: settings, CheckSettings: checkSettings,
	Rules: nativeRules, Readiness: readiness, Replacements: replacements,
	EstimateReads: []string{request.SizeField, request.EnvironmentField, request.RegionField},
	Prices:        prices, Placement: placement, Root: rootText, Plan: planFor,
}

// replacements are what a change makes anew (source: integration/terraform/testdata/
// aws.changes.json). Names follow the environment, so that a later request changes none
// but the node group's, which is made before the old one is drained. Ranges change with
// the network or its range of pods, and the transit gateway, the routes to the hub and
// what copies logs with the profile.
var replacements = map[string][]string{
	"aws_budgets_budget":                     {adapter.NameProperty},
	"aws_cloudwatch_log_group":               {adapter.NameProperty},
	"aws_cloudwatch_log_subscription_filter": {"destination_arn", adapter.NameProperty},
	"aws_ec2_transit_gateway_vpc_attachment": {"transit_gateway_id"},
	"aws_eks_cluster":                        {adapter.NameProperty, "service_ipv4_cidr"},
	"aws_eks_node_group":                     {"capacity_type", "instance_type", adapter.NameProperty},
	"aws_eks_pod_identity_association":       {"namespace", "service_account"},
	"aws_flow_log":                           {"traffic_type"},
	"aws_iam_role":                           {adapter.NameProperty},
	"aws_iam_role_policy":                    {adapter.NameProperty},
	"aws_kms_alias":                          {adapter.NameProperty},
	"aws_launch_template":                    {adapter.NameProperty},
	"aws_route":                              {"destination_cidr_block"},
	"aws_security_group":                     {adapter.NameProperty},
	"aws_subnet":                             {"cidr_block"},
	"aws_vpc":                                {"cidr_block"},
	"aws_vpc_endpoint":                       {"vpc_endpoint_type"},
	"aws_vpc_ipv4_cidr_block_association":    {"cidr_block"},
}

//go:embed data/*.json
var data embed.FS

// kinds say what the resources of main.tf are for.
var kinds = adapter.MustDecode[struct {
	Kinds []profile.ResourceKind `json:"kinds"`
}](data, "data/kinds.json")

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

// accounts are what a profile fills in: one for a sandbox, eight for an
// enterprise. Separate ones hold the powers that must not meet in one account.
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
