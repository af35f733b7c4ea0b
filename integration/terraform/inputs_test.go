package terraform_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// cloud is an adapter and what the tests know of its cloud.
type cloud struct {
	// id is the adapter's, name the provider's Terraform name, version one that main.tf accepts.
	id, name, version string
	// identifiers are the inputs that are accounts or subscriptions.
	identifiers []string
	// workflow are inputs that the protected workflow gives.
	workflow map[string]any
	// branches are inputs with which main.tf declares what it otherwise leaves
	// out, and extra what that is.
	branches map[string]any
	extra    []string
}

// runnerNetwork is where provider_b's workflow runs.
var runnerNetwork = map[string]any{
	"location":          "westeurope",
	"subnet_id":         hub + "virtualNetworks/vnet-runner/subnets/snet-runner",
	"vault_dns_zone_id": hub + "privateDnsZones/privatelink.vaultcore.azure.net",
}

const hub = "/subscriptions/00000000-0000-0000-0000-000000000004/resourceGroups/rg-hub/providers/Microsoft.Network/"

// zones is how many availability zones the stand-in provider makes up.
const zones = 3

var clouds = []cloud{
	{
		id: "provider_a", name: "aws", version: "6.25.0",
		identifiers: []string{"account_id", "key_oversight_account_id", "log_archive_account_id"}, workflow: map[string]any{},
		branches: map[string]any{
			"addon_versions":                 map[string]any{"coredns": "v1.0.0-eksbuild.1"},
			"application_deployer_role_arns": []string{"arn:aws:iam::000000000006:role/deployer"},
			"bucket_account_ids":             []string{"000000000005"},
			"cluster_admin_role_arns":        []string{"arn:aws:iam::000000000006:role/admin"},
			"cluster_viewer_role_arns":       []string{"arn:aws:iam::000000000006:role/admin", "arn:aws:iam::000000000006:role/viewer"},
			"hub_cidrs":                      []string{"10.0.0.0/8", "192.168.0.0/16"},
			"resolver_rule_ids":              []string{"rslvr-rr-1"},
			"tags":                           map[string]string{"BusinessUnit": "retail"},
			"tag_keys":                       map[string]string{"CostCentre": "cost-center"},
			"permissions_boundary_arn":       "arn:aws:iam::000000000006:policy/boundary",
			"transit_gateway_id":             "tgw-00000000000000000",
		},
		extra: []string{
			`aws_ec2_managed_prefix_list.hub[0]`,
			`aws_ec2_transit_gateway_vpc_attachment.hub[0]`,
			`aws_route53_resolver_rule_association.hub["rslvr-rr-1"]`,
			`aws_eks_access_entry.this["arn:aws:iam::000000000006:role/admin"]`,
			`aws_eks_access_entry.this["arn:aws:iam::000000000006:role/deployer"]`,
			`aws_eks_access_entry.this["arn:aws:iam::000000000006:role/viewer"]`,
			`aws_eks_access_policy_association.admin["arn:aws:iam::000000000006:role/admin"]`,
			`aws_eks_access_policy_association.deployer["arn:aws:iam::000000000006:role/deployer"]`,
			`aws_eks_access_policy_association.viewer["arn:aws:iam::000000000006:role/admin"]`,
			`aws_eks_access_policy_association.viewer["arn:aws:iam::000000000006:role/viewer"]`,
			`aws_route.private_hub[0]`, `aws_route.private_hub[1]`, `aws_route.private_hub[2]`,
			`aws_vpc_security_group_ingress_rule.hub_api[0]`,
		},
	},
	{
		id: "provider_b", name: "azurerm", version: "4.69.0",
		identifiers: []string{"central_logs_subscription_id", "subscription_id", "tenant_id"},
		workflow:    map[string]any{},
		branches: map[string]any{
			"budget_start_date":              "2026-12-01T00:00:00Z",
			"cluster_admin_group_object_ids": []string{"00000000-0000-0000-0000-0000000000aa"},
			"hub_cidrs":                      []string{"10.0.0.0/16"},
			"hub_virtual_network_id":         hub + "virtualNetworks/vnet-hub",
			"key_expires_at":                 "2028-01-01T00:00:00Z",
			"runner_cidrs":                   []string{"10.0.9.0/24"},
			"runner_network":                 runnerNetwork,
		},
		extra: []string{
			`azurerm_private_endpoint.key_vault_runner[0]`,
			`azurerm_role_assignment.people["admin-login-00000000-0000-0000-0000-0000000000aa"]`,
			`azurerm_virtual_network_peering.hub[0]`,
		},
	},
}

func (c cloud) describe(t testing.TB) adapter.Description {
	t.Helper()
	d, err := providers.Adapters[c.id].Describe(t.Context())
	require.NoError(t, err)
	return d
}

// request returns a request for the cloud's default region, changed as asked.
func (c cloud) request(t testing.TB, changes ...adaptertest.Change) request.Request {
	t.Helper()
	r := adaptertest.Request(c.describe(t).DefaultRegion)
	r.MonthlyBudget = 900
	r.BusinessJustification = `Trying ${file("/etc/passwd")} and "quotes", %{ if true }yes%{ endif }.`
	for _, change := range changes {
		change(&r)
	}
	return r
}

// input returns the input for a request, with the placeholders of the boundaries.
func (c cloud) input(t testing.TB, mode profile.Mode, r request.Request) adapter.Input {
	t.Helper()
	return adaptertest.Input(c.describe(t), mode, r)
}

// enterprise returns the input for a request in an enterprise, changed as asked.
func (c cloud) enterprise(t testing.TB, changes ...adaptertest.Change) adapter.Input {
	t.Helper()
	return c.input(t, profile.Enterprise, c.request(t, changes...))
}

func (c cloud) generation(t testing.TB, in adapter.Input) adapter.Generation {
	t.Helper()
	g, err := providers.Adapters[c.id].Generate(t.Context(), in)
	require.NoError(t, err)
	return g
}

func (c cloud) evaluation(t testing.TB, in adapter.Input) adapter.Evaluation {
	t.Helper()
	e, err := providers.Adapters[c.id].Evaluate(t.Context(), in)
	require.NoError(t, err)
	return e
}

// inputs are every size and environment in a sandbox and an enterprise, and
// every environment in simulation, which declares what an enterprise does; each
// with an end of the classifications. In a short test they are a sample with
// every mode, size, environment and classification.
func (c cloud) inputs(t testing.TB) map[string]adapter.Input {
	t.Helper()
	all := map[string]adapter.Input{}
	for m, mode := range []profile.Mode{profile.Simulation, profile.Sandbox, profile.Enterprise} {
		for s, size := range request.Sizes() {
			for e, stage := range request.Environments() {
				if testing.Short() && (s != m || e != m) || mode == profile.Simulation && size != request.Small {
					continue
				}
				classification := request.Internal
				if stage == request.Production {
					classification = request.Restricted
				}
				request := c.request(t, func(r *request.Request) {
					r.ClusterSize, r.Environment, r.DataClassification = size, stage, classification
				})
				all[fmt.Sprintf("%s %s %s", mode, size, stage)] = c.input(t, mode, request)
			}
		}
	}
	return all
}

// files returns the input's main.tf and inputs.
func (c cloud) files(t testing.TB, in adapter.Input) (root, inputs []byte) {
	t.Helper()
	generation := c.generation(t, in)
	return generation.Files[0].Content, generation.Files[1].Content
}

// inventory returns the input's resources by address.
func (c cloud) inventory(t testing.TB, in adapter.Input) map[string]request.Resource {
	t.Helper()
	e := c.evaluation(t, in)
	all := map[string]request.Resource{}
	for _, r := range e.Resources {
		all[r.Address] = r
	}
	return all
}
