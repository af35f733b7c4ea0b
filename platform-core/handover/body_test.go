package handover_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/handover"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// declared returns the input with a network, two parts of it and a budget, which cost 10 USD each.
func declared(t testing.TB, replacements ...string) proposal.Input {
	t.Helper()
	in := input(t, replacements...)
	r := in.Request
	in.Resources = []request.Resource{
		{Address: "budget.a", Type: "budget", Properties: request.NewProperties(map[string]string{"amount": fmt.Sprint(r.MonthlyBudget)})},
		{Address: "network.a", Type: "network", Properties: request.NewProperties(map[string]string{"range": r.NetworkCIDR.String()})},
		{Address: "part.a", Type: "part", Parent: "network.a"},
		{Address: "part.b", Type: "part", Parent: "network.a"},
	}
	in.Replacements = []adapter.Replacement{{Type: "network", Properties: []string{"range"}}}
	return priced(in)
}

// priced sets the estimate of the resources.
func priced(in proposal.Input) proposal.Input {
	in.Estimate = request.Estimate{Currency: "USD", PriceTable: "2026-11"}
	for i := range in.Resources {
		in.Resources[i].MonthlyCost = request.Cents(1000)
		in.Estimate.Items = append(in.Estimate.Items, request.EstimateItem{Address: in.Resources[i].Address, Item: "it",
			Basis: request.Fixed, Quantity: "1", Unit: "month", UnitPrice: "10.00", MonthlyCost: request.Cents(1000)})
	}
	in.Estimate.KnownTotal, in.Estimate.MonthlyTotal = request.Totals(in.Estimate.Items)
	return in
}

// withNodes adds a group of nodes to the resources. Each node has 8 GiB, and a node with 2 vCPUs has credits. The group
// can double. main.tf makes a new group before it destroys the old group.
func withNodes(in proposal.Input, count int, vcpus string) proposal.Input {
	properties := map[string]string{
		"node_count": fmt.Sprint(count), "max_count": fmt.Sprint(2 * count), "vcpus": vcpus, "memory_gib": "8", "machine": vcpus,
	}
	if vcpus == "2" {
		properties["credits"] = "standard"
	}
	in.Root = []byte("resource \"nodes\" \"a\" {\n  lifecycle {\n    create_before_destroy = true\n  }\n}\n")
	in.Resources = append(in.Resources,
		request.Resource{Address: "nodes.a", Type: "nodes", Properties: request.NewProperties(properties)})
	in.Replacements = append(in.Replacements, adapter.Replacement{Type: "nodes", Properties: []string{"machine"}})
	slices.SortFunc(in.Resources, func(a, b request.Resource) int { return strings.Compare(a.Address, b.Address) })
	slices.SortFunc(in.Replacements, func(a, b adapter.Replacement) int { return strings.Compare(a.Type, b.Type) })
	return priced(in)
}

// bodyOf returns the text of a pull request for after, in a tree with before.
func bodyOf(t *testing.T, before, after proposal.Input) string {
	t.Helper()
	tree := handover.Tree{}
	write(t, tree, build(t, before))
	return write(t, tree, build(t, after)).Body
}

// between returns the text from one line to another, without both. It writes ' for a backtick.
func between(t *testing.T, text, from, to string) string {
	t.Helper()
	_, rest, ok := strings.Cut("\n"+text, "\n"+from+"\n\n")
	require.True(t, ok, "%s in:\n%s", from, text)
	middle, _, ok := strings.Cut(rest, "\n\n"+to+"\n")
	require.True(t, ok, "%s in:\n%s", to, text)
	return strings.ReplaceAll(middle, "`", "'")
}

const cost = "**Cost a month**, at list prices without usage: "

const unchanged = "40.00 USD, unchanged, 8 % of the budget.\n\n"

const head = "| What | Last proposal | This proposal |\n| --- | --- | --- |\n"

// TestBodiesOfChanges compares what a body says between the verdict and the reason.
func TestBodiesOfChanges(t *testing.T) {
	for name, test := range map[string]struct {
		after func() proposal.Input
		want  string
	}{
		"a budget": {func() proposal.Input { return declared(t, "500", "700") },
			head + "| 'monthly_budget' | '500' | '700' |\n\n" +
				cost + "40.00 USD, unchanged, 6 % of the budget.\n\n" +
				"**Resources**: 1 changed in place, 3 unchanged. Tags with the request's ID change too.\n\n- Changed 'budget.a': amount '500' to '700'"},
		"a renewal": {func() proposal.Input { return declared(t, "2026-12-15", "2026-12-31") },
			head + "| 'expiry_date' | '2026-12-15' | '2026-12-31' |\n\n" + cost + unchanged + "**Resources**: 4 unchanged. Tags with the request's ID change too."},
		"replaced resources": {func() proposal.Input { return declared(t, "10.20.0.0/20", "10.64.0.0/20") },
			head + "| 'network_cidr' | '10.20.0.0/20' | '10.64.0.0/20' |\n\n" + cost + unchanged +
				"**Resources**: 3 replaced, 1 unchanged. Tags with the request's ID change too.\n\n" +
				"- **Replaced, old destroyed first**: 'network.a', because of range '10.20.0.0/20' to '10.64.0.0/20'\n- **Replaced** with these, by type: 'part' (2)"},
		"other nodes": {func() proposal.Input { return withNodes(declared(t, "small", "medium"), 3, "4") },
			head + "| 'cluster_size' | 'small' | 'medium' |\n\n" + cost + "50.00 USD, unchanged, 10 % of the budget. With all 6 workload nodes: 60.00 USD, 12 %.\n\n" +
				"**Workload nodes at first**: 4 vCPUs, 16 GiB before, **12 vCPUs, 24 GiB** after.\n\n" +
				"**Resources**: 1 replaced, 4 unchanged. Tags with the request's ID change too.\n\n" +
				"- **Replaced, new before old**: 'nodes.a', because of machine '2' to '4'; also credits no longer set ('standard' before), " +
				"max_count '4' to '6', node_count '2' to '3'"},
		"added and removed resources": {func() proposal.Input {
			in := declared(t, "CC-4711", "CC-1")
			in.Resources[3].Address, in.Resources[3].Name = "part.c", "c"
			return priced(proposal.Input{Request: in.Request, Profile: in.Profile, Adapter: in.Adapter, Root: in.Root, Inputs: in.Inputs,
				Resources: append(in.Resources, request.Resource{Address: "part.d", Type: "part", Parent: "network.a"})})
		},
			head + "| 'cost_centre' | 'CC-4711' | 'CC-1' |\n\n" +
				cost + "40.00 USD before, **50.00 USD** after (10.00 USD more), 10 % of the budget.\n\n" +
				"**Resources**: 1 removed, 2 added, 3 unchanged. Tags with the request's ID change too.\n\n" +
				"- **Removed**: 'part.b'\n- Added: 'part.c', 'part.d'"},
		"another adapter": {func() proposal.Input {
			in := declared(t)
			in.Adapter.Version, in.Root, in.Inputs = "1.1.0", []byte("# another\n"), []byte("{\"a\": 1}\n")
			return in
		},
			head + "| 'a' | 'null' | '1' |\n| 'adapter_version' | '1.0.0' | '1.1.0' |\n\n" +
				cost + unchanged + "**Resources**: 4 unchanged."},
		"no price": {func() proposal.Input {
			in := declared(t, "CC-4711", "CC-1")
			in.Estimate = request.Estimate{Currency: "USD", PriceTable: "2026-11"}
			return in
		},
			head + "| 'cost_centre' | 'CC-4711' | 'CC-1' |\n\n**Cost a month**: not compared, because an estimate is missing.\n\n" +
				"**Resources**: 4 unchanged. Tags with the request's ID change too."},
	} {
		t.Run(name, func(t *testing.T) {
			before := declared(t)
			if name == "other nodes" {
				before = withNodes(before, 2, "2")
			}
			body := bodyOf(t, before, test.after())
			const reason = "**Reason**, unchanged: 'Integration tests of the checkout service.'\n\n"
			changes, _, _ := strings.Cut(between(t, body, "## What changes", "## Policy"), "\n\n**Last day**, unchanged: ")
			assert.Contains(t, changes, reason)
			changes = strings.Replace(changes, reason, "", 1)
			assert.Equal(t, test.want, changes)
			assert.NotContains(t, body, "\n\n\n", "one empty line is enough")
		})
	}
}

// TestTheChangeComesFirst, then exceptions with their owners, then policy with the advisories that are new.
func TestTheChangeComesFirst(t *testing.T) {
	advisory := func(id, message string) proposal.RuleOutcome {
		return proposal.RuleOutcome{PolicyID: id, Field: "region", Message: message, Remediation: "Choose a near one.",
			Outcome: request.Violated}
	}
	before, after := declared(t), declared(t, "500", "700")
	before.Rules = []proposal.RuleOutcome{advisory("a.b", "It is far.")}
	after.Rules = []proposal.RuleOutcome{
		{PolicyID: "a.a", Title: "A", Message: "It is small.", Outcome: request.Excepted,
			Exception: proposal.RuleException{Owner: "net@example.com", Reason: "It moves soon.", Until: "2026-12-31"}},
		advisory("a.b", "It is far."), advisory("a.c", "It is hot."),
	}
	body := bodyOf(t, before, after)
	assert.True(t, strings.HasPrefix(body, "**Ready for review.** Nothing was executed, and merging deploys nothing by itself.\n\n"+
		"## What changes\n\n"), body)
	excepted := between(t, body, "## Accepted with exceptions", "## Policy")
	assert.Contains(t, excepted, "| 'a.a' | It is small. | It moves soon. | 'net@example.com' | 31 Dec 2026 |")
	policy := strings.Split(between(t, body, "## Policy", "## Checklist"), "\n\n")
	assert.Equal(t, "**Accepted.** Advisories: 2. New:", policy[0])
	assert.Equal(t, "- 'region': It is hot.", policy[1])
	assert.Contains(t, body, "- [ ] The exception from `a.a` is still needed")

	body = bodyOf(t, after, func() proposal.Input { after.Request = declared(t, "500", "800").Request; return after }())
	policy = strings.Split(between(t, body, "## Policy", "## Checklist"), "\n\n")
	assert.Equal(t, []string{"**Accepted.** Advisories: 2, as before."}, policy)
}

// TestNoReasonEndsASection has reasons that are written like headings of the review page.
func TestNoReasonEndsASection(t *testing.T) {
	for _, reason := range []string{
		"Integration tests. ## Checklist - [x] all is well", strings.Repeat("## Checklist ", 30), "``` ## Policy ``` ## Checklist",
	} {
		tree := handover.Tree{}
		body := write(t, tree, proposed(t, "Integration tests of the checkout service.", "'"+reason+"'")).Body
		proposedPart := between(t, body, "## What is proposed", "## Checklist")
		assert.Contains(t, strings.Join(strings.Fields(proposedPart), " "),
			strings.ReplaceAll(strings.Join(strings.Fields(reason), " "), "`", "'"))
		assert.Equal(t, 1, strings.Count(body, "\n\n## Checklist\n\n"))
		assert.NotContains(t, body, "\n- [x]")
	}
}
