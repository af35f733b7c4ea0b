package providera

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
)

// What has to be in main.tf word for word: settings, whom each policy admits
// and when, what waits for what, whom the budget alerts. A change of one of these
// is a change of this table, made on purpose.

// TestSettings checks each setting to its expression.
func TestSettings(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	for at, want := range settled {
		t.Run(at, func(t *testing.T) {
			place, argument := cutLast(at, " ")
			path := strings.Split(place, " ")
			b := testkit.NestedBlock(t, blockAt(t, root, path[0]), path[1:]...)
			assert.Equal(t, want, oneLine(b.Written(argument)))
		})
	}
}

// TestLocals checks what the locals are: names, accounts, tags, keys by duty.
func TestLocals(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	for name, want := range locals {
		t.Run(name, func(t *testing.T) {
			var written []string
			for _, b := range root.Blocks("locals") {
				if text := b.Written(name); text != "" {
					written = append(written, oneLine(text))
				}
			}
			assert.Equal(t, []string{want}, written)
		})
	}
}

// TestStatements checks each statement of each policy document, whole.
func TestStatements(t *testing.T) {
	root, left := testkit.ReadRoot(t, rootText), map[string]bool{}
	for at := range statements {
		left[at] = true
	}
	for _, document := range policyDocuments(root) {
		for i, s := range document.Nested("statement") {
			at := document.Labels()[1] + " " + nameOf(s, i)
			t.Run(at, func(t *testing.T) { assert.Equal(t, statements[at], statementText(s)) })
			delete(left, at)
		}
	}
	assert.Empty(t, left, "main.tf says these no more")
}

// TestOrder checks what every resource waits for, beside what it refers to.
func TestOrder(t *testing.T) {
	left := map[string]bool{}
	for address := range waits {
		left[address] = true
	}
	for _, b := range testkit.ReadRoot(t, rootText).Blocks("resource") {
		t.Run(b.Address(), func(t *testing.T) {
			assert.Equal(t, waits[b.Address()], strings.Trim(oneLine(b.Written("depends_on")), "[ ]"))
		})
		delete(left, b.Address())
	}
	assert.Empty(t, left)
}

// TestTheBudgetAlertsTheOwner checks each alert: what it counts, from where on, and
// that the owner's mailbox gets it.
func TestTheBudgetAlertsTheOwner(t *testing.T) {
	var alerts []string
	for _, n := range testkit.ResourceBlock(t, testkit.ReadRoot(t, rootText), "aws_budgets_budget.monthly").Nested("notification") {
		alerts = append(alerts, strings.Join([]string{n.Plain("notification_type"), n.Plain("comparison_operator"), n.Written("threshold"),
			n.Plain("threshold_type"), n.Written("subscriber_email_addresses")}, " "))
	}
	assert.Equal(t, []string{
		"ACTUAL GREATER_THAN var.budget_alert_percent.early PERCENTAGE local.budget_contacts",
		"ACTUAL GREATER_THAN var.budget_alert_percent.spent PERCENTAGE local.budget_contacts",
		"FORECASTED GREATER_THAN var.budget_alert_percent.forecast PERCENTAGE local.budget_contacts",
	}, alerts)
}

// TestTheWorkflowsInputsOpenNothing checks what the inputs are that no request
// gives: absent, they admit nobody and reach nothing.
func TestTheWorkflowsInputsOpenNothing(t *testing.T) {
	presets := map[string]string{}
	for _, b := range testkit.ReadRoot(t, rootText).Blocks("variable") {
		if preset := b.Written("default"); preset != "" {
			presets[b.Labels()[0]] = preset
		}
	}
	assert.Equal(t, map[string]string{
		"addon_versions": "{}", "application_deployer_role_arns": "[]", "bucket_account_ids": "[]", "cluster_admin_role_arns": "[]",
		"cluster_viewer_role_arns": "[]", "hub_cidrs": "[]", "node_release_version": "null", "node_start_size": "null", "permissions_boundary_arn": "null", "registry_account_id": "null",
		"resolver_rule_ids": "[]", "tag_keys": "{}", "tags": "{}", "transit_gateway_id": "null",
	}, presets)
}

// policyDocuments returns the policy documents of main.tf.
func policyDocuments(root *adaptertest.Root) []adaptertest.Block {
	return slices.DeleteFunc(root.Blocks("data"), func(b adaptertest.Block) bool { return b.Labels()[0] != "aws_iam_policy_document" })
}

// nameOf returns a statement's ID, or its number.
func nameOf(s adaptertest.Block, i int) string {
	if sid := s.Plain("sid"); sid != "" {
		return sid
	}
	return fmt.Sprint(i)
}

// principalsOf returns whom a statement is about, one after the other.
func principalsOf(s adaptertest.Block) string {
	var all []string
	for _, p := range s.Nested("principals") {
		all = append(all, p.Plain("type")+" "+oneLine(p.Written("identifiers")))
	}
	return strings.Join(all, ", ")
}

// statementText returns a statement as one text: effect, actions, resources, whom, when.
func statementText(s adaptertest.Block) string {
	lines := []string{s.Plain("effect") + " " + oneLine(s.Written("actions"))}
	if resources := s.Written("resources"); resources != "" {
		lines = append(lines, "on "+oneLine(resources))
	}
	if principals := principalsOf(s); principals != "" {
		lines = append(lines, "by "+principals)
	}
	for _, c := range s.Nested("condition") {
		lines = append(lines, "if "+c.Plain("test")+" "+c.Plain("variable")+" "+oneLine(c.Written("values")))
	}
	return strings.Join(lines, "\n")
}

// blockAt returns the block of main.tf at an address.
func blockAt(t *testing.T, root *adaptertest.Root, address string) adaptertest.Block {
	t.Helper()
	for _, b := range root.Blocks() {
		if b.Address() == address {
			return b
		}
	}
	require.Fail(t, "main.tf has no "+address)
	return adaptertest.Block{}
}

// oneLine returns an expression without its line breaks.
func oneLine(expression string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.Join(strings.Fields(expression), " "), "[ ", "["), ", ]", "]")
}

func cutLast(text, separator string) (before, after string) {
	i := strings.LastIndex(text, separator)
	return text[:i], text[i+len(separator):]
}
