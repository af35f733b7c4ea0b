package gke

import (
	"embed"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// ID is the provider's ID, and the prefix of its rules and checks.
const ID = "gke"

// Version is the adapter's release.
var Version = "0.1.0"

// New returns the adapter. It holds no state and is safe for concurrent use.
func New() adapter.Adapter {
	return adapter.New(adapter.Definition{
		ID: ID, DisplayName: "Google Cloud", Version: Version, DefaultRegion: defaultRegion,
		Regions: regions.All(), Boundaries: projects,
		Readiness: []adapter.ReadinessCheck{
			adapter.LoggingCheck(ID+".logs", "Logs stay in the project.", "Logs go to the project of the log archive, too."),
			prices.ReadinessCheck(ID),
		},
		Rules: rules, EstimateReads: []string{request.SizeField, request.RegionField},
		Prices: prices,
		Placement: adapter.Placement{
			Environment: "every declared resource",
			Others:      []adapter.PlacementPart{{Name: "Log archive", Boundary: "log_archive", Holds: "copies of the logs"}},
		},
		Root: rootText, Plan: planFor,
		Writes:  "Terraform for Google Cloud",
		Choices: adapter.ChoicesOf(request.SizeField, func(size string) string { return nodesInZones(nodesPerZone[size]) }),
		ResourceKinds: []profile.ResourceKind{
			{Resource: "google_compute_network", Role: profile.NetworkRole, DisplayName: "VPC network"},
			{Resource: "google_compute_subnetwork", Role: profile.PrivateSubnetRole, DisplayName: "Subnet", Detail: "{ip_cidr_range}"},
			{Resource: "google_compute_router", Role: profile.SupportingRole, DisplayName: "Router"},
			{Resource: "google_compute_router_nat", Role: profile.ExitRole, DisplayName: "Cloud NAT"},
			{Resource: "google_container_cluster", Role: profile.ClusterRole, DisplayName: "GKE cluster", Detail: "{release_channel}"},
			{Resource: "google_container_node_pool", Role: profile.NodesRole, DisplayName: "Node pool", Detail: "{node_count} × {machine_type} a zone"},
			{Resource: "google_kms_crypto_key", Role: profile.KeysRole, DisplayName: "Key", Detail: "renewed every 90 days"},
			{Resource: "google_kms_crypto_key_iam_member", Role: profile.SupportingRole, DisplayName: "Use of the key"},
			{Resource: "google_kms_key_ring", Role: profile.SupportingRole, DisplayName: "Key ring"},
			{Resource: "google_logging_project_bucket_config", Role: profile.LogsRole, DisplayName: "Log bucket", Detail: "{retention_days} days"},
			{Resource: "google_logging_project_sink", Role: profile.LogsRole, DisplayName: "Log sink"},
			{Resource: "google_project_iam_member", Role: profile.SupportingRole, DisplayName: "Role of the nodes"},
			{Resource: "google_service_account", Role: profile.SupportingRole, DisplayName: "Service account"},
			{Resource: "google_service_account_iam_member", Role: profile.SupportingRole, DisplayName: "Workload identity"},
		},
		Replacements: map[string][]string{
			"google_compute_network":     {adapter.NameProperty},
			"google_compute_subnetwork":  {adapter.NameProperty, "ip_cidr_range"},
			"google_container_cluster":   {adapter.NameProperty},
			"google_container_node_pool": {"boot_disk_kms_key", "machine_type"},
			"google_kms_crypto_key":      {adapter.NameProperty},
			"google_kms_key_ring":        {adapter.NameProperty},
			"google_service_account":     {adapter.NameProperty},
		},
	})
}

// rootText is the Terraform of every environment. It does not depend on the request.
//
//go:embed terraform/main.tf
var rootText []byte

//go:embed data/*.json
var data embed.FS

var prices = adapter.MustDecode[adapter.PriceTable](data, "data/prices.json")

const defaultRegion = "europe-west1"

var regions = adapter.NewRegions(adapter.MustDecode[struct {
	Regions []profile.Region `json:"regions"`
}](data, "data/regions.json").Regions, func(r profile.Region) profile.Region { return r })

// network has the prefix lengths that a cluster needs, and the ranges that clusters use themselves.
var network = adapter.MustDecode[struct {
	Prefixes adapter.PrefixRange `json:"prefixes"`
	Clashes  []adapter.RangeNote `json:"clashes"`
}](data, "data/network.json")

// vpcs are the networks that the provider accepts.
var vpcs = adapter.Networks{Kind: "VPC network", Prefixes: network.Prefixes, Clashes: network.Clashes}

// projects are the boundaries that a profile fills in.
var projects = []profile.Boundary{
	project.Separate("log_archive", "Project of the log archive", "1"),
	project.Enterprise(request.Development, "Project for development", "2"),
	project.Enterprise(request.Test, "Project for test", "3"),
	project.Separate(request.Production, "Project for production", "4"),
	project.Sandbox("sandbox", "Project of the sandbox", "9"),
}

var project = adapter.BoundaryForm{
	Pattern: `[a-z][a-z0-9-]{4,28}[a-z0-9]`, Form: "6 to 30 lower-case letters, digits and hyphens, such as shop-dev-1234",
	Placeholder: "placeholder-project-",
}
