package providerb

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
	"platform.internal/platform-core/provider/providertest/posture"
	"platform.internal/platform-core/provider/providertest/terraform"
)

// What main.tf must say in so many words, because an environment that lacks it
// still looks whole: each line here was once taken out, and no other test fell.

// written are arguments by the block that they stand in, an address and the
// types of the blocks within, as the text that must stand there.
var written = map[string]map[string]string{
	"azurerm_resource_group.this": {"tags": "local.tags"},
	"azurerm_management_lock.this": {
		"count": "var.deletion_protection ? 1 : 0", "scope": "azurerm_resource_group.this.id", "lock_level": `"CanNotDelete"`,
	},

	"azurerm_subnet.api_server delegation service_delegation": {
		"name": `"Microsoft.ContainerService/managedClusters"`, "actions": `["Microsoft.Network/virtualNetworks/subnets/join/action"]`,
	},
	"azurerm_subnet.nodes":             {"address_prefixes": "[var.node_subnet_cidr]"},
	"azurerm_subnet.api_server":        {"address_prefixes": "[var.api_server_subnet_cidr]"},
	"azurerm_subnet.private_endpoints": {"address_prefixes": "[var.private_endpoint_subnet_cidr]", "private_endpoint_network_policies": `"Enabled"`},
	"azurerm_subnet_network_security_group_association.nodes": {
		"subnet_id": "azurerm_subnet.nodes.id", "network_security_group_id": `azurerm_network_security_group.this["nodes"].id`,
	},
	"azurerm_subnet_network_security_group_association.api_server": {
		"subnet_id": "azurerm_subnet.api_server.id", "network_security_group_id": `azurerm_network_security_group.this["api-server"].id`,
	},
	"azurerm_subnet_network_security_group_association.private_endpoints": {
		"subnet_id": "azurerm_subnet.private_endpoints.id", "network_security_group_id": `azurerm_network_security_group.this["private-endpoints"].id`,
	},
	"azurerm_public_ip.nat":                              {"sku": "var.nat_gateway_sku", "zones": "local.zones"},
	"azurerm_nat_gateway.this":                           {"sku_name": "var.nat_gateway_sku", "zones": `var.nat_gateway_sku == "StandardV2" ? local.zones : null`},
	"azurerm_subnet_nat_gateway_association.nodes":       {"subnet_id": "azurerm_subnet.nodes.id"},
	"azurerm_virtual_network_peering.hub":                {"allow_forwarded_traffic": "false", "allow_gateway_transit": "false", "allow_virtual_network_access": "true"},
	"azurerm_private_dns_zone_virtual_network_link.this": {"virtual_network_id": "azurerm_virtual_network.this.id", "registration_enabled": "false"},

	"azurerm_federated_identity_credential.workload": {
		"parent_id": `azurerm_user_assigned_identity.this["workload"].id`, "audience": `["api://AzureADTokenExchange"]`,
		"issuer": "azurerm_kubernetes_cluster.this.oidc_issuer_url", "subject": `"system:serviceaccount:${var.application}:${var.application}"`,
	},

	"azurerm_key_vault.this": {
		"tenant_id": "local.tenant_id", "sku_name": `"premium"`, "soft_delete_retention_days": "var.vault_retention_days",
	},
	"azurerm_key_vault.this network_acls":                  {"bypass": `"AzureServices"`},
	"azurerm_key_vault_key.this":                           {"expiration_date": "var.key_expires_at", "key_opts": "each.value"},
	"azurerm_key_vault_key.this rotation_policy automatic": {"time_after_creation": `"P${var.key_rotation_days}D"`},
	"azurerm_disk_encryption_set.nodes":                    {"key_vault_key_id": `azurerm_key_vault_key.this["disks"].versionless_id`},
	"azurerm_disk_encryption_set.nodes identity": {
		"type": `"UserAssigned"`, "identity_ids": `[azurerm_user_assigned_identity.this["disks"].id]`,
	},

	"azurerm_log_analytics_workspace.this": {"retention_in_days": "var.log_retention_days", "sku": `"PerGB2018"`},
	"azurerm_monitor_diagnostic_setting.this": {
		"for_each": "local.logged", "target_resource_id": "each.value", "log_analytics_workspace_id": "azurerm_log_analytics_workspace.this.id",
	},
	"azurerm_monitor_diagnostic_setting.key_vault": {
		"target_resource_id": "azurerm_key_vault.this.id", "log_analytics_workspace_id": "azurerm_log_analytics_workspace.this.id",
	},
	"azurerm_monitor_diagnostic_setting.cluster": {
		"target_resource_id": "azurerm_kubernetes_cluster.this.id", "log_analytics_workspace_id": "azurerm_log_analytics_workspace.this.id",
		"log_analytics_destination_type": `"Dedicated"`,
	},
	"azurerm_monitor_diagnostic_setting.central": {
		"target_resource_id": "each.value",
		"log_analytics_workspace_id": `"/subscriptions/${local.central_logs_subscription}/resourceGroups/${var.central_log_resource_group}` +
			`/providers/Microsoft.OperationalInsights/workspaces/${var.central_log_workspace}"`,
	},
	"azurerm_monitor_data_collection_rule.containers": {"kind": `"Linux"`},
	"azurerm_monitor_data_collection_rule.containers data_sources extension": {
		"name": `"ContainerInsightsExtension"`, "extension_name": `"ContainerInsights"`, "streams": `["Microsoft-ContainerInsights-Group-Default"]`,
	},
	"azurerm_monitor_data_collection_rule.containers destinations log_analytics": {
		"name": `"workspace"`, "workspace_resource_id": "azurerm_log_analytics_workspace.this.id",
	},
	"azurerm_monitor_data_collection_rule.containers data_flow": {
		"streams": `["Microsoft-ContainerInsights-Group-Default"]`, "destinations": `["workspace"]`,
	},
	"azurerm_monitor_data_collection_rule_association.containers": {
		"name": `"ContainerInsightsExtension"`, "target_resource_id": "azurerm_kubernetes_cluster.this.id",
		"data_collection_rule_id": "azurerm_monitor_data_collection_rule.containers.id",
	},

	"azurerm_storage_account.flow_logs":                                                   {"account_kind": `"StorageV2"`, "account_replication_type": "var.storage_replication"},
	"azurerm_storage_account.flow_logs blob_properties":                                   {"versioning_enabled": "false"},
	"azurerm_storage_account.flow_logs blob_properties delete_retention_policy":           {"days": "var.blob_recovery_days"},
	"azurerm_storage_account.flow_logs blob_properties container_delete_retention_policy": {"days": "var.blob_recovery_days"},
	"azurerm_storage_account.flow_logs customer_managed_key": {
		"key_vault_key_id":          `azurerm_key_vault_key.this["flow-logs"].versionless_id`,
		"user_assigned_identity_id": `azurerm_user_assigned_identity.this["flow-logs"].id`,
	},
	"azurerm_storage_account.flow_logs identity":      {"type": `"UserAssigned"`, "identity_ids": `[azurerm_user_assigned_identity.this["flow-logs"].id]`},
	"azurerm_storage_account.flow_logs network_rules": {"bypass": `["AzureServices"]`},
	"azurerm_storage_account.flow_logs sas_policy":    {"expiration_period": `"01.00:00:00"`, "expiration_action": `"Log"`},
	"azurerm_network_watcher_flow_log.network": {
		"target_resource_id": "azurerm_virtual_network.this.id", "storage_account_id": "azurerm_storage_account.flow_logs.id",
		"enabled": "true", "version": "2",
	},
	"azurerm_network_watcher_flow_log.network retention_policy": {"enabled": "true", "days": "var.flow_log_retention_days"},
	"azurerm_network_watcher_flow_log.network traffic_analytics": {
		"enabled": "true", "workspace_resource_id": "azurerm_log_analytics_workspace.this.id",
	},

	"azurerm_kubernetes_cluster.this": {
		"sku_tier": `"Standard"`, "automatic_upgrade_channel": `"patch"`, "node_os_upgrade_channel": `"NodeImage"`,
		"image_cleaner_enabled": "true", "node_resource_group": `"rg-${var.name}-nodes"`, "dns_prefix": `"aks-${var.name}"`,
		"disk_encryption_set_id": "azurerm_disk_encryption_set.nodes.id",
	},
	"azurerm_kubernetes_cluster.this api_server_access_profile": {
		"subnet_id": "azurerm_subnet.api_server.id", "virtual_network_integration_enabled": "true",
	},
	"azurerm_kubernetes_cluster.this azure_active_directory_role_based_access_control": {
		"admin_group_object_ids": "var.cluster_admin_group_object_ids", "tenant_id": "local.tenant_id",
	},
	"azurerm_kubernetes_cluster.this default_node_pool": {
		"only_critical_addons_enabled": "true", "os_disk_type": `"Ephemeral"`, "os_disk_size_gb": "var.node_disk_gib", "os_sku": `"AzureLinux"`,
		"vnet_subnet_id": "azurerm_subnet.nodes.id", "zones": "local.zones", "max_pods": "var.node_max_pods",
		"temporary_name_for_rotation": `"systemtmp"`, "tags": "local.tags",
	},
	"azurerm_kubernetes_cluster.this default_node_pool upgrade_settings": {"max_surge": `"${var.node_surge_percent}%"`},
	"azurerm_kubernetes_cluster.this identity": {
		"type": `"UserAssigned"`, "identity_ids": `[azurerm_user_assigned_identity.this["cluster"].id]`,
	},
	"azurerm_kubernetes_cluster.this key_management_service": {
		"key_vault_key_id": `azurerm_key_vault_key.this["secrets"].id`, "key_vault_network_access": `"Private"`,
	},
	"azurerm_kubernetes_cluster.this key_vault_secrets_provider": {"secret_rotation_enabled": "true"},
	"azurerm_kubernetes_cluster.this kubelet_identity": {
		"client_id":                 `azurerm_user_assigned_identity.this["kubelet"].client_id`,
		"object_id":                 `azurerm_user_assigned_identity.this["kubelet"].principal_id`,
		"user_assigned_identity_id": `azurerm_user_assigned_identity.this["kubelet"].id`,
	},
	"azurerm_kubernetes_cluster.this maintenance_window_auto_upgrade": maintenance,
	"azurerm_kubernetes_cluster.this maintenance_window_node_os":      maintenance,
	"azurerm_kubernetes_cluster.this microsoft_defender":              {"log_analytics_workspace_id": "azurerm_log_analytics_workspace.this.id"},
	"azurerm_kubernetes_cluster.this network_profile": {
		"network_plugin": `"azure"`, "network_plugin_mode": `"overlay"`, "network_policy": `"cilium"`, "network_data_plane": `"cilium"`,
		"load_balancer_sku": `"standard"`, "pod_cidr": "var.pod_cidr", "service_cidr": "var.service_cidr", "dns_service_ip": "var.dns_service_ip",
	},
	"azurerm_kubernetes_cluster.this oms_agent": {
		"log_analytics_workspace_id": "azurerm_log_analytics_workspace.this.id", "msi_auth_for_monitoring_enabled": "true",
	},
	"azurerm_kubernetes_cluster_node_pool.user": {
		"mode": `"User"`, "os_disk_type": `"Ephemeral"`, "os_disk_size_gb": "var.node_disk_gib", "os_sku": `"AzureLinux"`,
		"vnet_subnet_id": "azurerm_subnet.nodes.id", "zones": "local.zones", "max_pods": "var.node_max_pods",
		"auto_scaling_enabled": "true", "temporary_name_for_rotation": `"usertmp"`,
	},
	"azurerm_kubernetes_cluster_node_pool.user lifecycle":        {"ignore_changes": "[node_count]"},
	"azurerm_kubernetes_cluster_node_pool.user upgrade_settings": {"max_surge": `"${var.node_surge_percent}%"`},

	"azurerm_monitor_action_group.budget email_receiver": {"email_address": "var.owner"},
	"azurerm_consumption_budget_subscription.monthly": {
		"amount": "var.monthly_budget_usd", "time_grain": `"Monthly"`, "subscription_id": `"/subscriptions/${var.placement["environment"].id}"`,
	},
	"azurerm_consumption_budget_subscription.monthly time_period":            {"start_date": "var.budget_start_date"},
	"azurerm_consumption_budget_subscription.monthly lifecycle":              {"ignore_changes": "[time_period]"},
	"azurerm_consumption_budget_subscription.monthly lifecycle precondition": {"condition": "var.budget_start_date != null"},
	"azurerm_consumption_budget_subscription.monthly filter dimension": {
		"name": `"ResourceGroupName"`, "operator": `"In"`,
		"values": "[azurerm_resource_group.this.name, azurerm_kubernetes_cluster.this.node_resource_group]",
	},
}

// maintenance are the hours in which a cluster is changed.
var maintenance = map[string]string{
	"frequency": `"Weekly"`, "interval": "1", "day_of_week": "var.maintenance_window.day_of_week",
	"start_time": "var.maintenance_window.start_time", "utc_offset": "var.maintenance_window.utc_offset",
	"duration": "var.maintenance_window.duration_hours",
}

func TestSettingsAreWritten(t *testing.T) {
	root := posture.Read(t, rootText)
	for at, arguments := range written {
		path := strings.Fields(at)
		b := posture.Inside(t, posture.Resource(t, root, path[0]), path[1:]...)
		for name, text := range arguments {
			assert.Equal(t, text, b.Written(name), "%s of %s", name, at)
		}
	}
}

// TestTheProviderIsPinnedAndKeepsOut holds the provider's own block: the one
// subscription, no reading of closed data, nothing deleted for good.
func TestTheProviderIsPinnedAndKeepsOut(t *testing.T) {
	root := posture.Read(t, rootText)
	providers := root.Blocks("provider")
	require.Len(t, providers, 1)
	assert.Equal(t, `var.placement["environment"].id`, providers[0].Written("subscription_id"))
	assert.Equal(t, `contains(keys(var.placement), "directory") ? var.placement["directory"].id : null`, providers[0].Written("tenant_id"))
	posture.Plainly(t, providers[0], map[string]string{"resource_provider_registrations": "none", "storage_use_azuread": "true"})
	for path, want := range map[string]map[string]string{
		"features key_vault":      {"purge_soft_delete_on_destroy": "false", "recover_soft_deleted_key_vaults": "true"},
		"features resource_group": {"prevent_deletion_if_contains_resources": "true"},
		"features storage":        {"data_plane_available": "false"},
	} {
		posture.Plainly(t, posture.Inside(t, providers[0], strings.Fields(path)...), want)
	}
}

// TestContainersAreLoggedInFull holds what the cluster's agent is told.
func TestContainersAreLoggedInFull(t *testing.T) {
	rule := posture.Resource(t, posture.Read(t, rootText), "azurerm_monitor_data_collection_rule.containers")
	text := strings.Join(strings.Fields(posture.Inside(t, rule, "data_sources", "extension").Written("extension_json")), " ")
	assert.Equal(t, `jsonencode({ dataCollectionSettings = { enableContainerLogV2 = true interval = "1m" namespaceFilteringMode = "Off" } })`, text)
}

// TestTagsSayWhatTheRequestSays reads the tags as main.tf makes them.
func TestTagsSayWhatTheRequestSays(t *testing.T) {
	root := posture.Read(t, rootText)
	for name, order := range scenarios() {
		r := order.Request
		tags, err := evaluate(t, root, answered(t, order)).Texts("tags")
		require.NoError(t, err)
		assert.Equal(t, map[string]string{
			"Application": r.Application, "CostCentre": r.CostCentre, "DataClassification": r.DataClassification, "Environment": r.Environment,
			"ExpiresOn": cmp.Or(string(r.ExpiryDate), "none"), "Fingerprint": order.Identity.Fingerprint,
			"ManagedBy": "self-service-environment-platform", "Owner": r.Owner, "RequestId": order.Identity.RequestID,
		}, tags, name)
	}
}

// waits are what each resource waits for without referring to it.
var waits = map[string][]string{
	"azurerm_disk_encryption_set.nodes": {"azurerm_role_assignment.disks_key"},
	"azurerm_key_vault_key.this": {
		"azurerm_private_dns_zone_virtual_network_link.this", "azurerm_private_endpoint.key_vault", "azurerm_private_endpoint.key_vault_runner",
	},
	"azurerm_kubernetes_cluster.this": {
		"azurerm_nat_gateway_public_ip_association.this",
		"azurerm_role_assignment.cluster_api_server_subnet", "azurerm_role_assignment.cluster_disk_encryption_set",
		"azurerm_role_assignment.cluster_key_vault", "azurerm_role_assignment.cluster_kubelet_identity",
		"azurerm_role_assignment.cluster_node_subnet", "azurerm_role_assignment.cluster_secrets_key",
		"azurerm_subnet_nat_gateway_association.api_server", "azurerm_subnet_nat_gateway_association.nodes",
		"azurerm_subnet_network_security_group_association.api_server", "azurerm_subnet_network_security_group_association.nodes",
	},
	"azurerm_management_lock.this": {
		"azurerm_consumption_budget_subscription.monthly", "azurerm_federated_identity_credential.workload",
		"azurerm_kubernetes_cluster_node_pool.user", "azurerm_monitor_data_collection_rule_association.containers",
		"azurerm_monitor_diagnostic_setting.central", "azurerm_monitor_diagnostic_setting.cluster",
		"azurerm_monitor_diagnostic_setting.key_vault", "azurerm_monitor_diagnostic_setting.this",
		"azurerm_network_watcher_flow_log.network", "azurerm_private_endpoint.flow_logs",
	},
	"azurerm_storage_account.flow_logs": {"azurerm_role_assignment.flow_logs_key"},
}

func TestResourcesWaitForWhatTheyNeed(t *testing.T) {
	for _, b := range posture.Read(t, rootText).Blocks("resource") {
		list := strings.FieldsFunc(b.Written("depends_on"), func(r rune) bool { return strings.ContainsRune("[], \n", r) })
		assert.ElementsMatch(t, waits[b.Address()], list, b.Address())
	}
}

// TestRolesAreWhatTheInventorySays holds each role's scope and holder as they
// are written against the inventory: one resource and never its whole vault.
func TestRolesAreWhatTheInventorySays(t *testing.T) {
	root := posture.Read(t, rootText)
	assert.Len(t, posture.Resources(t, root, "azurerm_role_assignment"), len(grants))
	for _, g := range grants {
		b := posture.Resource(t, root, "azurerm_role_assignment."+g.key)
		attribute := ".id"
		if strings.HasPrefix(g.on, "azurerm_key_vault_key.") {
			attribute = ".resource_versionless_id"
		}
		assert.Equal(t, g.on+attribute, b.Written("scope"), g.key)
		assert.Equal(t, keyed("azurerm_user_assigned_identity.this", g.to)+".principal_id", b.Written("principal_id"), g.key)
		posture.Plainly(t, b, map[string]string{"role_definition_name": g.role, "principal_type": "ServicePrincipal"})
	}
}

// TestKeysDoTheirDutyAlone holds what each key may be used for.
func TestKeysDoTheirDutyAlone(t *testing.T) {
	key := posture.Resource(t, posture.Read(t, rootText), "azurerm_key_vault_key.this")
	assert.Equal(t, `{disks=["unwrapKey","wrapKey"]flow-logs=["unwrapKey","wrapKey"]secrets=["decrypt","encrypt","unwrapKey","wrapKey"]}`,
		strings.Join(strings.Fields(key.Written("for_each")), ""))
}

// TestEachEndpointHasItsOwnName holds that an endpoint reaches one thing from
// one subnet and writes that thing's name into that thing's zone.
func TestEachEndpointHasItsOwnName(t *testing.T) {
	root := posture.Read(t, rootText)
	own := "azurerm_subnet.private_endpoints.id"
	endpoints := map[string][4]string{
		"flow_logs":        {own, "azurerm_storage_account.flow_logs.id", `["blob"]`, `[local.private_zone_ids["blob"]]`},
		"key_vault":        {own, "azurerm_key_vault.this.id", `["vault"]`, `[local.private_zone_ids["vault"]]`},
		"key_vault_runner": {"var.runner_network.subnet_id", "azurerm_key_vault.this.id", `["vault"]`, "[var.runner_network.vault_dns_zone_id]"},
	}
	assert.Len(t, posture.Resources(t, root, "azurerm_private_endpoint"), len(endpoints))
	for name, want := range endpoints {
		b := posture.Resource(t, root, "azurerm_private_endpoint."+name)
		connection, group := posture.Inside(t, b, "private_service_connection"), posture.Inside(t, b, "private_dns_zone_group")
		assert.Equal(t, want, [4]string{
			b.Written("subnet_id"), connection.Written("private_connection_resource_id"),
			connection.Written("subresource_names"), group.Written("private_dns_zone_ids"),
		}, name)
		posture.Plainly(t, connection, map[string]string{"is_manual_connection": "false"})
	}
}

// TestTheRunnersZoneIsNotTheEnvironments holds that two endpoints never share a
// name, and that the runner's exists only where the workflow names its network.
func TestTheRunnersZoneIsNotTheEnvironments(t *testing.T) {
	b := posture.Resource(t, posture.Read(t, rootText), "azurerm_private_endpoint.key_vault_runner")
	assert.Equal(t, "var.runner_network == null ? 0 : 1", b.Written("count"))
	condition := posture.Inside(t, b, "lifecycle", "precondition").Written("condition")
	assert.Contains(t, condition, "lower(var.runner_network.vault_dns_zone_id) != ")
}

// listed returns the nested blocks of a type, each as the texts of the arguments.
func listed(b terraform.Block, kind string, arguments ...string) []string {
	var list []string
	for _, n := range b.Nested(kind) {
		var texts []string
		for _, a := range arguments {
			texts = append(texts, n.Written(a))
		}
		list = append(list, strings.Join(texts, " "))
	}
	return list
}

func TestEveryGroupRefusesWhatItDoesNotName(t *testing.T) {
	group := posture.Resource(t, posture.Read(t, rootText), "azurerm_network_security_group.this")
	assert.Equal(t, `toset(["api-server", "nodes", "private-endpoints"])`, group.Written("for_each"))
	assert.Equal(t, []string{
		`"AllowVirtualNetworkInbound" 100 "Inbound" "Allow" "VirtualNetwork"  "VirtualNetwork" `,
		`"AllowClusterInbound" 105 "Inbound" "Allow"  [var.api_server_subnet_cidr, var.node_subnet_cidr, var.pod_cidr]  [var.node_subnet_cidr, var.pod_cidr]`,
		`"AllowAzureLoadBalancerInbound" 110 "Inbound" "Allow" "AzureLoadBalancer"  "*" `,
		`"DenyAllInbound" 4096 "Inbound" "Deny" "*"  "*" `,
	}, listed(group, "security_rule", "name", "priority", "direction", "access",
		"source_address_prefix", "source_address_prefixes", "destination_address_prefix", "destination_address_prefixes"))
	for _, rule := range group.Nested("security_rule") {
		posture.Plainly(t, rule, map[string]string{"protocol": "*", "source_port_range": "*", "destination_port_range": "*"})
	}
}

// TestEveryLogIsTaken holds the kinds of logs that leave each resource.
func TestEveryLogIsTaken(t *testing.T) {
	root := posture.Read(t, rootText)
	for name, want := range map[string][]string{
		"this":      {"allLogs"},
		"key_vault": {"AuditEvent", "AzurePolicyEvaluationDetails"},
		"cluster": {"cloud-controller-manager", "cluster-autoscaler", "guard", "kube-apiserver", "kube-audit-admin",
			"kube-controller-manager", "kube-scheduler"},
		"central": {"audit"},
	} {
		var taken []string
		for _, log := range posture.Resource(t, root, "azurerm_monitor_diagnostic_setting."+name).Nested("enabled_log") {
			taken = append(taken, log.Plain("category")+log.Plain("category_group"))
		}
		assert.Equal(t, want, taken, name)
	}
	for name, what := range map[string]map[string]string{"logged": logged, "audited": audited} {
		for _, b := range root.Blocks("locals") {
			if text := b.Written(name); text != "" {
				for key, address := range what {
					assert.Regexp(t, `(?m)^\s+`+key+`\s+= "?(\$\{)?`+quoted(address)+`\.id`, text, "%s of %s", key, name)
				}
				assert.Len(t, strings.Split(strings.TrimSpace(text), "\n"), len(what)+2, name)
			}
		}
	}
}

func quoted(address string) string {
	return strings.NewReplacer(".", `\.`, "[", `\[`, "]", `\]`).Replace(address)
}

// TestTheOwnerHearsOfTheBudgetThreeTimes holds each alert, and that both the
// mail and the action group get it.
func TestTheOwnerHearsOfTheBudgetThreeTimes(t *testing.T) {
	budget := posture.Resource(t, posture.Read(t, rootText), "azurerm_consumption_budget_subscription.monthly")
	to := ` "GreaterThan" true [var.owner] [azurerm_monitor_action_group.budget.id]`
	assert.Equal(t, []string{
		`var.budget_alert_percent.early "Actual"` + to,
		`var.budget_alert_percent.spent "Actual"` + to,
		`var.budget_alert_percent.forecast "Forecasted"` + to,
	}, listed(budget, "notification", "threshold", "threshold_type", "operator", "enabled", "contact_emails", "contact_groups"))
}

// TestWhatATestHoldsIsThere holds the table above against main.tf the other way:
// a resource that no line names, here or as plain as a role, is one to think of.
func TestWhatATestHoldsIsThere(t *testing.T) {
	plain := []string{"azurerm_network_security_group.this", "azurerm_nat_gateway_public_ip_association.this",
		"azurerm_private_dns_zone.this", "azurerm_subnet_nat_gateway_association.api_server",
		"azurerm_user_assigned_identity.this", "azurerm_virtual_network.this"}
	for _, b := range posture.Read(t, rootText).Blocks("resource") {
		if slices.Contains([]string{"azurerm_role_assignment", "azurerm_private_endpoint"}, b.Labels()[0]) || slices.Contains(plain, b.Address()) {
			continue
		}
		named := false
		for at := range written {
			named = named || strings.Fields(at)[0] == b.Address()
		}
		assert.True(t, named, b.Address())
	}
}

// TestTheReviewerIsTold holds words that the review page takes from the inputs:
// what an environment cannot do, lacks, or needs before its first run.
func TestTheReviewerIsTold(t *testing.T) {
	told := func(order provider.Order) map[string]string {
		p, err := planFor(order)
		require.NoError(t, err)
		return p.rationale()
	}
	all := scenarios()
	production, sandbox := told(all["production-restricted"]), told(all["sandbox"])
	assert.Contains(t, production["environment"], "not on the nodes' group")
	assert.Contains(t, production["region"], "NAT gateway in all")
	assert.Contains(t, told(all["development"])["region"], "NAT gateway in one")
	assert.Contains(t, told(all["production-few-zones"])["region"], "not known to sell these machines")
	assert.Contains(t, production["data_classification"], "flow logs 365 (the most)")
	assert.NotContains(t, told(all["development"])["data_classification"], "the most")
	assert.Contains(t, production["data_classification"], "the cluster's at the next run")
	for _, r := range []map[string]string{production, sandbox} {
		assert.Contains(t, r["mode"], "first needs Crypto Officer and a way to the vault")
		for _, item := range append([]string{"Defender for Containers"}, prices.NotIncluded...) {
			assert.Contains(t, r["monthly_budget"], item)
		}
	}
	assert.Contains(t, sandbox["monthly_budget"], "(10 vCPUs)")
	assert.Contains(t, production["monthly_budget"], "(44 vCPUs)")
}

// TestKeysOfTheInputsAreSorted reads the inputs member by member, those of the
// placement too.
func TestKeysOfTheInputsAreSorted(t *testing.T) {
	for name, order := range scenarios() {
		content := answered(t, order).Inputs()
		var value any
		require.NoError(t, json.Unmarshal(content, &value))
		again, err := json.Marshal(value) // a map is written with its keys sorted
		require.NoError(t, err)
		var compact bytes.Buffer
		require.NoError(t, json.Compact(&compact, content))
		assert.Equal(t, string(again), compact.String(), name)
	}
}

// TestStandInsAreMarked holds that a price of another place says so wherever it
// is read, and that a price of the region's own does not.
func TestStandInsAreMarked(t *testing.T) {
	p, err := planFor(orderOf(installation.Simulation, goodRequest()))
	require.NoError(t, err)
	kinds := map[bool]int{}
	for _, c := range charges(p) {
		listed, known := prices.find(defaultRegion, c.price)
		require.True(t, known, c.price)
		own := strings.HasPrefix(listed.Source, "Azure/karpenter-provider-azure@") // which has this region's prices
		assert.Equal(t, own, listed.StandIn == "", c.price)
		assert.Equal(t, own, !strings.Contains(c.at(defaultRegion).Item, "(price elsewhere)"), c.price)
		kinds[own]++
	}
	assert.Equal(t, map[bool]int{true: 2, false: 9}, kinds)
}
