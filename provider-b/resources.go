package providerb

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// Resources returns the resources of the plan, in the sections of terraform/main.tf. Each has the ID of its
// subscription.
func (p plan) Resources() []request.Resource {
	list := adapter.NewInventory(p.in, adapter.Settings{"subscription_id": p.subscription})
	for _, section := range []func(*adapter.Inventory){
		p.group, p.network, p.securityGroups, p.egress, p.hub, p.privateNames, p.identities, p.people, p.keyVault, p.keys,
		p.workspace, p.diagnostics, p.flowLogs, p.cluster, p.budget,
	} {
		section(list)
	}
	return list.Resources()
}

// identity and keyAddress return the addresses of one identity and of one key.
func identity(name string) string { return adapter.Keyed("azurerm_user_assigned_identity.this", name) }

func keyAddress(name string) string { return adapter.Keyed("azurerm_key_vault_key.this", name) }

func securityGroup(subnet string) string { return "azurerm_network_security_group." + subnet }

func zoneAddress(key string) string { return adapter.Keyed("azurerm_private_dns_zone.this", key) }

const (
	groupAddress     = "azurerm_resource_group.this"
	networkAddress   = "azurerm_virtual_network.this"
	vaultAddress     = "azurerm_key_vault.this"
	workspaceAddress = "azurerm_log_analytics_workspace.this"
	storageAddress   = "azurerm_storage_account.flow_logs"
	clusterAddress   = "azurerm_kubernetes_cluster.this"
	poolAddress      = "azurerm_kubernetes_cluster_node_pool.user"
	gatewayAddress   = "azurerm_nat_gateway.this[0]"
	routesAddress    = "azurerm_route_table.hub[0]"
	addressAddress   = "azurerm_public_ip.nat[0]"
	flowLogAddress   = "azurerm_network_watcher_flow_log.network"
)

func (p plan) group(l *adapter.Inventory) {
	l.Add(groupAddress, "rg-"+p.name, "", nil)
	if p.production() {
		l.Add("azurerm_management_lock.this[0]", "lock-"+p.name, groupAddress, adapter.Settings{"lock_level": "CanNotDelete"})
	}
}

func (p plan) network(l *adapter.Inventory) {
	settings := adapter.Settings{
		"address_space":           p.in.Request.NetworkCIDR.String(),
		"api_server_subnet":       p.layout.apiServer.String(),
		"node_subnet":             p.layout.nodes.String(),
		"private_endpoint_subnet": p.layout.endpoints.String(),
	}
	if !p.ownGateway() {
		settings["route_table"] = "rt-" + p.name
	}
	l.Add(networkAddress, "vnet-"+p.name, groupAddress, settings, request.PrivateCluster)
}

func (p plan) securityGroups(l *adapter.Inventory) {
	for key, inbound := range map[string]string{
		"nodes":             "nodes, pods, API server and health probes",
		"api_server":        "443 and 4443 from nodes, 9988 of health probes" + alsoFrom(p.in.SettingList("hub_cidrs")),
		"private_endpoints": "443 from nodes and the API server" + alsoFrom(p.in.SettingList("runner_cidrs")),
	} {
		name := strings.ReplaceAll(key, "_", "-")
		l.Add(securityGroup(key), "nsg-"+p.name+"-"+name, groupAddress, adapter.Settings{"inbound": inbound},
			request.PrivateCluster)
	}
}

// alsoFrom returns which ranges outside the network have a port open.
func alsoFrom(ranges []string) string {
	if len(ranges) == 0 {
		return ""
	}
	return ", 443 from " + strings.Join(ranges, " ")
}

func (p plan) egress(l *adapter.Inventory) {
	if !p.ownGateway() {
		l.Add(routesAddress, "rt-"+p.name, groupAddress, adapter.Settings{"next_hop": p.in.Setting("egress_next_hop_ip")},
			request.PrivateCluster)
		return
	}
	l.Add(addressAddress, "pip-"+p.name+"-nat", groupAddress, adapter.Settings{"allocation_method": "Static",
		"sku": p.natSKU()})
	l.Add(gatewayAddress, "ng-"+p.name, groupAddress, adapter.Settings{"sku_name": p.natSKU(),
		"zone_spread": p.wayOutSpread()})
	l.Add("azurerm_nat_gateway_public_ip_association.this[0]", "ng-"+p.name, gatewayAddress, nil)
	l.Add("azurerm_subnet_nat_gateway_association.nodes[0]", "snet-nodes", networkAddress, nil)
	l.Add("azurerm_subnet_nat_gateway_association.api_server[0]", "snet-api-server", networkAddress, nil)
}

func (p plan) hub(l *adapter.Inventory) {
	if p.in.Setting(hubNetwork) == "" {
		return
	}
	l.Add("azurerm_virtual_network_peering.hub[0]", "peer-"+p.name+"-hub", networkAddress, adapter.Settings{
		"allow_forwarded_traffic":   strconv.FormatBool(!p.ownGateway() || len(p.in.SettingList("hub_cidrs")) > 0),
		"remote_virtual_network_id": p.in.Setting(hubNetwork),
	})
}

// privateZones are the DNS zones of the private endpoints.
var privateZones = map[string]string{
	"blob":  "privatelink.blob.core.windows.net",
	"vault": "privatelink.vaultcore.azure.net",
}

// ownZones returns the zones that are the environment's own.
func (p plan) ownZones() map[string]string {
	if p.in.Setting(privateDNS) != ownDNS {
		return nil
	}
	return privateZones
}

func (p plan) privateNames(l *adapter.Inventory) {
	for key, name := range p.ownZones() {
		zone := zoneAddress(key)
		l.Add(zone, name, groupAddress, nil)
		l.Add(adapter.Keyed("azurerm_private_dns_zone_virtual_network_link.this", key), "link-"+p.name+"-"+key, zone,
			adapter.Settings{"registration_enabled": "false"})
	}
}

// subnetPath is between the address of the network and the name of a subnet, which is a part of the network's resource.
const subnetPath = "/subnets/snet-"

// grant is a role assignment: it gives an identity a role on a resource or a subnet. The resource is its parent, unless
// it is a resource of the organisation.
type grant struct{ key, to, role, on string }

// grants are the grants of every environment.
var grants = []grant{
	{"cluster_api_server_subnet", "cluster", "Network Contributor", networkAddress + subnetPath + "api-server"},
	{"cluster_disk_encryption_set", "cluster", "Reader", "azurerm_disk_encryption_set.nodes"},
	{"cluster_key_vault", "cluster", "Key Vault Contributor", vaultAddress},
	{"cluster_kubelet_identity", "cluster", "Managed Identity Operator", identity("kubelet")},
	{"cluster_node_subnet", "cluster", "Network Contributor", networkAddress + subnetPath + "nodes"},
	{"cluster_secrets_key", "cluster", "Key Vault Crypto User", keyAddress("secrets")},
	{"cluster_volumes", "cluster", "Reader", "azurerm_disk_encryption_set.volumes"},
	{"disks_key", "disks", "Key Vault Crypto Service Encryption User", keyAddress("disks")},
	{"flow_logs_key", "flow-logs", "Key Vault Crypto Service Encryption User", keyAddress("flow-logs")},
}

// people returns the role assignments of groups of people: the role and the part of the cluster, by the key of main.tf.
// Who administers has its rights by the cluster's own list of groups, and needs only a login here.
func (p plan) people(l *adapter.Inventory) {
	give := func(kind, setting, role, scope string) {
		for _, group := range p.in.SettingList(setting) {
			l.Add(adapter.Keyed("azurerm_role_assignment.people", kind+"-"+group), role, clusterAddress, adapter.Settings{
				"granted_to": group, "role_definition_name": role, "scope": scope,
			}, request.LeastPrivilege)
		}
	}
	for _, kind := range []string{"admin", "deployer", "viewer"} {
		give(kind+"-login", peopleSettings[kind], "Azure Kubernetes Service Cluster User Role", "the cluster")
	}
	give("deployer", peopleSettings["deployer"], "Azure Kubernetes Service RBAC Writer", "namespace "+p.in.Request.Application)
	give("viewer", peopleSettings["viewer"], "Azure Kubernetes Service RBAC Reader", "the cluster")
}

// peopleSettings are the settings with groups of people.
var peopleSettings = map[string]string{
	"admin": "cluster_admin_group_object_ids", "deployer": "application_deployer_group_object_ids",
	"viewer": "cluster_viewer_group_object_ids",
}

// landingGrants returns the grants that depend on settings.
func (p plan) landingGrants() (list []grant) {
	if zone := p.in.Setting(apiServerZone); isZone(zone) {
		list = append(list,
			grant{"cluster_dns_zone[0]", "cluster", "Private DNS Zone Contributor", zone},
			grant{"cluster_network[0]", "cluster", "Network Contributor", networkAddress})
	}
	if !p.ownGateway() {
		list = append(list, grant{"cluster_route_table[0]", "cluster", "Network Contributor", routesAddress})
	}
	if p.in.Setting("registry_id") != "" {
		list = append(list, grant{"kubelet_registry[0]", "kubelet", "AcrPull", p.in.Setting("registry_id")})
	}
	return list
}

func (p plan) identities(l *adapter.Inventory) {
	for _, key := range []string{"cluster", "disks", "flow-logs", "kubelet", "workload"} {
		l.Add(identity(key), "id-"+p.name+"-"+key, groupAddress, nil, request.LeastPrivilege)
	}
	for _, g := range append(slices.Clone(grants), p.landingGrants()...) {
		parent, settings := g.on, adapter.Settings{"granted_to": identity(g.to), "role_definition_name": g.role}
		if strings.HasPrefix(g.on, "/subscriptions/") {
			parent, settings["scope"] = "", g.on
		} else if network, subnet, ok := strings.Cut(g.on, subnetPath); ok {
			parent, settings["scope"] = network, "snet-"+subnet
		}
		l.Add("azurerm_role_assignment."+g.key, g.role, parent, settings, request.LeastPrivilege)
	}
	application := p.in.Request.Application
	workload := "azurerm_federated_identity_credential.workload"
	l.Add(workload, "fc-"+p.name, identity("workload"),
		adapter.Settings{"subject": "system:serviceaccount:" + application + ":" + application})
	l.Uphold(workload, request.LeastPrivilege, "subject")
}

func (p plan) keyVault(l *adapter.Inventory) {
	l.Add(vaultAddress, p.vault, groupAddress, adapter.Settings{
		"public_network_access_enabled": "false",
		"purge_protection_enabled":      "true",
		"sku_name":                      "premium",
		"soft_delete_retention_days":    strconv.Itoa(p.vaultDays()),
	}, request.EncryptionAtRest)
	l.Add(p.endpointAddress("key_vault"), p.endpointName("vault"), networkAddress, nil, request.EncryptionAtRest)
}

// endpointAddress returns the address of a private endpoint. One whose name the landing zone's policy writes is
// another resource.
func (p plan) endpointAddress(key string) string {
	if p.in.Setting(privateDNS) == policyDNS {
		key += "_by_policy"
	}
	return "azurerm_private_endpoint." + key + "[0]"
}

func (p plan) endpointName(key string) string {
	if p.in.Setting(privateDNS) == policyDNS {
		key += "-policy"
	}
	return "pe-" + p.name + "-" + key
}

// keyNames are the keys of an environment, sorted.
var keyNames = []string{"disks", "flow-logs", "secrets"}

func (p plan) keys(l *adapter.Inventory) {
	for _, key := range keyNames {
		l.Add(keyAddress(key), key, vaultAddress,
			adapter.Settings{"key_size": "3072", "key_type": "RSA-HSM",
				"rotation": fmt.Sprintf("every %d days", p.keyRotationDays())}, request.EncryptionAtRest)
	}
	sets := map[string][2]string{"nodes": {"des-" + p.name, "false"}, "volumes": {"des-" + p.name + "-volumes", "true"}}
	for key, set := range sets {
		address := "azurerm_disk_encryption_set." + key
		l.Add(address, set[0], groupAddress,
			adapter.Settings{"auto_key_rotation_enabled": set[1], "key_vault_key_id": keyAddress("disks")})
		l.Uphold(address, request.EncryptionAtRest, "key_vault_key_id")
	}
}

func (p plan) workspace(l *adapter.Inventory) {
	l.Add(workspaceAddress, "log-"+p.name, groupAddress, adapter.Settings{
		"encryption_key": "the provider's own", "local_authentication_enabled": "false",
		"retention_in_days": strconv.Itoa(p.logDays()),
	}, request.CentralLogging)
	if p.centralSubscription == "" {
		l.Uphold(workspaceAddress, request.CentralLogging, "retention_in_days")
	}
}

// logged are the resources whose logs go to the workspace, by the name that
// main.tf has for each.
var logged = map[string]string{
	"blob":                  storageAddress,
	"nat-address":           addressAddress,
	"nsg-api-server":        securityGroup("api_server"),
	"nsg-nodes":             securityGroup("nodes"),
	"nsg-private-endpoints": securityGroup("private_endpoints"),
	"virtual-network":       networkAddress,
	"workspace":             workspaceAddress,
}

// audited are the resources whose audit logs are also copied to the management
// subscription.
var audited = map[string]string{"cluster": clusterAddress, "key-vault": vaultAddress}

func (p plan) diagnostics(l *adapter.Inventory) {
	for key, on := range logged {
		if on == addressAddress && !p.ownGateway() {
			continue
		}
		l.Add(adapter.Keyed("azurerm_monitor_diagnostic_setting.this", key), "environment-logs", on, nil,
			request.CentralLogging)
	}
	l.Add("azurerm_monitor_diagnostic_setting.cluster", "environment-logs", clusterAddress,
		adapter.Settings{"audit_log": p.clusterAuditLog()}, request.CentralLogging)
	l.Add("azurerm_monitor_diagnostic_setting.key_vault", "environment-logs", vaultAddress, nil, request.CentralLogging)
	rule := "azurerm_monitor_data_collection_rule.containers"
	l.Add(rule, "dcr-"+p.name, groupAddress, adapter.Settings{"destination": workspaceAddress}, request.CentralLogging)
	l.Add("azurerm_monitor_data_collection_rule_association.containers", "ContainerInsightsExtension", clusterAddress,
		adapter.Settings{"rule": rule}, request.CentralLogging)
	central := p.centralSubscription
	if central == "" {
		return
	}
	for key, on := range audited {
		setting := adapter.Keyed("azurerm_monitor_diagnostic_setting.central", key)
		l.Add(setting, "central-logs", on,
			adapter.Settings{"central_subscription_id": central, "log_analytics_workspace_id": p.centralWorkspace()})
		l.Uphold(setting, request.CentralLogging, "log_analytics_workspace_id")
	}
}

// centralWorkspace returns the ID of the workspace in the management subscription.
func (p plan) centralWorkspace() string {
	return fmt.Sprintf("/subscriptions/%s/resourceGroups/%s/providers/Microsoft.OperationalInsights/workspaces/%s",
		p.centralSubscription, p.in.Setting("central_log_resource_group"), p.in.Setting("central_log_workspace"))
}

func (p plan) flowLogs(l *adapter.Inventory) {
	l.Add(storageAddress, p.storage, groupAddress, adapter.Settings{
		"account_replication_type":      p.storageReplication(),
		"days":                          strconv.Itoa(p.blobRecoveryDays()),
		"key_vault_key_id":              keyAddress("flow-logs"),
		"min_tls_version":               "TLS1_2",
		"public_network_access_enabled": "false",
	}, request.CentralLogging)
	l.Uphold(storageAddress, request.EncryptionAtRest, "key_vault_key_id")
	l.Add(p.endpointAddress("flow_logs"), p.endpointName("blob"), networkAddress, nil)
	l.Add(flowLogAddress, "fl-"+p.name, networkAddress, adapter.Settings{"days": strconv.Itoa(p.flowLogDays())},
		request.CentralLogging)
}

func (p plan) cluster(l *adapter.Inventory) {
	s := p.size
	l.Add(clusterAddress, "aks-"+p.name, groupAddress, adapter.Settings{
		"api_server_subnet":       p.layout.apiServer.String(),
		"disk_encryption_set":     "azurerm_disk_encryption_set.nodes",
		"dns_service_ip":          p.layout.dns.String(),
		"key_vault_key_id":        keyAddress("secrets"),
		"kubernetes_version":      terms.Kubernetes.Version,
		"local_account_disabled":  "true",
		"pod_cidr":                p.layout.pods.String(),
		"node_subnet":             p.layout.nodes.String(),
		"outbound_type":           p.outboundType(),
		"private_cluster_enabled": "true",
		"private_dns_zone_id":     p.apiServerZone(),
		"service_cidr":            p.layout.services.String(),
		"sku_tier":                p.clusterTier(),
		"system_nodes":            fmt.Sprintf("%d x %s", s.SystemNodes, p.systemType()),
		"zone_spread":             p.spread(),
	}, request.AllControls()...)
	l.Uphold(clusterAddress, request.EncryptionAtRest, "key_vault_key_id")
	l.Uphold(clusterAddress, request.PrivateCluster, "private_cluster_enabled")
	user := instances[p.userType()]
	l.Add(poolAddress, "user", clusterAddress, adapter.Settings{
		"host_encryption_enabled": "true",
		"max_count":               strconv.Itoa(s.MaxNodes),
		"memory_gib":              strconv.Itoa(user.MemoryGiB),
		"min_count":               strconv.Itoa(s.MinNodes),
		"node_count":              strconv.Itoa(s.FirstNodes),
		"node_subnet":             p.layout.nodes.String(),
		"vcpus":                   strconv.Itoa(user.VCPUs),
		"vm_size":                 p.userType(),
		"zone_spread":             p.spread(),
	}, request.EncryptionAtRest, request.PrivateCluster)
}

// apiServerZone returns who has the zone of the API server's name: AKS, nobody, or the organisation by the zone's ID.
func (p plan) apiServerZone() string {
	switch zone := p.in.Setting(apiServerZone); zone {
	case "":
		return "System"
	case publicName:
		return "None"
	default:
		return zone
	}
}

func (p plan) outboundType() string {
	if p.ownGateway() {
		return "userAssignedNATGateway"
	}
	return "userDefinedRouting"
}

// estimateAlert returns the cost in US dollars above which an alert says that costs are higher than estimated; nil for no
// alert.
func (p plan) estimateAlert() *int64 {
	return prices.AlertAt(p.in.Request.Region, p.in.Request.MonthlyBudget, p.Charges())
}

func (p plan) budget(l *adapter.Inventory) {
	l.Add("azurerm_monitor_action_group.budget", "ag-"+p.name+"-budget", groupAddress,
		adapter.Settings{"email_address": p.in.Request.Owner})
	settings := adapter.Settings{
		"amount":          strconv.FormatInt(p.in.Request.MonthlyBudget, 10),
		"covers":          "the environment's resource group and that of its nodes",
		"subscription_id": "/subscriptions/" + p.subscription,
	}
	if at := p.estimateAlert(); at != nil {
		settings["estimate_alert_usd"] = strconv.FormatInt(*at, 10)
	}
	l.Add("azurerm_consumption_budget_subscription.monthly", "budget-"+p.name, "", settings)
}
