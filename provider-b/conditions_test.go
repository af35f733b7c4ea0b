package providerb

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest/testkit"
)

func TestSettingsAreWritten(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	for at, arguments := range written {
		path := strings.Fields(at)
		b := testkit.NestedBlock(t, testkit.ResourceBlock(t, root, path[0]), path[1:]...)
		for name, text := range arguments {
			assert.Equal(t, text, b.Written(name), "%s of %s", name, at)
		}
	}
}

// TestTheProviderIsPinnedAndKeepsOut checks the provider's own block: the one
// subscription, no reading of closed data, nothing deleted for good.
func TestTheProviderIsPinnedAndKeepsOut(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	providers := root.Blocks("provider")
	require.Len(t, providers, 1)
	assert.Equal(t, `var.subscription_id`, providers[0].Written("subscription_id"))
	assert.Equal(t, `var.tenant_id == "" ? null : var.tenant_id`, providers[0].Written("tenant_id"))
	group := testkit.NestedBlock(t, providers[0], "features", "resource_group")
	assert.Equal(t, "var.deletion_protection", group.Written("prevent_deletion_if_contains_resources"))
	testkit.CheckPlain(t, providers[0], map[string]string{"resource_provider_registrations": "none", "storage_use_azuread": "true"})
	for path, want := range map[string]map[string]string{
		"features key_vault": {
			"purge_soft_delete_on_destroy": "false", "purge_soft_deleted_keys_on_destroy": "false",
			"recover_soft_deleted_key_vaults": "true", "recover_soft_deleted_keys": "true",
		},
		"features storage": {"data_plane_available": "false"},
	} {
		testkit.CheckPlain(t, testkit.NestedBlock(t, providers[0], strings.Fields(path)...), want)
	}
}

// TestContainersAreLoggedInFull checks the settings of the cluster's agent.
func TestContainersAreLoggedInFull(t *testing.T) {
	rule := testkit.ResourceBlock(t, testkit.ReadRoot(t, rootText), "azurerm_monitor_data_collection_rule.containers")
	text := strings.Join(strings.Fields(testkit.NestedBlock(t, rule, "data_sources", "extension").Written("extension_json")), " ")
	assert.Equal(t, `jsonencode({ dataCollectionSettings = { enableContainerLogV2 = true interval = "1m" namespaceFilteringMode = "Off" } })`, text)
}

// TestTagsSayWhatTheRequestSays reads the tags as main.tf makes them.
func TestTagsSayWhatTheRequestSays(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	for name, input := range scenarios {
		r := input.Request
		m, err := root.With(answered(t, input).Inputs(), []byte(facts.Workflow))
		require.NoError(t, err)
		tags, err := m.Texts("tags")
		require.NoError(t, err)
		assert.Equal(t, map[string]string{
			"Application": r.Application, "CostCentre": r.CostCentre, "DataClassification": r.DataClassification, "Environment": r.Environment,
			"ManagedBy": "self-service-environment-platform", "Owner": r.Owner,
		}, tags, name)
	}
	group := testkit.ResourceBlock(t, root, groupAddress).Written("tags")
	for key, value := range map[string]string{
		"ExpiresOn": `var.expires_on == "" ? "none" : var.expires_on`, "Fingerprint": "var.fingerprint", "RequestId": "var.request_id",
	} {
		assert.Contains(t, strings.Join(strings.Fields(group), " "), fmt.Sprintf("(lookup(var.tag_keys, %q, %[1]q)) = %s", key, value))
	}
}

func TestResourcesWaitForWhatTheyNeed(t *testing.T) {
	for _, b := range testkit.ReadRoot(t, rootText).Blocks("resource") {
		list := strings.FieldsFunc(b.Written("depends_on"), func(r rune) bool { return strings.ContainsRune("[], \n", r) })
		assert.ElementsMatch(t, waits[b.Address()], list, b.Address())
	}
}

// TestRolesAreWhatTheInventorySays checks each role's scope and holder as they
// are written against the inventory: one resource and never its whole vault.
func TestRolesAreWhatTheInventorySays(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	optional := planOf(t, throughTheHub()).landingGrants()
	elsewhere := map[string]string{"cluster_dns_zone": "var.api_server_dns_zone_id", "kubelet_registry": "var.registry_id"}
	assert.Len(t, testkit.ResourceBlocks(t, root, "azurerm_role_assignment"), len(grants)+len(optional)+1, "and people")
	for _, g := range append(slices.Clone(grants), optional...) {
		key, counted := strings.CutSuffix(g.key, "[0]")
		b := testkit.ResourceBlock(t, root, "azurerm_role_assignment."+key)
		scope := cmp.Or(elsewhere[key], g.on+".id")
		if _, subnet, ok := strings.Cut(g.on, subnetPath); ok {
			scope = fmt.Sprintf("local.subnet_ids[%q]", subnet)
		}
		if strings.HasPrefix(g.on, "azurerm_key_vault_key.") {
			scope = g.on + ".resource_versionless_id"
		}
		assert.Equal(t, scope, b.Written("scope"), g.key)
		assert.Equal(t, counted, b.Written("count") != "", g.key)
		assert.Equal(t, identity(g.to)+".principal_id", b.Written("principal_id"), g.key)
		testkit.CheckPlain(t, b, map[string]string{"role_definition_name": g.role, "principal_type": "ServicePrincipal"})
	}
}

// TestKeysDoOnlyTheirDuty checks what each key may be used for.
func TestKeysDoOnlyTheirDuty(t *testing.T) {
	key := testkit.ResourceBlock(t, testkit.ReadRoot(t, rootText), "azurerm_key_vault_key.this")
	assert.Equal(t, `{disks=["unwrapKey","wrapKey"]flow-logs=["unwrapKey","wrapKey"]secrets=["decrypt","encrypt","unwrapKey","wrapKey"]}`,
		strings.Join(strings.Fields(key.Written("for_each")), ""))
}

// TestEveryLogIsTaken checks the kinds of logs that leave each resource.
func TestEveryLogIsTaken(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	for name, want := range map[string][]string{
		"this":      {"allLogs"},
		"key_vault": {"AuditEvent", "AzurePolicyEvaluationDetails"},
		"cluster": {"cloud-controller-manager", "cluster-autoscaler", "guard", "kube-apiserver", "var.cluster_audit_log",
			"kube-controller-manager", "kube-scheduler"},
		"central": {"audit"},
	} {
		var taken []string
		for _, log := range testkit.ResourceBlock(t, root, "azurerm_monitor_diagnostic_setting."+name).Nested("enabled_log") {
			taken = append(taken, log.Plain("category")+log.Plain("category_group"))
		}
		assert.Equal(t, want, taken, name)
	}
	for name, what := range map[string]map[string]string{"logged": logged, "audited": audited} {
		for _, b := range root.Blocks("locals") {
			if text := b.Written(name); text != "" {
				for key, address := range what {
					assert.Regexp(t, `\b`+key+`\s+= "?(\$\{)?`+quoted(address)+`\.id`, text, "%s of %s", key, name)
				}
				assert.Len(t, regexp.MustCompile(`[\w-]+\s+= `).FindAllString(text, -1), len(what), name)
			}
		}
	}
}

func quoted(address string) string {
	return strings.NewReplacer(".", `\.`, "[", `\[`, "]", `\]`).Replace(address)
}

// TestTheOwnerHearsOfTheBudgetThreeTimes checks each alert, and that only the action group gets it: a mail to the
// owner too would be the second about the same alert.
func TestTheOwnerHearsOfTheBudgetThreeTimes(t *testing.T) {
	budget := testkit.ResourceBlock(t, testkit.ReadRoot(t, rootText), "azurerm_consumption_budget_subscription.monthly")
	to := ` "GreaterThan" true  [azurerm_monitor_action_group.budget.id]`
	assert.Equal(t, []string{
		`var.budget_alert_percent.early "Actual"` + to,
		`var.budget_alert_percent.spent "Actual"` + to,
		`var.budget_alert_percent.forecast "Forecasted"` + to,
	}, listed(budget, "notification", "threshold", "threshold_type", "operator", "enabled", "contact_emails", "contact_groups"))
}

// TestEveryResourceHasALine checks the table above against main.tf the other way:
// a resource that no line names, here or as plain as a role, is one to think of.
func TestEveryResourceHasALine(t *testing.T) {
	plain := []string{"azurerm_nat_gateway_public_ip_association.this",
		"azurerm_private_dns_zone.this", "azurerm_subnet_nat_gateway_association.api_server",
		"azurerm_user_assigned_identity.this", "azurerm_virtual_network.this"}
	for _, b := range testkit.ReadRoot(t, rootText).Blocks("resource") {
		if slices.Contains([]string{"azurerm_network_security_group", "azurerm_role_assignment", "azurerm_private_endpoint"}, b.Labels()[0]) || slices.Contains(plain, b.Address()) {
			continue
		}
		named := false
		for at := range written {
			named = named || strings.Fields(at)[0] == b.Address()
		}
		assert.True(t, named, b.Address())
	}
}

// TestKeysEndAtATimeThatTheProviderWrites: it makes a floating point number of seconds
// from nanoseconds in 64 bits (Azure/go-autorest autorest/date v0.3.0, unixtime.go),
// and the vault takes whole seconds.
func TestKeysEndAtATimeThatTheProviderWrites(t *testing.T) {
	for _, b := range testkit.ReadRoot(t, rootText).Blocks("variable") {
		if b.Labels()[0] != "key_expires_at" {
			continue
		}
		end, err := time.Parse(time.RFC3339, b.Plain("default"))
		require.NoError(t, err)
		assert.Equal(t, strconv.FormatInt(end.Unix(), 10), strconv.FormatFloat(float64(end.UnixNano())/1e9, 'f', -1, 64))
		return
	}
	t.Error("main.tf has no key_expires_at")
}
