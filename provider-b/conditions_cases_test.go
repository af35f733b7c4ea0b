package providerb

// Lines that main.tf must have literally, because an environment without one of
// them still looks whole: no other test failed when one was taken out.

// written are arguments by the block that they stand in, an address and the
// types of the blocks within, as the text that must stand there.
var written = map[string]map[string]string{
	"azurerm_resource_group.this":           {"location": "var.location"},
	"azurerm_resource_group.this lifecycle": {"ignore_changes": `[tags["Network"]]`},
	"azurerm_management_lock.this": {
		"count": "var.deletion_protection ? 1 : 0", "scope": "azurerm_resource_group.this.id", "lock_level": `"CanNotDelete"`,
		"notes": `"Environment ${var.name}, which must not be deleted"`,
	},

	"azurerm_public_ip.nat":                             {"sku": "var.nat_gateway_sku", "zones": "local.zones"},
	"azurerm_nat_gateway.this":                          {"sku_name": "var.nat_gateway_sku", "zones": `var.nat_gateway_sku == "StandardV2" ? local.zones : null`},
	"azurerm_virtual_network.this":                      {"address_space": "[var.vnet_cidr]", "dns_servers": "var.dns_servers"},
	"azurerm_nat_gateway_public_ip_association.this":    {"nat_gateway_id": "azurerm_nat_gateway.this[0].id", "public_ip_address_id": "azurerm_public_ip.nat[0].id"},
	"azurerm_subnet_nat_gateway_association.nodes":      {"subnet_id": `local.subnet_ids["nodes"]`, "nat_gateway_id": "azurerm_nat_gateway.this[0].id"},
	"azurerm_subnet_nat_gateway_association.api_server": {"subnet_id": `local.subnet_ids["api-server"]`, "nat_gateway_id": "azurerm_nat_gateway.this[0].id"},
	"azurerm_route_table.hub":                           {"bgp_route_propagation_enabled": "false"},
	"azurerm_route_table.hub route": {
		"address_prefix": `"0.0.0.0/0"`, "next_hop_type": `"VirtualAppliance"`, "next_hop_in_ip_address": "var.egress_next_hop_ip",
	},
	"azurerm_virtual_network_peering.hub": {
		"count": `var.hub_virtual_network_id == "" ? 0 : 1`, "remote_virtual_network_id": "var.hub_virtual_network_id",
		"allow_forwarded_traffic": `var.egress == "hub" || length(var.hub_cidrs) > 0`, "allow_gateway_transit": "false", "allow_virtual_network_access": "true",
	},
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
	"azurerm_disk_encryption_set.nodes":                    {"key_vault_key_id": `azurerm_key_vault_key.this["disks"].id`},
	"azurerm_disk_encryption_set.nodes lifecycle":          {"ignore_changes": "[key_vault_key_id]"},
	"azurerm_disk_encryption_set.volumes":                  {"key_vault_key_id": `azurerm_key_vault_key.this["disks"].versionless_id`},
	"azurerm_disk_encryption_set.volumes identity": {
		"type": `"UserAssigned"`, "identity_ids": `[azurerm_user_assigned_identity.this["disks"].id]`,
	},
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
		"log_analytics_workspace_id": `"/subscriptions/${var.central_logs_subscription_id}/resourceGroups/${var.central_log_resource_group}` +
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
		"kubernetes_version": "var.kubernetes_version",
		"sku_tier":           "var.cluster_tier", "automatic_upgrade_channel": `"patch"`, "node_os_upgrade_channel": `"NodeImage"`,
		"image_cleaner_enabled": "true", "node_resource_group": `"rg-${var.name}-nodes"`, "dns_prefix": `"aks-${var.name}"`,
		"disk_encryption_set_id": "azurerm_disk_encryption_set.nodes.id",
	},
	"azurerm_kubernetes_cluster.this api_server_access_profile": {
		"subnet_id": `local.subnet_ids["api-server"]`, "virtual_network_integration_enabled": "true",
	},
	"azurerm_kubernetes_cluster.this azure_active_directory_role_based_access_control": {
		"admin_group_object_ids": "var.cluster_admin_group_object_ids", "tenant_id": "local.tenant_id",
	},
	"azurerm_kubernetes_cluster.this default_node_pool": {
		"only_critical_addons_enabled": "true", "os_disk_type": `"Ephemeral"`, "os_disk_size_gb": "var.system_node_disk_gib", "os_sku": `"AzureLinux"`,
		"vnet_subnet_id": `local.subnet_ids["nodes"]`, "zones": "local.zones", "max_pods": "var.node_max_pods",
		"temporary_name_for_rotation": `"systemtmp"`, "tags": "local.tags",
		"orchestrator_version": "var.kubernetes_version",
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
		"outbound_type":     `var.egress == "hub" ? "userDefinedRouting" : "userAssignedNATGateway"`,
		"load_balancer_sku": `"standard"`, "pod_cidr": "var.pod_cidr", "service_cidr": "var.service_cidr", "dns_service_ip": "var.dns_service_ip",
	},
	"azurerm_kubernetes_cluster.this oms_agent": {
		"log_analytics_workspace_id": "azurerm_log_analytics_workspace.this.id", "msi_auth_for_monitoring_enabled": "true",
	},
	"azurerm_kubernetes_cluster_node_pool.user": {
		"mode": `"User"`, "os_disk_type": `"Ephemeral"`, "os_disk_size_gb": "var.user_node_disk_gib", "os_sku": `"AzureLinux"`,
		"vnet_subnet_id": `local.subnet_ids["nodes"]`, "zones": "local.zones", "max_pods": "var.node_max_pods",
		"auto_scaling_enabled": "true", "temporary_name_for_rotation": `"usertmp"`,
		"orchestrator_version": "var.kubernetes_version",
	},
	"azurerm_kubernetes_cluster_node_pool.user lifecycle":        {"ignore_changes": "[node_count]"},
	"azurerm_kubernetes_cluster_node_pool.user upgrade_settings": {"max_surge": `"${var.node_surge_percent}%"`},

	"azurerm_monitor_action_group.budget dynamic":             {"for_each": "distinct(compact([var.owner, var.budget_contact]))"},
	"azurerm_monitor_action_group.budget dynamic content":     {"email_address": "email_receiver.value"},
	"azurerm_consumption_budget_subscription.monthly dynamic": {"for_each": "var.estimate_alert_usd[*]"},
	"azurerm_consumption_budget_subscription.monthly dynamic content": {
		"threshold": "ceil(100 * notification.value / var.monthly_budget_usd)", "threshold_type": `"Actual"`, "enabled": "true",
		"operator": `"GreaterThan"`, "contact_groups": "[azurerm_monitor_action_group.budget.id]",
	},
	"azurerm_consumption_budget_subscription.monthly": {
		"amount": "var.monthly_budget_usd", "time_grain": `"Monthly"`, "subscription_id": `"/subscriptions/${var.subscription_id}"`,
	},
	"azurerm_consumption_budget_subscription.monthly time_period": {
		"start_date": `coalesce(var.budget_start_date, formatdate("YYYY-MM-01'T'00:00:00Z", plantimestamp()))`,
	},
	"azurerm_consumption_budget_subscription.monthly lifecycle": {"ignore_changes": "[time_period]"},
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

// waits are what each resource waits for without referring to it.
var waits = map[string][]string{
	"azurerm_disk_encryption_set.nodes":   {"azurerm_role_assignment.disks_key"},
	"azurerm_disk_encryption_set.volumes": {"azurerm_role_assignment.disks_key"},
	"azurerm_key_vault_key.this": {
		"azurerm_private_dns_zone_virtual_network_link.this", "azurerm_private_endpoint.key_vault",
		"azurerm_private_endpoint.key_vault_by_policy", "azurerm_private_endpoint.key_vault_runner",
	},
	"azurerm_kubernetes_cluster.this": {
		"azurerm_nat_gateway_public_ip_association.this",
		"azurerm_role_assignment.cluster_api_server_subnet", "azurerm_role_assignment.cluster_disk_encryption_set",
		"azurerm_role_assignment.cluster_dns_zone", "azurerm_role_assignment.cluster_key_vault",
		"azurerm_role_assignment.cluster_kubelet_identity", "azurerm_role_assignment.cluster_network",
		"azurerm_role_assignment.cluster_node_subnet", "azurerm_role_assignment.cluster_route_table",
		"azurerm_role_assignment.cluster_secrets_key", "azurerm_role_assignment.cluster_volumes", "azurerm_role_assignment.kubelet_registry",
		"azurerm_subnet_nat_gateway_association.api_server", "azurerm_subnet_nat_gateway_association.nodes",
		"azurerm_virtual_network_peering.hub",
	},
	"azurerm_management_lock.this": {
		"azurerm_consumption_budget_subscription.monthly", "azurerm_federated_identity_credential.workload",
		"azurerm_kubernetes_cluster_node_pool.user", "azurerm_monitor_data_collection_rule_association.containers",
		"azurerm_monitor_diagnostic_setting.central", "azurerm_monitor_diagnostic_setting.cluster",
		"azurerm_monitor_diagnostic_setting.key_vault", "azurerm_monitor_diagnostic_setting.this",
		"azurerm_network_watcher_flow_log.network", "azurerm_private_endpoint.flow_logs",
		"azurerm_private_endpoint.flow_logs_by_policy",
	},
	"azurerm_storage_account.flow_logs": {"azurerm_role_assignment.flow_logs_key"},
}
