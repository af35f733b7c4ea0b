package money_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// provider is what the types of its resources begin with, the items that its machines have, and the regions whose
// machines are in no price list.
type provider struct {
	types, machines string
	regions         int
	unpriced        []string
}

var facts = map[string]provider{
	"provider_a": {"aws_", "aws_eks_node_group.this", 34, []string{"ap-east-2", "ap-southeast-6"}},
	"provider_b": {"azurerm_", "azurerm_kubernetes_cluster_node_pool.user", 57, []string{"belgiumcentral", "denmarkeast"}},
}

// TestEveryRegionHasAMachinePrice: 87 of 91 regions, and for the others an advisory
// and a total of what is known.
func TestEveryRegionHasAMachinePrice(t *testing.T) {
	for id, a := range providers.Adapters {
		require.Contains(t, facts, id, "write the facts of its prices into facts, in integration/money/money_test.go")
		p := facts[id]
		description, err := a.Describe(t.Context())
		require.NoError(t, err)
		require.Len(t, description.Regions, p.regions, id)
		unpriced := map[string]bool{}
		for _, in := range adaptertest.Inputs(description) {
			in.WithoutResources = true
			e, err := a.Evaluate(t.Context(), in)
			require.NoError(t, err)
			broken := func(rule string) bool {
				return slices.ContainsFunc(slices.Concat(e.Violations, e.Advisories), func(v request.Violation) bool { return v.PolicyID == id+rule })
			}
			require.False(t, broken(".cluster.instance-offered") || broken(".cluster.machines-sold"), "%+v has machines that are sold", in.Request)
			for _, item := range e.Estimate.Items {
				if item.Address == p.machines && item.Unit == "hour" {
					unpriced[in.Request.Region] = unpriced[in.Request.Region] || item.UnitPrice == ""
					assert.Equal(t, item.UnitPrice == "", broken(".region.machines"), "%s %+v", item.Item, in.Request)
				}
			}
			require.Contains(t, unpriced, in.Request.Region, "%+v has no machines", in.Request)
		}
		maps.DeleteFunc(unpriced, func(_ string, lacks bool) bool { return !lacks })
		assert.Equal(t, p.unpriced, slices.Sorted(maps.Keys(unpriced)), id)
	}
}

// TestNoBudgetOfADollar: the budget rule denies a budget of one dollar for every
// region, size, environment, classification and mode, and one that is a dollar less
// than what is known; it takes the dollar that covers the last cent.
func TestNoBudgetOfADollar(t *testing.T) {
	for id, a := range providers.Adapters {
		description, err := a.Describe(t.Context())
		require.NoError(t, err)
		rules := map[profile.Mode]*policy.CompiledRule{}
		for _, m := range profile.Modes() {
			rules[m.Mode] = budgetRule(t, m.Mode)
		}
		for _, in := range testkit.Sample(adaptertest.Inputs(description)) {
			in.WithoutResources = true
			e, err := a.Evaluate(t.Context(), in)
			require.NoError(t, err)
			again, err := a.Evaluate(t.Context(), in)
			require.NoError(t, err)
			require.Equal(t, e, again, "the same question has the same answer")
			require.True(t, e.Estimate.KnownTotal.Known, "%s %+v", id, in.Request)
			enough := max(e.Estimate.KnownTotal.Dollars(), e.Estimate.HighestTotal.Dollars())
			for budget, denied := range map[int64]bool{1: true, enough - 1: true, enough: false, enough + 1: false} {
				in.Request.MonthlyBudget = budget
				suggestion, denies := rules[in.Mode].Evaluate(policy.NewCandidate(policy.Input{
					Request: in.Request, Profile: adaptertest.Profile(description, in.Mode, in.Request.Region), Estimate: e.Estimate, Date: "2026-11-22",
				}))
				require.Equal(t, denied, denies, "%s: %d of %s for %+v", id, budget, e.Estimate.KnownTotal, in.Request)
				if denied {
					require.Equal(t, request.Number(enough), suggestion)
				}
			}
		}
	}
}

func budgetRule(t *testing.T, mode profile.Mode) *policy.CompiledRule {
	t.Helper()
	set, faults, err := policy.Compile(t.Context(), mode, nil)
	require.NoError(t, err)
	require.Empty(t, faults)
	checks := set.Compiled()
	i := slices.IndexFunc(checks, func(c *policy.CompiledRule) bool { return c.ID == "common.budget.covers-estimate" })
	require.GreaterOrEqual(t, i, 0)
	return checks[i]
}

// billed are the types of resources that the providers charge for. A resource of
// another type has no price of its own, such as a role or a rule.
var billed = []string{
	"aws_cloudwatch_log_group", "aws_eip", "aws_eks_cluster", "aws_eks_node_group", "aws_kms_key", "aws_nat_gateway",
	"azurerm_key_vault_key", "azurerm_kubernetes_cluster", "azurerm_kubernetes_cluster_node_pool", "azurerm_log_analytics_workspace",
	"azurerm_nat_gateway", "azurerm_network_watcher_flow_log", "azurerm_private_dns_zone", "azurerm_private_endpoint", "azurerm_public_ip",
	"azurerm_storage_account",
}

// TestNothingThatIsBilledCostsNothing: what is billed has a price, or none that is
// known, in every region.
func TestNothingThatIsBilledCostsNothing(t *testing.T) {
	for id, a := range providers.Adapters {
		require.Contains(t, facts, id, "write the facts of its prices into facts, in integration/money/money_test.go")
		p := facts[id]
		description, err := a.Describe(t.Context())
		require.NoError(t, err)
		seen := map[string]bool{}
		for _, region := range description.Regions {
			e, err := a.Evaluate(t.Context(), adaptertest.Input(description, profile.Enterprise, adaptertest.Request(region.Name, adaptertest.Production)))
			require.NoError(t, err)
			for _, r := range e.Resources {
				seen[r.Type] = true
				if slices.Contains(billed, r.Type) {
					assert.NotEqual(t, request.Cents(0), r.MonthlyCost, "%s: %s in %s", id, r.Address, region.Name)
				}
			}
		}
		for _, kind := range billed {
			own := strings.HasPrefix(kind, p.types)
			assert.Equal(t, own, seen[kind], "%s: %s", id, kind)
		}
	}
}
