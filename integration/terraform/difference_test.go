package terraform_test

import (
	"cmp"
	"fmt"
	"maps"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/handover"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// choices are what a profile chooses beside its defaults: settings and boundaries.
type choices struct{ settings, boundaries map[string]string }

// landingChange is a change of a profile's choices under an environment that is there.
type landingChange struct {
	name     string
	from, to choices
	// small gives the environment a network whose pods are beside it.
	small bool
}

// settingsOf returns choices of settings, each a name and a value.
func settingsOf(pairs ...string) choices {
	c := choices{settings: map[string]string{}}
	for i := 0; i < len(pairs); i += 2 {
		c.settings[pairs[i]] = pairs[i+1]
	}
	return c
}

// and returns the choices with others in place of some.
func (c choices) and(pairs ...string) choices {
	all := maps.Clone(c.settings)
	maps.Copy(all, settingsOf(pairs...).settings)
	return choices{settings: all, boundaries: c.boundaries}
}

var (
	attached = settingsOf("transit_gateway_id", "tgw-00000000000000000", "hub_cidrs", "10.0.0.0/8")
	registry = "/subscriptions/00000000-0000-0000-0000-000000000006/resourceGroups/rg/providers/Microsoft.ContainerRegistry/registries/"
	peered   = settingsOf("hub_virtual_network_id", hub+"virtualNetworks/vnet-hub", "hub_cidrs", "10.0.0.0/16",
		"api_server_dns_zone_id", hub+"privateDnsZones/private.northeurope.azmk8s.io")
)

// landingChanges are those of each cloud.
var landingChanges = map[string][]landingChange{
	"aws": {
		{name: "log archive account", to: choices{boundaries: map[string]string{"log_archive": "000000000099"}}},
		{name: "destination of logs", to: settingsOf("log_archive_destination", "other-central-logs")},
		{name: "attaching", to: attached},
		{name: "transit gateway", from: attached, to: attached.and("transit_gateway_id", "tgw-00000000000000001")},
		{name: "hub's range", from: attached, to: attached.and("hub_cidrs", "10.0.0.0/9,192.168.0.0/16")},
		{name: "egress through the hub", from: attached, to: attached.and("egress", "hub")},
		{name: "names of the hub", from: attached, to: attached.and("resolver_rule_ids", "rslvr-rr-1,rslvr-rr-2")},
		{name: "range of pods", to: settingsOf("pod_range", "100.66.0.0/16"), small: true},
	},
	"azurerm": {
		{name: "registry", from: settingsOf("registry_id", registry+"one"), to: settingsOf("registry_id", registry+"two")},
		{name: "zone of API servers", from: peered, to: peered.and("api_server_dns_zone_id", hub+"privateDnsZones/privatelink.northeurope.azmk8s.io")},
		{name: "hub", from: peered, to: peered.and("hub_virtual_network_id", hub+"virtualNetworks/vnet-other")},
		{name: "egress through the hub", from: peered, to: peered.and("egress", "hub", "egress_next_hop_ip", "10.0.1.4")},
		{name: "ranges of services", to: settingsOf("service_cidrs", "172.21.0.0/16")},
		{name: "names by policy", to: settingsOf("private_dns", "policy")},
		{name: "DNS zones", to: settingsOf("private_dns", "central", "blob_dns_zone_id", hub+"privateDnsZones/privatelink.blob.core.windows.net", "vault_dns_zone_id", hub+"privateDnsZones/privatelink.vaultcore.azure.net")},
	},
}

// proposed returns the proposal of an enterprise with its choices.
func (c cloud) proposed(t *testing.T, chosen choices, small bool) proposal.Proposal {
	t.Helper()
	d := c.describe(t)
	text := fmt.Sprintf("provider: %s\nmode: enterprise\nallowed_regions: [%s]\npolicy_date: \"2027-01-10\"\nboundaries:\n", d.ID, d.DefaultRegion)
	for _, b := range d.Boundaries {
		if b.Mode == profile.Enterprise {
			text += fmt.Sprintf("  %s: %q\n", b.Name, cmp.Or(chosen.boundaries[b.Name], b.Placeholder))
		}
	}
	if len(chosen.settings) > 0 {
		text += "settings:\n"
		for _, name := range slices.Sorted(maps.Keys(chosen.settings)) {
			text += fmt.Sprintf("  %s: %q\n", name, chosen.settings[name])
		}
	}
	platform := c.installed(t, text)
	record, err := platform.Evaluate(t.Context(), c.request(t, func(r *request.Request) {
		r.MonthlyBudget = 20000
		if small {
			r.NetworkCIDR = netip.MustParsePrefix("10.40.0.0/24")
		}
	}), service.EvaluateOptions{})
	require.NoError(t, err)
	derived, err := platform.Derive(t.Context(), record)
	require.NoError(t, err)
	return derived.Proposal
}

// inputsOf returns the values of main.tf's variables.
func inputsOf(t *testing.T, p proposal.Proposal) []byte {
	t.Helper()
	i := slices.IndexFunc(p.Artifacts, func(a proposal.Artifact) bool { return strings.HasSuffix(a.Path, ".tfvars.json") })
	require.GreaterOrEqual(t, i, 0)
	return []byte(p.Artifacts[i].Content)
}

// TestADifferenceIsWhatThePlanDoes makes a state of an environment and plans other
// choices of its profile in it. What the difference of the two proposals says is
// replaced, added and removed is what the plan replaces, adds and removes.
func TestADifferenceIsWhatThePlanDoes(t *testing.T) {
	for _, c := range clouds {
		w := of(t, c)
		for _, r := range landingChanges[c.name] {
			t.Run(c.name+" "+r.name, func(t *testing.T) {
				t.Parallel()
				before, after := c.proposed(t, r.from, r.small), c.proposed(t, r.to, r.small)
				planned, _ := w.planIn(t, w.apply(t, inputsOf(t, before)), inputsOf(t, after))
				does, predicts := done(planned), predicted(t, before, after)
				for _, verb := range []string{"replace", "create", "delete"} {
					assert.ElementsMatch(t, does[verb], predicts[verb], verb)
				}
				comesFirst(t, planned, before, after)
				for _, address := range does["update"] {
					kind, _, _ := strings.Cut(address, ".")
					assert.NotEqual(t, slices.Contains(predicts["update"], address), unnoticed[kind] != "", address)
				}
			})
		}
	}
}

var replaced = regexp.MustCompile("(?m)^- \\*\\*Replaced, (.*?)\\*\\*: `([^`]*)`")

// comesFirst compares the order in which a plan replaces each resource with the text of the pull request.
func comesFirst(t *testing.T, planned map[string]change, before, after proposal.Proposal) {
	t.Helper()
	first, err := handover.New(before, handover.Tree{})
	require.NoError(t, err)
	next, err := handover.New(after, first.Files)
	require.NoError(t, err)
	for _, found := range replaced.FindAllStringSubmatch(next.Body, -1) {
		order := map[string]string{"create": "new before old", "delete": "old destroyed first"}
		assert.Equal(t, order[planned[found[2]].Change.Actions[0]], found[1], found[2])
	}
}

// unnoticed are types of resources that a plan changes in place, while the inventory does not have the changed
// argument.
var unnoticed = map[string]string{
	"aws_eks_addon":                         "its configuration names the subnets of pods",
	"azurerm_federated_identity_credential": "its issuer is the cluster's, which is another one",
	"azurerm_private_endpoint":              "its group names zones",
}

// done returns what a plan does: addresses by what is done there.
func done(planned map[string]change) map[string][]string {
	does := map[string][]string{}
	for address, p := range planned {
		verb := strings.Join(p.Change.Actions, " and ")
		if len(p.Change.Actions) > 1 {
			verb = "replace"
		}
		does[verb] = append(does[verb], address)
	}
	return does
}

// predicted returns the same of what the difference of two proposals for one environment
// says.
func predicted(t *testing.T, before, after proposal.Proposal) map[string][]string {
	t.Helper()
	var documents []difference.Document
	for _, p := range []proposal.Proposal{before, after} {
		files := map[string]string{}
		for _, a := range p.Artifacts {
			files[a.Path] = a.Content
		}
		d, err := difference.ReadBundle("bundle", files)
		require.NoError(t, err)
		documents = append(documents, d)
	}
	d := difference.Compare("before", documents[0], "after", documents[1])
	require.True(t, d.SameEnvironment, d.EnvironmentDiffersIn)
	r, predicts := d.Resources, map[string][]string{}
	for verb, list := range map[string][]difference.Resource{"create": r.Added, "delete": r.Removed} {
		for _, one := range list {
			predicts[verb] = append(predicts[verb], one.Address)
		}
	}
	for verb, list := range map[string][]difference.ResourceChange{"replace": r.Replaced, "update": r.Changed} {
		for _, one := range list {
			predicts[verb] = append(predicts[verb], one.Address)
		}
	}
	return predicts
}

// TestAnotherNetworkIsAnotherCluster: main.tf changes the ranges of provider_b's subnets
// in place, with the network, which Azure refuses while a cluster is in them. What the network would take
// is what the difference says.
func TestAnotherNetworkIsAnotherCluster(t *testing.T) {
	c := clouds[1]
	predicts := predicted(t, c.proposed(t, choices{}, false), c.proposed(t, choices{}, true))
	for _, address := range []string{"azurerm_kubernetes_cluster.this", "azurerm_kubernetes_cluster_node_pool.user"} {
		assert.Contains(t, predicts["replace"], address)
	}
}
