# An environment of provider_b: a private AKS cluster in a network of its own,
# with its vault, logs, identities and budget.
#
# This text is the same for every request. What a request decides, and what the
# platform team chooses, stands in terraform.tfvars.json. What stands here as a
# plain value is the security posture, so that a reviewer reads it once, or a word
# that the provider fixes. The protected workflow adds the state backend and the
# credentials, and may set the inputs that have a default: none of them is needed for
# a plan.
#
# Three things must hold before the first run:
#
#  1. The workflow's identity has the role Key Vault Crypto Officer in the
#     environment's subscription, or above it, beside those that let it build and
#     assign roles. It is not granted here: it would be used before it holds, and
#     would stay.
#  2. The runner reaches the vault, whose only way in is a private endpoint. With
#     runner_network there is a second one in the runner's own network; with
#     runner_cidrs a runner that resolves the environment's private names reaches the
#     first one through the hub. Without either a first run stops at the keys. Nothing
#     else here is reached over the network: the rest is the provider's management API.
#  3. The resource types that stand here, and encryption at host, are registered in
#     the subscription: this registers none.
#
# A role assignment and a private name take minutes until they hold everywhere. A
# first run may stop for that with "forbidden" or "no such host"; it is then run
# again: nothing is made twice, and the deletion lock comes last.

# 4.69 is a version with which a zone-redundant NAT gateway was built (Azure/terraform,
# quickstart/101-nat-gateway-v2-create/TestRecord.md, 2026-04-19). Major version 4 is
# the one whose schema the adapter's tests check every block against. Version 5 is
# out and is not it: it replaces parent_id of
# azurerm_federated_identity_credential and demands node_provisioning_profile of
# the cluster. Nothing else that it removes stands here. Which 4.x runs is for the
# workflow to pin: it keeps .terraform.lock.hcl beside the state, so that an
# environment has one provider until somebody raises it.
terraform {
  required_version = ">= 1.7.0, < 2.0.0"

  required_providers {
    azurerm = {
      source  = "hashicorp/azurerm"
      version = "~> 4.69"
    }
  }
}

# The subscription is pinned: credentials of another one cannot build this.
provider "azurerm" {
  subscription_id                 = var.subscription_id
  tenant_id                       = var.tenant_id == "" ? null : var.tenant_id
  resource_provider_registrations = "none"
  storage_use_azuread             = true

  features {
    # A vault that was deleted keeps its name until its retention ends, and cannot be
    # purged before. The same environment, built again, gets it back with its keys.
    key_vault {
      purge_soft_delete_on_destroy       = false
      purge_soft_deleted_keys_on_destroy = false
      recover_soft_deleted_key_vaults    = true
      recover_soft_deleted_keys          = true
    }

    # Traffic Analytics leaves a data collection rule and endpoint in the group of its
    # workspace, which Terraform does not own (azurerm#29370). They end with the group
    # where nothing protects it; a protected one is emptied first.
    resource_group {
      prevent_deletion_if_contains_resources = var.deletion_protection
    }

    # The account's data is closed to the runner, which must not look for it.
    storage {
      data_plane_available = false
    }
  }
}

# -----------------------------------------------------------------------------
# Inputs: who asked, for what, and until when
# -----------------------------------------------------------------------------

variable "request_id" {
  description = "Identifier of the accepted request, derived from its content."
  type        = string

  validation {
    condition     = can(regex("^req-[0-9a-f]{20}$", var.request_id))
    error_message = "request_id must be req- and 20 hex digits."
  }
}

variable "fingerprint" {
  description = "SHA-256 of the normalised request."
  type        = string

  validation {
    condition     = can(regex("^sha256:[0-9a-f]{64}$", var.fingerprint))
    error_message = "fingerprint must be sha256: and 64 hex digits."
  }
}

variable "application" {
  description = "Name of the application, of its namespace and of its service account in the cluster."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{1,30}[a-z0-9]$", var.application))
    error_message = "application must be a DNS label of 3 to 32 characters."
  }
}

variable "environment" {
  description = "Stage of the environment: development, test or production."
  type        = string

  validation {
    condition     = contains(["development", "test", "production"], var.environment)
    error_message = "environment must be development, test or production."
  }
}

variable "owner" {
  description = "Mailbox of the owning team, which receives the budget's alerts."
  type        = string
}

variable "cost_centre" {
  description = "Cost centre that the environment is charged to."
  type        = string
}

variable "data_classification" {
  description = "Classification of the data that the environment may hold."
  type        = string

  validation {
    condition     = contains(["public", "internal", "confidential", "restricted"], var.data_classification)
    error_message = "data_classification must be public, internal, confidential or restricted."
  }
}

variable "business_justification" {
  description = "Purpose of the environment, in the requester's words. Terraform never interprets it."
  type        = string
}

variable "expires_on" {
  description = "Last day of the environment, YYYY-MM-DD. Empty for none."
  type        = string

  validation {
    condition     = var.expires_on == "" || can(regex("^\\d{4}-\\d{2}-\\d{2}$", var.expires_on))
    error_message = "expires_on must be empty or YYYY-MM-DD."
  }
}

variable "monthly_budget_usd" {
  description = "Monthly budget in whole US dollars."
  type        = number

  validation {
    condition     = var.monthly_budget_usd >= 1
    error_message = "monthly_budget_usd must be at least 1."
  }
}

# -----------------------------------------------------------------------------
# Inputs: where
# -----------------------------------------------------------------------------

variable "name" {
  description = "Unique name of the environment, part of the name of every resource."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{1,38}[a-z0-9]$", var.name))
    error_message = "name must be 3 to 40 characters: lower-case letters, digits and hyphens."
  }
}

variable "key_vault_name" {
  description = "Globally unique name of the vault."
  type        = string

  validation {
    condition     = can(regex("^[a-zA-Z][a-zA-Z0-9-]{1,22}[a-zA-Z0-9]$", var.key_vault_name)) && !strcontains(var.key_vault_name, "--")
    error_message = "key_vault_name must be 3 to 24 letters, digits and single hyphens, and start with a letter."
  }
}

variable "storage_account_name" {
  description = "Globally unique name of the storage account of the flow logs."
  type        = string

  validation {
    condition     = can(regex("^[a-z0-9]{3,24}$", var.storage_account_name))
    error_message = "storage_account_name must be 3 to 24 lower-case letters and digits."
  }
}

variable "location" {
  description = "Region of every resource."
  type        = string
}

variable "zones" {
  description = "Availability zones of the machines. Empty in a region without zones."
  type        = list(string)
}

# Everything declared here is built in the environment's subscription. The others
# are the organisation's: each part says what it does for the environment.
variable "subscription_id" {
  description = "Subscription of the environment, in which everything here is built."
  type        = string

  validation {
    condition     = can(regex("^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", var.subscription_id))
    error_message = "subscription_id must be a GUID in lower case."
  }
}

variable "tenant_id" {
  description = "Tenant of the trusted identities. Empty for the tenant of the credentials."
  type        = string

  validation {
    condition     = can(regex("^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$", var.tenant_id))
    error_message = "tenant_id must be empty or a GUID in lower case."
  }
}

variable "central_logs_subscription_id" {
  description = "Subscription that receives copies of audit logs. Empty for none."
  type        = string

  validation {
    condition     = can(regex("^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$", var.central_logs_subscription_id))
    error_message = "central_logs_subscription_id must be empty or a GUID in lower case."
  }
}

variable "central_log_resource_group" {
  description = "Resource group of the central workspace in the management subscription."
  type        = string
}

variable "central_log_workspace" {
  description = "Name of the central workspace in the management subscription."
  type        = string
}

variable "network_watcher" {
  description = "The region's network watcher, which keeps the flow log."
  type = object({
    name           = string
    resource_group = string
  })
}

variable "vnet_cidr" {
  description = "Range of the virtual network, /8 to /29."
  type        = string

  validation {
    condition     = can(cidrhost(var.vnet_cidr, 0))
    error_message = "vnet_cidr must be an IPv4 range."
  }
}

variable "node_subnet_cidr" {
  description = "Range of the subnet of the nodes."
  type        = string

  validation {
    condition     = can(cidrhost(var.node_subnet_cidr, 0))
    error_message = "node_subnet_cidr must be an IPv4 range."
  }
}

variable "api_server_subnet_cidr" {
  description = "Range of the subnet of the API server, /28 or larger."
  type        = string

  validation {
    condition     = can(cidrhost(var.api_server_subnet_cidr, 0))
    error_message = "api_server_subnet_cidr must be an IPv4 range."
  }
}

variable "private_endpoint_subnet_cidr" {
  description = "Range of the subnet of the private endpoints."
  type        = string

  validation {
    condition     = can(cidrhost(var.private_endpoint_subnet_cidr, 0))
    error_message = "private_endpoint_subnet_cidr must be an IPv4 range."
  }
}

variable "service_cidr" {
  description = "Range of the cluster's services, smaller than /12, outside the network's."
  type        = string

  validation {
    condition     = can(cidrhost(var.service_cidr, 0))
    error_message = "service_cidr must be an IPv4 range."
  }
}

variable "pod_cidr" {
  description = "Range of the cluster's pods, outside the network's."
  type        = string

  validation {
    condition     = can(cidrhost(var.pod_cidr, 0))
    error_message = "pod_cidr must be an IPv4 range."
  }
}

variable "dns_service_ip" {
  description = "Address of the cluster's DNS in service_cidr, not its first one."
  type        = string
}

# -----------------------------------------------------------------------------
# Inputs: how much
# -----------------------------------------------------------------------------

variable "kubernetes_version" {
  description = "Minor version of Kubernetes."
  type        = string
}

variable "cluster_tier" {
  description = "Tier of the control plane: Standard has an uptime SLA, Free has none."
  type        = string

  validation {
    condition     = contains(["Free", "Standard"], var.cluster_tier)
    error_message = "cluster_tier must be Free or Standard."
  }
}

variable "system_node_vm_size" {
  description = "Machine type of the system nodes, at least 4 vCPUs."
  type        = string
}

variable "system_node_count" {
  description = "Number of system nodes."
  type        = number

  validation {
    condition     = var.system_node_count >= 2
    error_message = "A system pool needs at least two nodes."
  }
}

variable "user_node_vm_size" {
  description = "Machine type of the user nodes."
  type        = string
}

variable "user_node_count" {
  description = "Number of user nodes at the start."
  type        = number
}

variable "user_node_min_count" {
  description = "Minimum number of user nodes."
  type        = number
}

variable "user_node_max_count" {
  description = "Maximum number of user nodes."
  type        = number
}

variable "node_max_pods" {
  description = "Maximum number of pods on a node."
  type        = number

  validation {
    condition     = var.node_max_pods >= 30 && var.node_max_pods <= 250
    error_message = "A node holds 30 to 250 pods."
  }
}

variable "node_surge_percent" {
  description = "Nodes that an upgrade adds to a pool while it runs, in percent of the pool."
  type        = number

  validation {
    condition     = var.node_surge_percent >= 1 && var.node_surge_percent <= 100
    error_message = "node_surge_percent must be from 1 to 100."
  }
}

variable "maintenance_window" {
  description = "Weekly hours for upgrades of the cluster and its nodes."
  type = object({
    day_of_week    = string
    duration_hours = number
    start_time     = string
    utc_offset     = string
  })

  validation {
    condition     = var.maintenance_window.duration_hours >= 4
    error_message = "A maintenance window lasts four hours at least."
  }
}

variable "nat_gateway_sku" {
  description = "SKU of the NAT gateway: StandardV2 is in every zone of the region, Standard in one."
  type        = string

  validation {
    condition     = contains(["Standard", "StandardV2"], var.nat_gateway_sku)
    error_message = "nat_gateway_sku must be Standard or StandardV2."
  }
}

variable "system_node_disk_gib" {
  description = "Size of a system node's ephemeral disk in GiB."
  type        = number
}

variable "user_node_disk_gib" {
  description = "Size of a user node's ephemeral disk in GiB."
  type        = number
}

variable "log_retention_days" {
  description = "Days for which logs are kept."
  type        = number

  validation {
    condition     = var.log_retention_days >= 30 && var.log_retention_days <= 730
    error_message = "A workspace keeps logs for 30 to 730 days."
  }
}

variable "flow_log_retention_days" {
  description = "Days for which flow logs are kept; the provider allows 365."
  type        = number

  validation {
    condition     = var.flow_log_retention_days >= 1 && var.flow_log_retention_days <= 365
    error_message = "Flow logs are kept for 1 to 365 days."
  }
}

variable "storage_replication" {
  description = "Replication of flow logs: ZRS across zones, LRS in a region without zones."
  type        = string

  validation {
    condition     = contains(["LRS", "ZRS"], var.storage_replication)
    error_message = "storage_replication must be LRS or ZRS."
  }
}

variable "blob_recovery_days" {
  description = "Days for which deleted flow logs can be recovered."
  type        = number

  validation {
    condition     = var.blob_recovery_days >= 1 && var.blob_recovery_days <= 365
    error_message = "Deleted flow logs can be brought back for 1 to 365 days."
  }
}

variable "key_rotation_days" {
  description = "Days after which the vault rotates a key."
  type        = number

  validation {
    condition     = var.key_rotation_days >= 28
    error_message = "A key is renewed after 28 days at the earliest."
  }
}

variable "cluster_audit_log" {
  description = "Audit log of the API server: kube-audit, or kube-audit-admin without what only reads."
  type        = string

  validation {
    condition     = contains(["kube-audit", "kube-audit-admin"], var.cluster_audit_log)
    error_message = "cluster_audit_log must be kube-audit or kube-audit-admin."
  }
}

variable "pod_security" {
  description = "Pod security standard that the application's namespace enforces: baseline or restricted."
  type        = string

  validation {
    condition     = contains(["baseline", "restricted"], var.pod_security)
    error_message = "pod_security must be baseline or restricted."
  }
}

variable "default_deny" {
  description = "Directions of traffic that the application's namespace denies unless a policy allows it: Egress, Ingress."
  type        = set(string)

  validation {
    condition     = length(setsubtract(var.default_deny, ["Egress", "Ingress"])) == 0
    error_message = "Each of default_deny must be Egress or Ingress."
  }
}

variable "deletion_protection" {
  description = "Whether the resource group is locked against deletion."
  type        = bool
}

variable "vault_retention_days" {
  description = "Days for which a deleted vault can be recovered."
  type        = number

  validation {
    condition     = var.vault_retention_days >= 7 && var.vault_retention_days <= 90
    error_message = "A vault can be brought back for 7 to 90 days."
  }
}

variable "budget_alert_percent" {
  description = "Percentages of the budget at which the owner gets an alert: early and spent for actual costs, forecast for the expected costs of the month."
  type = object({
    early    = number
    forecast = number
    spent    = number
  })
}

variable "budget_contact" {
  description = "Second mailbox that receives the budget's alerts, such as that of FinOps; empty for none."
  type        = string
}

variable "estimate_alert_usd" {
  description = "Spent US dollars a month above which the alert on the estimate is sent; null for none."
  type        = number
}

# -----------------------------------------------------------------------------
# Inputs: the landing zone, which the profile decides
# -----------------------------------------------------------------------------

variable "egress" {
  description = "Outbound traffic: own, through a NAT gateway with a public address; hub, through egress_next_hop_ip without a public address."
  type        = string

  validation {
    condition     = contains(["own", "hub"], var.egress)
    error_message = "egress must be own or hub."
  }
}

variable "egress_next_hop_ip" {
  description = "Private address of the hub's firewall. With egress hub, all traffic that leaves the network goes there. Otherwise empty."
  type        = string

  validation {
    condition     = var.egress_next_hop_ip == "" || can(cidrhost("${var.egress_next_hop_ip}/32", 0))
    error_message = "egress_next_hop_ip must be empty or an IPv4 address."
  }
}

variable "hub_virtual_network_id" {
  description = "ID of the hub's virtual network, which the environment's network is peered with. Empty for none. The connectivity subscription creates the peering back."
  type        = string
}

variable "hub_cidrs" {
  description = "Ranges outside the environment's network that reach the API server, such as those of administrators and pipelines. Empty for none."
  type        = list(string)

  validation {
    condition     = alltrue([for range in var.hub_cidrs : can(cidrhost(range, 0)) && can(regex("^(10|100\\.(6[4-9]|[7-9]\\d|1[01]\\d|12[0-7])|172\\.(1[6-9]|2\\d|3[01])|192\\.168)\\..*/([89]|[12]\\d|3[0-2])$", range))])
    error_message = "Each of hub_cidrs must be a private IPv4 range of /8 or longer, such as 10.0.0.0/16."
  }
}

variable "run_command" {
  description = "Whether az aks command invoke runs commands in the cluster, with the caller's own rights: on or off."
  type        = string

  validation {
    condition     = contains(["off", "on"], var.run_command)
    error_message = "run_command must be off or on."
  }
}

variable "runner_cidrs" {
  description = "Ranges of runners that reach the private endpoints through the hub. Empty for none."
  type        = list(string)

  validation {
    condition     = alltrue([for range in var.runner_cidrs : can(cidrhost(range, 0)) && can(regex("^(10|100\\.(6[4-9]|[7-9]\\d|1[01]\\d|12[0-7])|172\\.(1[6-9]|2\\d|3[01])|192\\.168)\\..*/([89]|[12]\\d|3[0-2])$", range))])
    error_message = "Each of runner_cidrs must be a private IPv4 range of /8 or longer, such as 10.0.0.0/16."
  }
}

variable "dns_servers" {
  description = "Addresses of the DNS servers of the network, such as the hub's resolver. Empty for Azure's own."
  type        = list(string)
}

variable "api_server_dns_zone_id" {
  description = "ID of the central private DNS zone for the API server's name, private.<region>.azmk8s.io or a zone below it. Empty: AKS makes a zone for this network. none: the name is in the public DNS, its address stays private. Another value makes another cluster."
  type        = string
}

variable "private_dns" {
  description = "Who writes the names of private endpoints: own, into zones of this environment; central, into blob_dns_zone_id and vault_dns_zone_id; policy, the landing zone's policy."
  type        = string

  validation {
    condition     = contains(["own", "central", "policy"], var.private_dns)
    error_message = "private_dns must be own, central or policy."
  }
}

variable "blob_dns_zone_id" {
  description = "ID of the central private DNS zone privatelink.blob.core.windows.net. Only with private_dns central."
  type        = string
}

variable "vault_dns_zone_id" {
  description = "ID of the central private DNS zone privatelink.vaultcore.azure.net. Only with private_dns central."
  type        = string
}

variable "registry_id" {
  description = "ID of the container registry that nodes pull images from. Empty for none."
  type        = string
}

variable "cluster_admin_group_object_ids" {
  description = "Object IDs of Entra groups that administer the cluster. Empty for none."
  type        = list(string)
}

variable "application_deployer_group_object_ids" {
  description = "Object IDs of Entra groups that read and write in the application's namespace. Empty for none."
  type        = list(string)
}

variable "cluster_viewer_group_object_ids" {
  description = "Object IDs of Entra groups that read in the cluster, without its secrets. Empty for none."
  type        = list(string)
}

variable "tags" {
  description = "Tags of the organisation, which each resource has in addition to those of the environment."
  type        = map(string)
}

variable "tag_keys" {
  description = "Keys of the organisation for tags of the environment, by the key that they have otherwise."
  type        = map(string)
}

# -----------------------------------------------------------------------------
# Inputs of the protected workflow
# -----------------------------------------------------------------------------

# A proposal knows no date. The plan does: without this input a budget begins with
# the month that the first plan is made in.
variable "budget_start_date" {
  description = "First day of the budget's first month, such as 2026-12-01T00:00:00Z. Null for the month of the first plan."
  type        = string
  default     = null

  validation {
    condition     = var.budget_start_date == null || can(regex("^\\d{4}-\\d{2}-01T00:00:00Z$", var.budget_start_date))
    error_message = "budget_start_date must be the first day of a month, such as 2026-12-01T00:00:00Z."
  }
}

# The default is a day that no key lives to see: a key that has ended locks its data
# up, and a proposal knows no date that is safe. It is no later, because the provider
# counts nanoseconds in 64 bits, which end in 2262, and a floating point number of
# them has to come to a whole second (Azure/go-autorest autorest/date v0.3.0,
# unixtime.go, MarshalJSON). It is a date and not null, because the provider replaces
# a key whose end is taken away (azurerm, key_vault_key_resource.go, CustomizeDiff),
# and because tfsec 1.28 stops with a panic at a key whose end is null.
variable "key_expires_at" {
  description = "Time at which the keys expire, RFC 3339. You may move it in both directions. A time in the past locks the environment's data."
  type        = string
  default     = "2200-01-01T00:00:00Z"
  nullable    = false

  validation {
    condition     = try(tonumber(formatdate("YYYY", var.key_expires_at)) < 2262, false)
    error_message = "key_expires_at must be a time before 2262 as RFC 3339 has it, such as 2028-01-01T00:00:00Z."
  }
}

variable "runner_network" {
  description = "Network of the runner: its region, a subnet for a private endpoint of the vault, and its private DNS zone privatelink.vaultcore.azure.net. Null: the runner must reach the vault through runner_cidrs, or the first run stops at the keys."
  type = object({
    location          = string
    subnet_id         = string
    vault_dns_zone_id = string
  })
  default = null
}

# -----------------------------------------------------------------------------
# Places and names
# -----------------------------------------------------------------------------

data "azurerm_client_config" "current" {}

locals {
  zones = length(var.zones) == 0 ? null : var.zones

  tenant_id = var.tenant_id == "" ? data.azurerm_client_config.current.tenant_id : var.tenant_id

  # Tags of a resource group do not pass on to what is in it, so every resource names
  # them. A private DNS zone takes 15 at most.
  tags = merge(var.tags, {
    (lookup(var.tag_keys, "Application", "Application"))               = var.application
    (lookup(var.tag_keys, "CostCentre", "CostCentre"))                 = var.cost_centre
    (lookup(var.tag_keys, "DataClassification", "DataClassification")) = var.data_classification
    (lookup(var.tag_keys, "Environment", "Environment"))               = var.environment
    (lookup(var.tag_keys, "ManagedBy", "ManagedBy"))                   = "self-service-environment-platform"
    (lookup(var.tag_keys, "Owner", "Owner"))                           = var.owner
  })
}

# A budget and a cleanup find an environment by its resource group. So the group alone
# has the tags that each request changes, and a later request changes no other resource
# for them. Network keeps the range that the environment was made with.
resource "azurerm_resource_group" "this" {
  name     = "rg-${var.name}"
  location = var.location

  tags = merge(local.tags, {
    (lookup(var.tag_keys, "ExpiresOn", "ExpiresOn"))     = var.expires_on == "" ? "none" : var.expires_on
    (lookup(var.tag_keys, "Fingerprint", "Fingerprint")) = var.fingerprint
    (lookup(var.tag_keys, "RequestId", "RequestId"))     = var.request_id
    Network                                              = var.vnet_cidr
  })

  lifecycle {
    ignore_changes = [tags["Network"]]
  }
}

# The lock comes last, so that a first run that stopped can still replace what it
# left half made. The nodes' own resource group has none: the cluster could not
# remove a node from it, nor upgrade one. The note names no request: another note is
# another lock (azurerm, management_lock_resource.go), and a later request is not.
resource "azurerm_management_lock" "this" {
  count = var.deletion_protection ? 1 : 0

  name       = "lock-${var.name}"
  scope      = azurerm_resource_group.this.id
  lock_level = "CanNotDelete"
  notes      = "Environment ${var.name}, which must not be deleted"

  depends_on = [
    azurerm_consumption_budget_subscription.monthly,
    azurerm_federated_identity_credential.workload,
    azurerm_kubernetes_cluster_node_pool.user,
    azurerm_monitor_data_collection_rule_association.containers,
    azurerm_monitor_diagnostic_setting.central,
    azurerm_monitor_diagnostic_setting.cluster,
    azurerm_monitor_diagnostic_setting.key_vault,
    azurerm_monitor_diagnostic_setting.this,
    azurerm_network_watcher_flow_log.network,
    azurerm_private_endpoint.flow_logs,
    azurerm_private_endpoint.flow_logs_by_policy,
  ]
}

# -----------------------------------------------------------------------------
# Network: subnets for nodes, API server and private endpoints
# -----------------------------------------------------------------------------

resource "azurerm_virtual_network" "this" {
  name                = "vnet-${var.name}"
  location            = azurerm_resource_group.this.location
  resource_group_name = azurerm_resource_group.this.name
  address_space       = [var.vnet_cidr]
  dns_servers         = var.dns_servers

  # Each subnet is made with its security group and routes in one call: the landing zones
  # of Azure deny one without a group (Azure/Azure-Landing-Zones-Library,
  # Deny-Subnet-Without-Nsg). What such a block does not name, such as the NAT gateway,
  # stays as it is (azurerm, virtual_network_resource.go, expandVirtualNetworkSubnets).
  subnet {
    name                            = "snet-nodes"
    address_prefixes                = [var.node_subnet_cidr]
    default_outbound_access_enabled = false
    route_table_id                  = one(azurerm_route_table.hub[*].id)
    security_group                  = azurerm_network_security_group.nodes.id
  }

  subnet {
    name                            = "snet-api-server"
    address_prefixes                = [var.api_server_subnet_cidr]
    default_outbound_access_enabled = false
    route_table_id                  = one(azurerm_route_table.hub[*].id)
    security_group                  = azurerm_network_security_group.api_server.id

    delegation {
      name = "aks-api-server"

      service_delegation {
        name    = "Microsoft.ContainerService/managedClusters"
        actions = ["Microsoft.Network/virtualNetworks/subnets/join/action"]
      }
    }
  }

  subnet {
    name                              = "snet-private-endpoints"
    address_prefixes                  = [var.private_endpoint_subnet_cidr]
    default_outbound_access_enabled   = false
    private_endpoint_network_policies = "Enabled"
    security_group                    = azurerm_network_security_group.private_endpoints.id
  }

  tags = local.tags

  # The provider's own zones are seen by its own DNS only, and the cluster cannot
  # link its zone to a network with other servers (MicrosoftDocs/azure-aks-docs
  # articles/aks/private-clusters.md, section Hub and spoke with custom DNS). A landing
  # zone's policy adds its plan against denial of service (Enable-DDoS-VNET).
  lifecycle {
    ignore_changes = [ddos_protection_plan]

    precondition {
      condition     = try(azurerm_resource_group.this.tags["Network"], var.vnet_cidr) == var.vnet_cidr
      error_message = "The network of an environment cannot change. Request another environment, or tear this one down first."
    }

    precondition {
      condition     = length(var.dns_servers) == 0 || (var.private_dns != "own" && var.api_server_dns_zone_id != "")
      error_message = "dns_servers need api_server_dns_zone_id, and private_dns central or policy: they do not see the zones of this environment."
    }

    precondition {
      condition     = var.private_dns == "central" ? !contains([var.blob_dns_zone_id, var.vault_dns_zone_id], "") : var.blob_dns_zone_id == "" && var.vault_dns_zone_id == ""
      error_message = "private_dns central needs blob_dns_zone_id and vault_dns_zone_id; own and policy take neither."
    }
  }
}

locals {
  subnet_ids = {
    for key in ["api-server", "nodes", "private-endpoints"] : key => "${azurerm_virtual_network.this.id}/subnets/snet-${key}"
  }
}

# Before, subnets and what is attached to them were resources of their own. They stay in
# Azure as they are, and Terraform forgets them.
removed {
  from = azurerm_subnet.api_server

  lifecycle {
    destroy = false
  }
}

removed {
  from = azurerm_subnet.nodes

  lifecycle {
    destroy = false
  }
}

removed {
  from = azurerm_subnet.private_endpoints

  lifecycle {
    destroy = false
  }
}

removed {
  from = azurerm_subnet_network_security_group_association.api_server

  lifecycle {
    destroy = false
  }
}

removed {
  from = azurerm_subnet_network_security_group_association.nodes

  lifecycle {
    destroy = false
  }
}

removed {
  from = azurerm_subnet_network_security_group_association.private_endpoints

  lifecycle {
    destroy = false
  }
}

removed {
  from = azurerm_subnet_route_table_association.api_server

  lifecycle {
    destroy = false
  }
}

removed {
  from = azurerm_subnet_route_table_association.nodes

  lifecycle {
    destroy = false
  }
}

# -----------------------------------------------------------------------------
# Network security: what may enter a subnet, by prefix
# -----------------------------------------------------------------------------

# The service tag VirtualNetwork stands nowhere here: it also names every peered
# network and what a gateway reaches (MicrosoftDocs/azure-docs
# articles/virtual-network/service-tags-overview.md), which is the hub. Of what lies
# outside, hub_cidrs reach the port of the API server, and runner_cidrs that of the
# private endpoints; each is empty unless the profile says otherwise. The rules
# that the provider ends every group with would let the whole tag in, so each group
# denies the rest before them.

# Ports and protocols are "*" where AKS demands it: nodes, pods and the API server
# among themselves, and probes to ports that services choose
# (MicrosoftDocs/azure-aks-docs articles/aks/concepts-network-azure-cni-overlay.md,
# section Network security groups). Pods have a range of their own, which the network
# does not know.
resource "azurerm_network_security_group" "nodes" {
  name                = "nsg-${var.name}-nodes"
  location            = azurerm_resource_group.this.location
  resource_group_name = azurerm_resource_group.this.name

  security_rule {
    name                         = "AllowClusterInbound"
    description                  = "Nodes, pods and the API server among themselves"
    priority                     = 100
    direction                    = "Inbound"
    access                       = "Allow"
    protocol                     = "*"
    source_port_range            = "*"
    destination_port_range       = "*"
    source_address_prefixes      = [var.api_server_subnet_cidr, var.node_subnet_cidr, var.pod_cidr]
    destination_address_prefixes = [var.node_subnet_cidr, var.pod_cidr]
  }

  security_rule {
    name                       = "AllowAzureLoadBalancerInbound"
    description                = "Health probes"
    priority                   = 110
    direction                  = "Inbound"
    access                     = "Allow"
    protocol                   = "*"
    source_port_range          = "*"
    destination_port_range     = "*"
    source_address_prefix      = "AzureLoadBalancer"
    destination_address_prefix = var.node_subnet_cidr
  }

  security_rule {
    name                       = "DenyAllInbound"
    description                = "Nothing else may enter"
    priority                   = 4096
    direction                  = "Inbound"
    access                     = "Deny"
    protocol                   = "*"
    source_port_range          = "*"
    destination_port_range     = "*"
    source_address_prefix      = "*"
    destination_address_prefix = "*"
  }

  tags = local.tags
}

# The ports are those that API Server VNet Integration names
# (MicrosoftDocs/azure-aks-docs articles/aks/api-server-vnet-integration.md, section
# NSG security rules). Source ports are "*" because clients choose theirs.
resource "azurerm_network_security_group" "api_server" {
  name                = "nsg-${var.name}-api-server"
  location            = azurerm_resource_group.this.location
  resource_group_name = azurerm_resource_group.this.name

  security_rule {
    name                       = "AllowNodesInbound"
    description                = "Nodes, and pods by the address of their node"
    priority                   = 100
    direction                  = "Inbound"
    access                     = "Allow"
    protocol                   = "Tcp"
    source_port_range          = "*"
    destination_port_ranges    = ["443", "4443"]
    source_address_prefix      = var.node_subnet_cidr
    destination_address_prefix = var.api_server_subnet_cidr
  }

  dynamic "security_rule" {
    for_each = length(var.hub_cidrs) == 0 ? [] : ["hub"]

    content {
      name                       = "AllowHubInbound"
      description                = "Who administers and deploys from the hub"
      priority                   = 110
      direction                  = "Inbound"
      access                     = "Allow"
      protocol                   = "Tcp"
      source_port_range          = "*"
      destination_port_range     = "443"
      source_address_prefixes    = var.hub_cidrs
      destination_address_prefix = var.api_server_subnet_cidr
    }
  }

  security_rule {
    name                       = "AllowAzureLoadBalancerInbound"
    description                = "Health probes"
    priority                   = 120
    direction                  = "Inbound"
    access                     = "Allow"
    protocol                   = "Tcp"
    source_port_range          = "*"
    destination_port_range     = "9988"
    source_address_prefix      = "AzureLoadBalancer"
    destination_address_prefix = var.api_server_subnet_cidr
  }

  security_rule {
    name                       = "DenyAllInbound"
    description                = "Nothing else may enter"
    priority                   = 4096
    direction                  = "Inbound"
    access                     = "Deny"
    protocol                   = "*"
    source_port_range          = "*"
    destination_port_range     = "*"
    source_address_prefix      = "*"
    destination_address_prefix = "*"
  }

  tags = local.tags
}

# Vault and storage speak HTTPS only. Source ports are "*" because clients choose
# theirs.
resource "azurerm_network_security_group" "private_endpoints" {
  name                = "nsg-${var.name}-private-endpoints"
  location            = azurerm_resource_group.this.location
  resource_group_name = azurerm_resource_group.this.name

  security_rule {
    name                       = "AllowClusterInbound"
    description                = "Nodes, pods by the address of their node, and the API server"
    priority                   = 100
    direction                  = "Inbound"
    access                     = "Allow"
    protocol                   = "Tcp"
    source_port_range          = "*"
    destination_port_range     = "443"
    source_address_prefixes    = [var.api_server_subnet_cidr, var.node_subnet_cidr]
    destination_address_prefix = var.private_endpoint_subnet_cidr
  }

  dynamic "security_rule" {
    for_each = length(var.runner_cidrs) == 0 ? [] : ["runner"]

    content {
      name                       = "AllowRunnerInbound"
      description                = "The protected workflow, which makes the keys"
      priority                   = 110
      direction                  = "Inbound"
      access                     = "Allow"
      protocol                   = "Tcp"
      source_port_range          = "*"
      destination_port_range     = "443"
      source_address_prefixes    = var.runner_cidrs
      destination_address_prefix = var.private_endpoint_subnet_cidr
    }
  }

  security_rule {
    name                       = "DenyAllInbound"
    description                = "Nothing else may enter"
    priority                   = 4096
    direction                  = "Inbound"
    access                     = "Deny"
    protocol                   = "*"
    source_port_range          = "*"
    destination_port_range     = "*"
    source_address_prefix      = "*"
    destination_address_prefix = "*"
  }

  tags = local.tags
}

# -----------------------------------------------------------------------------
# Internet egress: a gateway or the hub; nothing enters from the internet
# -----------------------------------------------------------------------------

# A StandardV2 gateway, which production has wherever the provider sells it, stands
# in every zone. A Standard one stands in one that the provider picks: nodes in the
# others keep running when it fails, without internet egress. The address must be of the
# gateway's kind.
resource "azurerm_public_ip" "nat" {
  count = var.egress == "own" ? 1 : 0

  name                = "pip-${var.name}-nat"
  location            = azurerm_resource_group.this.location
  resource_group_name = azurerm_resource_group.this.name
  allocation_method   = "Static"
  sku                 = var.nat_gateway_sku
  zones               = local.zones

  tags = local.tags
}

resource "azurerm_nat_gateway" "this" {
  count = var.egress == "own" ? 1 : 0

  name                    = "ng-${var.name}"
  location                = azurerm_resource_group.this.location
  resource_group_name     = azurerm_resource_group.this.name
  sku_name                = var.nat_gateway_sku
  zones                   = var.nat_gateway_sku == "StandardV2" ? local.zones : null
  idle_timeout_in_minutes = 4

  tags = local.tags
}

resource "azurerm_nat_gateway_public_ip_association" "this" {
  count = var.egress == "own" ? 1 : 0

  nat_gateway_id       = azurerm_nat_gateway.this[0].id
  public_ip_address_id = azurerm_public_ip.nat[0].id
}

resource "azurerm_subnet_nat_gateway_association" "nodes" {
  count = var.egress == "own" ? 1 : 0

  subnet_id      = local.subnet_ids["nodes"]
  nat_gateway_id = azurerm_nat_gateway.this[0].id
}

resource "azurerm_subnet_nat_gateway_association" "api_server" {
  count = var.egress == "own" ? 1 : 0

  subnet_id      = local.subnet_ids["api-server"]
  nat_gateway_id = azurerm_nat_gateway.this[0].id
}

# Routes that a gateway of the hub learns do not come in: what leaves the network
# and its peer goes through the firewall.
resource "azurerm_route_table" "hub" {
  count = var.egress == "hub" ? 1 : 0

  name                          = "rt-${var.name}"
  location                      = azurerm_resource_group.this.location
  resource_group_name           = azurerm_resource_group.this.name
  bgp_route_propagation_enabled = false

  route {
    name                   = "hub"
    address_prefix         = "0.0.0.0/0"
    next_hop_type          = "VirtualAppliance"
    next_hop_in_ip_address = var.egress_next_hop_ip
  }

  tags = local.tags

  lifecycle {
    precondition {
      condition     = var.egress_next_hop_ip != "" && var.hub_virtual_network_id != ""
      error_message = "egress through the hub needs egress_next_hop_ip and hub_virtual_network_id."
    }
  }
}

# -----------------------------------------------------------------------------
# Hub: the connectivity subscription's network, where one is named
# -----------------------------------------------------------------------------

# What the hub's firewall sends back, and what it lets through from hub_cidrs, may come
# from outside the hub, so it is forwarded. Only egress "hub" has a way back to ranges
# beyond the hub's network, such as those on premises.
resource "azurerm_virtual_network_peering" "hub" {
  count = var.hub_virtual_network_id == "" ? 0 : 1

  name                         = "peer-${var.name}-hub"
  resource_group_name          = azurerm_resource_group.this.name
  virtual_network_name         = azurerm_virtual_network.this.name
  remote_virtual_network_id    = var.hub_virtual_network_id
  allow_forwarded_traffic      = var.egress == "hub" || length(var.hub_cidrs) > 0
  allow_gateway_transit        = false
  allow_virtual_network_access = true
}

# -----------------------------------------------------------------------------
# Private names: vault and storage resolve to their private endpoints
# -----------------------------------------------------------------------------

locals {
  own_zones = {
    for key, name in {
      blob  = "privatelink.blob.core.windows.net"
      vault = "privatelink.vaultcore.azure.net"
    } : key => name if var.private_dns == "own"
  }

  zone_ids = merge(
    { blob = var.blob_dns_zone_id, vault = var.vault_dns_zone_id },
    { for key, zone in azurerm_private_dns_zone.this : key => zone.id },
  )
}

# A network sees one zone of a name. These are for a network that asks the
# provider's own DNS; one that asks the hub's needs the hub's zones in their place.
resource "azurerm_private_dns_zone" "this" {
  for_each = local.own_zones

  name                = each.value
  resource_group_name = azurerm_resource_group.this.name

  tags = local.tags
}

resource "azurerm_private_dns_zone_virtual_network_link" "this" {
  for_each = local.own_zones

  name                  = "link-${var.name}-${each.key}"
  resource_group_name   = azurerm_resource_group.this.name
  private_dns_zone_name = azurerm_private_dns_zone.this[each.key].name
  virtual_network_id    = azurerm_virtual_network.this.id
  registration_enabled  = false

  tags = local.tags
}

# -----------------------------------------------------------------------------
# Identities: one per duty, each role on the one resource that the duty needs
# -----------------------------------------------------------------------------

resource "azurerm_user_assigned_identity" "this" {
  for_each = toset(["cluster", "disks", "flow-logs", "kubelet", "workload"])

  name                = "id-${var.name}-${each.value}"
  location            = azurerm_resource_group.this.location
  resource_group_name = azurerm_resource_group.this.name

  tags = local.tags
}

resource "azurerm_role_assignment" "cluster_node_subnet" {
  scope                = local.subnet_ids["nodes"]
  role_definition_name = "Network Contributor"
  principal_id         = azurerm_user_assigned_identity.this["cluster"].principal_id
  principal_type       = "ServicePrincipal"
}

resource "azurerm_role_assignment" "cluster_api_server_subnet" {
  scope                = local.subnet_ids["api-server"]
  role_definition_name = "Network Contributor"
  principal_id         = azurerm_user_assigned_identity.this["cluster"].principal_id
  principal_type       = "ServicePrincipal"
}

resource "azurerm_role_assignment" "cluster_kubelet_identity" {
  scope                = azurerm_user_assigned_identity.this["kubelet"].id
  role_definition_name = "Managed Identity Operator"
  principal_id         = azurerm_user_assigned_identity.this["cluster"].principal_id
  principal_type       = "ServicePrincipal"
}

resource "azurerm_role_assignment" "cluster_secrets_key" {
  scope                = azurerm_key_vault_key.this["secrets"].resource_versionless_id
  role_definition_name = "Key Vault Crypto User"
  principal_id         = azurerm_user_assigned_identity.this["cluster"].principal_id
  principal_type       = "ServicePrincipal"
}

# The cluster reaches a vault without public access through a private link,
# which it may only make with this role.
resource "azurerm_role_assignment" "cluster_key_vault" {
  scope                = azurerm_key_vault.this.id
  role_definition_name = "Key Vault Contributor"
  principal_id         = azurerm_user_assigned_identity.this["cluster"].principal_id
  principal_type       = "ServicePrincipal"
}

resource "azurerm_role_assignment" "cluster_disk_encryption_set" {
  scope                = azurerm_disk_encryption_set.nodes.id
  role_definition_name = "Reader"
  principal_id         = azurerm_user_assigned_identity.this["cluster"].principal_id
  principal_type       = "ServicePrincipal"
}

resource "azurerm_role_assignment" "cluster_volumes" {
  scope                = azurerm_disk_encryption_set.volumes.id
  role_definition_name = "Reader"
  principal_id         = azurerm_user_assigned_identity.this["cluster"].principal_id
  principal_type       = "ServicePrincipal"
}

# The cluster links the zone to the network and writes its name into it
# (MicrosoftDocs/azure-aks-docs articles/aks/private-clusters.md).
resource "azurerm_role_assignment" "cluster_dns_zone" {
  count = contains(["", "none"], var.api_server_dns_zone_id) ? 0 : 1

  scope                = var.api_server_dns_zone_id
  role_definition_name = "Private DNS Zone Contributor"
  principal_id         = azurerm_user_assigned_identity.this["cluster"].principal_id
  principal_type       = "ServicePrincipal"
}

resource "azurerm_role_assignment" "cluster_network" {
  count = contains(["", "none"], var.api_server_dns_zone_id) ? 0 : 1

  scope                = azurerm_virtual_network.this.id
  role_definition_name = "Network Contributor"
  principal_id         = azurerm_user_assigned_identity.this["cluster"].principal_id
  principal_type       = "ServicePrincipal"
}

resource "azurerm_role_assignment" "cluster_route_table" {
  count = var.egress == "hub" ? 1 : 0

  scope                = azurerm_route_table.hub[0].id
  role_definition_name = "Network Contributor"
  principal_id         = azurerm_user_assigned_identity.this["cluster"].principal_id
  principal_type       = "ServicePrincipal"
}

resource "azurerm_role_assignment" "kubelet_registry" {
  count = var.registry_id == "" ? 0 : 1

  scope                = var.registry_id
  role_definition_name = "AcrPull"
  principal_id         = azurerm_user_assigned_identity.this["kubelet"].principal_id
  principal_type       = "ServicePrincipal"
}

resource "azurerm_role_assignment" "disks_key" {
  scope                = azurerm_key_vault_key.this["disks"].resource_versionless_id
  role_definition_name = "Key Vault Crypto Service Encryption User"
  principal_id         = azurerm_user_assigned_identity.this["disks"].principal_id
  principal_type       = "ServicePrincipal"
}

resource "azurerm_role_assignment" "flow_logs_key" {
  scope                = azurerm_key_vault_key.this["flow-logs"].resource_versionless_id
  role_definition_name = "Key Vault Crypto Service Encryption User"
  principal_id         = azurerm_user_assigned_identity.this["flow-logs"].principal_id
  principal_type       = "ServicePrincipal"
}

# People have roles of Azure's for Kubernetes. Whoever uses the cluster also fetches its
# address with the role of a cluster user.
locals {
  people = merge(
    { for group in var.cluster_admin_group_object_ids : "admin-login-${group}" => { group = group, role = "Azure Kubernetes Service Cluster User Role", within = "" } },
    { for group in var.application_deployer_group_object_ids : "deployer-login-${group}" => { group = group, role = "Azure Kubernetes Service Cluster User Role", within = "" } },
    { for group in var.cluster_viewer_group_object_ids : "viewer-login-${group}" => { group = group, role = "Azure Kubernetes Service Cluster User Role", within = "" } },
    { for group in var.application_deployer_group_object_ids : "deployer-${group}" => { group = group, role = "Azure Kubernetes Service RBAC Writer", within = "/namespaces/${var.application}" } },
    { for group in var.cluster_viewer_group_object_ids : "viewer-${group}" => { group = group, role = "Azure Kubernetes Service RBAC Reader", within = "" } },
  )
}

resource "azurerm_role_assignment" "people" {
  for_each = local.people

  scope                = "${azurerm_kubernetes_cluster.this.id}${each.value.within}"
  role_definition_name = each.value.role
  principal_id         = each.value.group
  principal_type       = "Group"
}

resource "azurerm_federated_identity_credential" "workload" {
  name                = "fc-${var.name}"
  resource_group_name = azurerm_resource_group.this.name
  parent_id           = azurerm_user_assigned_identity.this["workload"].id
  audience            = ["api://AzureADTokenExchange"]
  issuer              = azurerm_kubernetes_cluster.this.oidc_issuer_url
  subject             = "system:serviceaccount:${var.application}:${var.application}"
}

# -----------------------------------------------------------------------------
# Encryption: a vault without public access, one key per duty
# -----------------------------------------------------------------------------

resource "azurerm_key_vault" "this" {
  name                          = var.key_vault_name
  location                      = azurerm_resource_group.this.location
  resource_group_name           = azurerm_resource_group.this.name
  tenant_id                     = local.tenant_id
  sku_name                      = "premium"
  rbac_authorization_enabled    = true
  purge_protection_enabled      = true
  soft_delete_retention_days    = var.vault_retention_days
  public_network_access_enabled = false

  network_acls {
    bypass         = "AzureServices"
    default_action = "Deny"
  }

  tags = local.tags
}

resource "azurerm_private_endpoint" "key_vault" {
  count = var.private_dns == "policy" ? 0 : 1

  name                = "pe-${var.name}-vault"
  location            = azurerm_resource_group.this.location
  resource_group_name = azurerm_resource_group.this.name
  subnet_id           = local.subnet_ids["private-endpoints"]

  private_service_connection {
    name                           = "vault"
    private_connection_resource_id = azurerm_key_vault.this.id
    subresource_names              = ["vault"]
    is_manual_connection           = false
  }

  private_dns_zone_group {
    name                 = "vault"
    private_dns_zone_ids = [local.zone_ids["vault"]]
  }

  tags = local.tags
}

# The landing zone's policy (Azure/Azure-Landing-Zones-Library, Deploy-Private-DNS-Zones)
# gives the endpoint its group some minutes after it was made. A later plan leaves it.
resource "azurerm_private_endpoint" "key_vault_by_policy" {
  count = var.private_dns == "policy" ? 1 : 0

  name                = "pe-${var.name}-vault-policy"
  location            = azurerm_resource_group.this.location
  resource_group_name = azurerm_resource_group.this.name
  subnet_id           = local.subnet_ids["private-endpoints"]

  private_service_connection {
    name                           = "vault"
    private_connection_resource_id = azurerm_key_vault.this.id
    subresource_names              = ["vault"]
    is_manual_connection           = false
  }

  tags = local.tags

  lifecycle {
    ignore_changes = [private_dns_zone_group]
  }
}

# The runner makes the keys and cannot see the environment's network, which is as
# new as they are. Both endpoints must not write into one zone: each would take the
# vault's name from the other.
resource "azurerm_private_endpoint" "key_vault_runner" {
  count = var.runner_network == null ? 0 : 1

  name                = "pe-${var.name}-vault-runner"
  location            = var.runner_network.location
  resource_group_name = azurerm_resource_group.this.name
  subnet_id           = var.runner_network.subnet_id

  private_service_connection {
    name                           = "vault"
    private_connection_resource_id = azurerm_key_vault.this.id
    subresource_names              = ["vault"]
    is_manual_connection           = false
  }

  private_dns_zone_group {
    name                 = "vault"
    private_dns_zone_ids = [var.runner_network.vault_dns_zone_id]
  }

  tags = local.tags

  lifecycle {
    precondition {
      condition     = var.private_dns != "policy" && lower(var.runner_network.vault_dns_zone_id) != lower(var.vault_dns_zone_id)
      error_message = "runner_network must not lead to the zone of the environment's endpoint, which vault_dns_zone_id or the policy names: two endpoints cannot share one name. A runner that resolves the hub's zone needs runner_cidrs and no runner_network."
    }
  }
}

# The vault rotates keys. Flow logs and volumes follow by themselves. The cluster names
# a version of the key of its secrets and takes the next one when this is run again.
# Afterwards the secrets must be written again to be under it.
resource "azurerm_key_vault_key" "this" {
  for_each = {
    disks     = ["unwrapKey", "wrapKey"]
    flow-logs = ["unwrapKey", "wrapKey"]
    secrets   = ["decrypt", "encrypt", "unwrapKey", "wrapKey"]
  }

  name         = each.key
  key_vault_id = azurerm_key_vault.this.id
  key_type     = "RSA-HSM"
  key_size     = 3072
  key_opts     = each.value

  expiration_date = var.key_expires_at

  rotation_policy {
    automatic {
      time_after_creation = "P${var.key_rotation_days}D"
    }
  }

  tags = local.tags

  depends_on = [
    azurerm_private_dns_zone_virtual_network_link.this,
    azurerm_private_endpoint.key_vault,
    azurerm_private_endpoint.key_vault_by_policy,
    azurerm_private_endpoint.key_vault_runner,
  ]
}

# Disks of nodes stay under the version of the key that the cluster began with: Azure
# rotates no key of ephemeral disks while their machines are there
# (MicrosoftDocs/azure-compute-docs articles/virtual-machines/ephemeral-os-disks.md,
# section Customer Managed key). Such a disk lasts until the next weekly image.
resource "azurerm_disk_encryption_set" "nodes" {
  name                      = "des-${var.name}"
  location                  = azurerm_resource_group.this.location
  resource_group_name       = azurerm_resource_group.this.name
  key_vault_key_id          = azurerm_key_vault_key.this["disks"].id
  auto_key_rotation_enabled = false
  encryption_type           = "EncryptionAtRestWithCustomerKey"

  identity {
    type         = "UserAssigned"
    identity_ids = [azurerm_user_assigned_identity.this["disks"].id]
  }

  tags = local.tags

  lifecycle {
    ignore_changes = [key_vault_key_id]
  }

  depends_on = [azurerm_role_assignment.disks_key]
}

resource "azurerm_disk_encryption_set" "volumes" {
  name                      = "des-${var.name}-volumes"
  location                  = azurerm_resource_group.this.location
  resource_group_name       = azurerm_resource_group.this.name
  key_vault_key_id          = azurerm_key_vault_key.this["disks"].versionless_id
  auto_key_rotation_enabled = true
  encryption_type           = "EncryptionAtRestWithCustomerKey"

  identity {
    type         = "UserAssigned"
    identity_ids = [azurerm_user_assigned_identity.this["disks"].id]
  }

  tags = local.tags

  depends_on = [azurerm_role_assignment.disks_key]
}

# -----------------------------------------------------------------------------
# Logging: kept here, audit logs copied to the management subscription
# -----------------------------------------------------------------------------

# A workspace takes a customer-managed key only as part of a dedicated cluster,
# which one environment does not fill; it is encrypted with the provider's. It
# answers to identities of the tenant only, never to a shared key, and at the
# provider's own address: a private one is shared by all who use the hub's DNS and
# so is the connectivity subscription's to make.
resource "azurerm_log_analytics_workspace" "this" {
  name                         = "log-${var.name}"
  location                     = azurerm_resource_group.this.location
  resource_group_name          = azurerm_resource_group.this.name
  sku                          = "PerGB2018"
  retention_in_days            = var.log_retention_days
  local_authentication_enabled = false

  tags = local.tags
}

locals {
  logged = merge(var.egress == "own" ? { nat-address = azurerm_public_ip.nat[0].id } : {}, {
    blob                  = "${azurerm_storage_account.flow_logs.id}/blobServices/default"
    nsg-api-server        = azurerm_network_security_group.api_server.id
    nsg-nodes             = azurerm_network_security_group.nodes.id
    nsg-private-endpoints = azurerm_network_security_group.private_endpoints.id
    virtual-network       = azurerm_virtual_network.this.id
    workspace             = azurerm_log_analytics_workspace.this.id
  })

  audited = {
    cluster   = azurerm_kubernetes_cluster.this.id
    key-vault = azurerm_key_vault.this.id
  }
}

resource "azurerm_monitor_diagnostic_setting" "this" {
  for_each = local.logged

  name                       = "environment-logs"
  target_resource_id         = each.value
  log_analytics_workspace_id = azurerm_log_analytics_workspace.this.id

  enabled_log {
    category_group = "allLogs"
  }
}

resource "azurerm_monitor_diagnostic_setting" "key_vault" {
  name                       = "environment-logs"
  target_resource_id         = azurerm_key_vault.this.id
  log_analytics_workspace_id = azurerm_log_analytics_workspace.this.id

  enabled_log {
    category = "AuditEvent"
  }

  enabled_log {
    category = "AzurePolicyEvaluationDetails"
  }

  enabled_metric {
    category = "AllMetrics"
  }
}

resource "azurerm_monitor_diagnostic_setting" "cluster" {
  name                           = "environment-logs"
  target_resource_id             = azurerm_kubernetes_cluster.this.id
  log_analytics_workspace_id     = azurerm_log_analytics_workspace.this.id
  log_analytics_destination_type = "Dedicated"

  enabled_log {
    category = "cloud-controller-manager"
  }

  enabled_log {
    category = "cluster-autoscaler"
  }

  enabled_log {
    category = "guard"
  }

  enabled_log {
    category = "kube-apiserver"
  }

  enabled_log {
    category = var.cluster_audit_log
  }

  enabled_log {
    category = "kube-controller-manager"
  }

  enabled_log {
    category = "kube-scheduler"
  }

  enabled_metric {
    category = "AllMetrics"
  }
}

# The cluster's agent collects nothing until a rule says what, and an association
# of this very name gives it the rule (azurerm#23510).
resource "azurerm_monitor_data_collection_rule" "containers" {
  name                = "dcr-${var.name}"
  location            = azurerm_resource_group.this.location
  resource_group_name = azurerm_resource_group.this.name
  kind                = "Linux"
  description         = "What containers write, and the state of the cluster"

  data_sources {
    extension {
      name           = "ContainerInsightsExtension"
      extension_name = "ContainerInsights"
      streams        = ["Microsoft-ContainerInsights-Group-Default"]

      extension_json = jsonencode({
        dataCollectionSettings = {
          enableContainerLogV2   = true
          interval               = "1m"
          namespaceFilteringMode = "Off"
        }
      })
    }
  }

  destinations {
    log_analytics {
      name                  = "workspace"
      workspace_resource_id = azurerm_log_analytics_workspace.this.id
    }
  }

  data_flow {
    streams      = ["Microsoft-ContainerInsights-Group-Default"]
    destinations = ["workspace"]
  }

  tags = local.tags
}

resource "azurerm_monitor_data_collection_rule_association" "containers" {
  name                    = "ContainerInsightsExtension"
  target_resource_id      = azurerm_kubernetes_cluster.this.id
  data_collection_rule_id = azurerm_monitor_data_collection_rule.containers.id
  description             = "Without it nothing of the containers is logged"
}

# The workspace belongs to the management subscription, out of reach of whoever
# works in this one.
resource "azurerm_monitor_diagnostic_setting" "central" {
  for_each = { for key, id in local.audited : key => id if var.central_logs_subscription_id != "" }

  name                       = "central-logs"
  target_resource_id         = each.value
  log_analytics_workspace_id = "/subscriptions/${var.central_logs_subscription_id}/resourceGroups/${var.central_log_resource_group}/providers/Microsoft.OperationalInsights/workspaces/${var.central_log_workspace}"

  enabled_log {
    category_group = "audit"
  }
}

# -----------------------------------------------------------------------------
# Flow logs: who spoke with whom, in storage without public access
# -----------------------------------------------------------------------------

# The network watcher writes with the account's key, which therefore stays on;
# whoever else comes uses an identity.
resource "azurerm_storage_account" "flow_logs" {
  name                              = var.storage_account_name
  location                          = azurerm_resource_group.this.location
  resource_group_name               = azurerm_resource_group.this.name
  account_kind                      = "StorageV2"
  account_tier                      = "Standard"
  account_replication_type          = var.storage_replication
  min_tls_version                   = "TLS1_2"
  https_traffic_only_enabled        = true
  allow_nested_items_to_be_public   = false
  public_network_access_enabled     = false
  cross_tenant_replication_enabled  = false
  default_to_oauth_authentication   = true
  infrastructure_encryption_enabled = true
  local_user_enabled                = false

  # No versions: a flow log rewrites one blob for an hour, and each version would
  # outlive the log's retention. What was deleted or written over can be brought back.
  blob_properties {
    versioning_enabled = false

    container_delete_retention_policy {
      days = var.blob_recovery_days
    }

    delete_retention_policy {
      days = var.blob_recovery_days
    }
  }

  customer_managed_key {
    key_vault_key_id          = azurerm_key_vault_key.this["flow-logs"].versionless_id
    user_assigned_identity_id = azurerm_user_assigned_identity.this["flow-logs"].id
  }

  identity {
    type         = "UserAssigned"
    identity_ids = [azurerm_user_assigned_identity.this["flow-logs"].id]
  }

  network_rules {
    default_action = "Deny"
    bypass         = ["AzureServices"]
  }

  sas_policy {
    expiration_period = "01.00:00:00"
    expiration_action = "Log"
  }

  tags = local.tags

  depends_on = [azurerm_role_assignment.flow_logs_key]
}

resource "azurerm_private_endpoint" "flow_logs" {
  count = var.private_dns == "policy" ? 0 : 1

  name                = "pe-${var.name}-blob"
  location            = azurerm_resource_group.this.location
  resource_group_name = azurerm_resource_group.this.name
  subnet_id           = local.subnet_ids["private-endpoints"]

  private_service_connection {
    name                           = "blob"
    private_connection_resource_id = azurerm_storage_account.flow_logs.id
    subresource_names              = ["blob"]
    is_manual_connection           = false
  }

  private_dns_zone_group {
    name                 = "blob"
    private_dns_zone_ids = [local.zone_ids["blob"]]
  }

  tags = local.tags
}

# As for the vault.
resource "azurerm_private_endpoint" "flow_logs_by_policy" {
  count = var.private_dns == "policy" ? 1 : 0

  name                = "pe-${var.name}-blob-policy"
  location            = azurerm_resource_group.this.location
  resource_group_name = azurerm_resource_group.this.name
  subnet_id           = local.subnet_ids["private-endpoints"]

  private_service_connection {
    name                           = "blob"
    private_connection_resource_id = azurerm_storage_account.flow_logs.id
    subresource_names              = ["blob"]
    is_manual_connection           = false
  }

  tags = local.tags

  lifecycle {
    ignore_changes = [private_dns_zone_group]
  }
}

resource "azurerm_network_watcher_flow_log" "network" {
  name                 = "fl-${var.name}"
  location             = azurerm_resource_group.this.location
  resource_group_name  = var.network_watcher.resource_group
  network_watcher_name = var.network_watcher.name
  target_resource_id   = azurerm_virtual_network.this.id
  storage_account_id   = azurerm_storage_account.flow_logs.id
  enabled              = true
  version              = 2

  retention_policy {
    enabled = true
    days    = var.flow_log_retention_days
  }

  traffic_analytics {
    enabled               = true
    interval_in_minutes   = 60
    workspace_id          = azurerm_log_analytics_workspace.this.workspace_id
    workspace_region      = azurerm_log_analytics_workspace.this.location
    workspace_resource_id = azurerm_log_analytics_workspace.this.id
  }

  tags = local.tags
}

# -----------------------------------------------------------------------------
# Cluster: reachable from inside the network only
# -----------------------------------------------------------------------------

# The prefix of the DNS name keeps it legal for every application: it must not
# start with "login".
#
# What keeps it running for years: patches of the Kubernetes version and weekly node
# images come by themselves in the maintenance window. A new minor version comes with
# a new version of the adapter; control plane and pools then follow kubernetes_version
# in place, because each pool names it too (Azure/terraform-azurerm-aks#301: a pool
# that does not stays behind). AKS repairs nodes by itself
# (MicrosoftDocs/azure-aks-docs articles/aks/node-auto-repair.md), and the autoscaler
# of the user pool is part of the control plane, with the cluster's identity.
#
# Another machine type, disk size, number of zones or of pods on a node is not a new
# cluster: the provider makes a pool under a temporary name, deletes the old pool, whose
# pods start again in it without a drain, and does the same back (azurerm,
# kubernetes_cluster_node_pool_resource.go, Update). The lock of a protected environment
# forbids to delete a pool: it is lifted first. No size changes the system pool so.
resource "azurerm_kubernetes_cluster" "this" {
  name                                = "aks-${var.name}"
  location                            = azurerm_resource_group.this.location
  resource_group_name                 = azurerm_resource_group.this.name
  node_resource_group                 = "rg-${var.name}-nodes"
  dns_prefix                          = "aks-${var.name}"
  kubernetes_version                  = var.kubernetes_version
  sku_tier                            = var.cluster_tier
  private_cluster_enabled             = true
  private_cluster_public_fqdn_enabled = var.api_server_dns_zone_id == "none"
  private_dns_zone_id                 = var.api_server_dns_zone_id == "" ? "System" : var.api_server_dns_zone_id == "none" ? "None" : var.api_server_dns_zone_id
  local_account_disabled              = true
  role_based_access_control_enabled   = true
  oidc_issuer_enabled                 = true
  workload_identity_enabled           = true
  azure_policy_enabled                = true
  run_command_enabled                 = var.run_command == "on"
  image_cleaner_enabled               = true
  image_cleaner_interval_hours        = 168
  automatic_upgrade_channel           = "patch"
  node_os_upgrade_channel             = "NodeImage"
  disk_encryption_set_id              = azurerm_disk_encryption_set.nodes.id

  api_server_access_profile {
    subnet_id                           = local.subnet_ids["api-server"]
    virtual_network_integration_enabled = true
  }

  azure_active_directory_role_based_access_control {
    admin_group_object_ids = var.cluster_admin_group_object_ids
    azure_rbac_enabled     = true
    tenant_id              = local.tenant_id
  }

  default_node_pool {
    name                         = "system"
    vm_size                      = var.system_node_vm_size
    orchestrator_version         = var.kubernetes_version
    node_count                   = var.system_node_count
    max_pods                     = var.node_max_pods
    os_disk_size_gb              = var.system_node_disk_gib
    os_disk_type                 = "Ephemeral"
    os_sku                       = "AzureLinux"
    host_encryption_enabled      = true
    node_public_ip_enabled       = false
    only_critical_addons_enabled = true
    temporary_name_for_rotation  = "systemtmp"
    vnet_subnet_id               = local.subnet_ids["nodes"]
    zones                        = local.zones

    upgrade_settings {
      max_surge = "${var.node_surge_percent}%"
    }

    tags = local.tags
  }

  identity {
    type         = "UserAssigned"
    identity_ids = [azurerm_user_assigned_identity.this["cluster"].id]
  }

  # Microsoft calls this block the legacy form for clusters of 1.33 and later. Its
  # successor, which takes a key without a version, was in preview when it was read
  # (MicrosoftDocs/azure-aks-docs articles/aks/kms-data-encryption.md), and version 4
  # of the provider has no argument for it.
  key_management_service {
    key_vault_key_id         = azurerm_key_vault_key.this["secrets"].id
    key_vault_network_access = "Private"
  }

  # Pods mount secrets of a vault that the application's team has, where the identity
  # workload may read. The vault of this environment holds keys only.
  key_vault_secrets_provider {
    secret_rotation_enabled  = true
    secret_rotation_interval = "2m"
  }

  kubelet_identity {
    client_id                 = azurerm_user_assigned_identity.this["kubelet"].client_id
    object_id                 = azurerm_user_assigned_identity.this["kubelet"].principal_id
    user_assigned_identity_id = azurerm_user_assigned_identity.this["kubelet"].id
  }

  maintenance_window_auto_upgrade {
    frequency   = "Weekly"
    interval    = 1
    day_of_week = var.maintenance_window.day_of_week
    start_time  = var.maintenance_window.start_time
    utc_offset  = var.maintenance_window.utc_offset
    duration    = var.maintenance_window.duration_hours
  }

  maintenance_window_node_os {
    frequency   = "Weekly"
    interval    = 1
    day_of_week = var.maintenance_window.day_of_week
    start_time  = var.maintenance_window.start_time
    utc_offset  = var.maintenance_window.utc_offset
    duration    = var.maintenance_window.duration_hours
  }

  microsoft_defender {
    log_analytics_workspace_id = azurerm_log_analytics_workspace.this.id
  }

  network_profile {
    network_plugin      = "azure"
    network_plugin_mode = "overlay"
    network_policy      = "cilium"
    network_data_plane  = "cilium"
    load_balancer_sku   = "standard"
    outbound_type       = var.egress == "hub" ? "userDefinedRouting" : "userAssignedNATGateway"
    pod_cidr            = var.pod_cidr
    service_cidr        = var.service_cidr
    dns_service_ip      = var.dns_service_ip
  }

  oms_agent {
    log_analytics_workspace_id      = azurerm_log_analytics_workspace.this.id
    msi_auth_for_monitoring_enabled = true
  }

  tags = local.tags

  depends_on = [
    azurerm_nat_gateway_public_ip_association.this,
    azurerm_role_assignment.cluster_api_server_subnet,
    azurerm_role_assignment.cluster_disk_encryption_set,
    azurerm_role_assignment.cluster_dns_zone,
    azurerm_role_assignment.cluster_key_vault,
    azurerm_role_assignment.cluster_kubelet_identity,
    azurerm_role_assignment.cluster_network,
    azurerm_role_assignment.cluster_node_subnet,
    azurerm_role_assignment.cluster_route_table,
    azurerm_role_assignment.cluster_secrets_key,
    azurerm_role_assignment.cluster_volumes,
    azurerm_role_assignment.kubelet_registry,
    azurerm_subnet_nat_gateway_association.api_server,
    azurerm_subnet_nat_gateway_association.nodes,
    azurerm_virtual_network_peering.hub,
  ]

  lifecycle {
    precondition {
      condition     = contains(["", "none"], var.api_server_dns_zone_id) || endswith(lower(var.api_server_dns_zone_id), ".${var.location}.azmk8s.io")
      error_message = "api_server_dns_zone_id must be a zone of the cluster's region, private.<region>.azmk8s.io or below it."
    }
  }
}

resource "azurerm_kubernetes_cluster_node_pool" "user" {
  name                        = "user"
  kubernetes_cluster_id       = azurerm_kubernetes_cluster.this.id
  mode                        = "User"
  vm_size                     = var.user_node_vm_size
  orchestrator_version        = var.kubernetes_version
  auto_scaling_enabled        = true
  node_count                  = var.user_node_count
  min_count                   = var.user_node_min_count
  max_count                   = var.user_node_max_count
  max_pods                    = var.node_max_pods
  os_disk_size_gb             = var.user_node_disk_gib
  os_disk_type                = "Ephemeral"
  os_sku                      = "AzureLinux"
  host_encryption_enabled     = true
  node_public_ip_enabled      = false
  temporary_name_for_rotation = "usertmp"
  vnet_subnet_id              = local.subnet_ids["nodes"]
  zones                       = local.zones

  upgrade_settings {
    max_surge = "${var.node_surge_percent}%"
  }

  tags = local.tags

  # The autoscaler decides after the first day. So a pool that is made anew has the
  # number of nodes of the old one, which must be in the new range before.
  lifecycle {
    ignore_changes = [node_count]
  }
}

# -----------------------------------------------------------------------------
# Budget: alerts to the owner and budget_contact
# -----------------------------------------------------------------------------

resource "azurerm_monitor_action_group" "budget" {
  name                = "ag-${var.name}-budget"
  resource_group_name = azurerm_resource_group.this.name
  short_name          = "budget"

  dynamic "email_receiver" {
    for_each = distinct(compact([var.owner, var.budget_contact]))

    content {
      name                    = email_receiver.value == var.owner ? "owner" : "finops"
      email_address           = email_receiver.value
      use_common_alert_schema = true
    }
  }

  tags = local.tags
}

# Machines, which cost the most, stand in the nodes' resource group: a budget of the
# environment's own group would not see them.
resource "azurerm_consumption_budget_subscription" "monthly" {
  name            = "budget-${var.name}"
  subscription_id = "/subscriptions/${var.subscription_id}"
  amount          = var.monthly_budget_usd
  time_grain      = "Monthly"

  filter {
    dimension {
      name     = "ResourceGroupName"
      operator = "In"
      values   = [azurerm_resource_group.this.name, azurerm_kubernetes_cluster.this.node_resource_group]
    }
  }

  # Azure takes a new budget from the first day of the running month on.
  time_period {
    start_date = coalesce(var.budget_start_date, formatdate("YYYY-MM-01'T'00:00:00Z", plantimestamp()))
  }

  notification {
    enabled        = true
    operator       = "GreaterThan"
    threshold      = var.budget_alert_percent.early
    threshold_type = "Actual"
    contact_groups = [azurerm_monitor_action_group.budget.id]
  }

  notification {
    enabled        = true
    operator       = "GreaterThan"
    threshold      = var.budget_alert_percent.spent
    threshold_type = "Actual"
    contact_groups = [azurerm_monitor_action_group.budget.id]
  }

  notification {
    enabled        = true
    operator       = "GreaterThan"
    threshold      = var.budget_alert_percent.forecast
    threshold_type = "Forecasted"
    contact_groups = [azurerm_monitor_action_group.budget.id]
  }

  # A budget far above the estimate would say too late that the costs are not as
  # expected. Azure knows shares of the budget only.
  dynamic "notification" {
    for_each = var.estimate_alert_usd[*]

    content {
      enabled        = true
      operator       = "GreaterThan"
      threshold      = ceil(100 * notification.value / var.monthly_budget_usd)
      threshold_type = "Actual"
      contact_groups = [azurerm_monitor_action_group.budget.id]
    }
  }

  # A budget keeps the month that it began in.
  lifecycle {
    ignore_changes = [time_period]
  }
}

# -----------------------------------------------------------------------------
# Outputs
# -----------------------------------------------------------------------------

output "request" {
  description = "The request that this environment answers."
  value = {
    request_id             = var.request_id
    fingerprint            = var.fingerprint
    business_justification = var.business_justification
    expires_on             = var.expires_on
  }
}

# A plan shows it before anything is built.
output "way_to_the_vault" {
  description = "How the runner reaches the vault to make its keys."
  value       = var.runner_network != null ? "a private endpoint in the runner's network" : length(var.runner_cidrs) > 0 ? "the environment's private endpoint, through the hub" : "neither runner_network nor runner_cidrs is set: a first run stops at the keys"
}

output "cluster" {
  description = "Values with which an application team reaches the cluster, for kubelogin convert-kubeconfig."
  value = {
    id                  = azurerm_kubernetes_cluster.this.id
    name                = azurerm_kubernetes_cluster.this.name
    resource_group      = azurerm_resource_group.this.name
    node_resource_group = azurerm_kubernetes_cluster.this.node_resource_group
    private_fqdn        = azurerm_kubernetes_cluster.this.private_fqdn
    oidc_issuer_url     = azurerm_kubernetes_cluster.this.oidc_issuer_url
    namespace           = var.application
    service_account     = var.application
  }
}

# It is no secret; the provider marks all of kube_config as one.
output "cluster_ca_certificate" {
  description = "Certificate of the API server's authority, base64."
  value       = one(azurerm_kubernetes_cluster.this.kube_config[*].cluster_ca_certificate)
  sensitive   = true
}

# What the class of data denies in the application's namespace, and the names that its
# pods need all the same.
locals {
  network_policies = concat(
    [for types in [sort(var.default_deny)] : {
      apiVersion = "networking.k8s.io/v1"
      kind       = "NetworkPolicy"
      metadata   = { name = "default-deny", namespace = var.application }
      spec       = { podSelector = {}, policyTypes = types }
    } if length(types) > 0],
    [for type in var.default_deny : {
      apiVersion = "networking.k8s.io/v1"
      kind       = "NetworkPolicy"
      metadata   = { name = "allow-names", namespace = var.application }
      spec = {
        podSelector = {}
        policyTypes = ["Egress"]
        egress = [{
          to    = [{ namespaceSelector = { matchLabels = { "kubernetes.io/metadata.name" = "kube-system" } } }]
          ports = [for protocol in ["TCP", "UDP"] : { port = 53, protocol = protocol }]
        }]
      }
    } if type == "Egress"],
  )
}

# Terraform makes nothing inside the cluster. A cluster administrator applies these
# once: the application's namespace with its network policies, its service account, which
# takes on the identity workload, and a storage class with the environment's own key.
output "cluster_objects" {
  description = "Kubernetes objects for a cluster administrator to apply, as JSON."
  value = jsonencode({
    apiVersion = "v1"
    kind       = "List"
    items = concat([
      {
        apiVersion = "v1"
        kind       = "Namespace"
        metadata = {
          name = var.application
          labels = {
            "pod-security.kubernetes.io/audit"   = "restricted"
            "pod-security.kubernetes.io/enforce" = var.pod_security
            "pod-security.kubernetes.io/warn"    = "restricted"
          }
        }
      },
      {
        apiVersion = "v1"
        kind       = "ServiceAccount"
        metadata = {
          name        = var.application
          namespace   = var.application
          annotations = { "azure.workload.identity/client-id" = azurerm_user_assigned_identity.this["workload"].client_id }
        }
      },
      {
        apiVersion = "storage.k8s.io/v1"
        kind       = "StorageClass"
        metadata   = { name = "encrypted" }
        parameters = {
          diskEncryptionSetID = azurerm_disk_encryption_set.volumes.id
          skuName             = "StandardSSD_LRS"
        }
        provisioner          = "disk.csi.azure.com"
        allowVolumeExpansion = true
        volumeBindingMode    = "WaitForFirstConsumer"
      },
    ], local.network_policies)
  })
}

output "network" {
  description = "Network, its subnets and the public source address of its traffic. The address is null with egress hub."
  value = {
    id               = azurerm_virtual_network.this.id
    subnets          = { for key, id in local.subnet_ids : "snet-${key}" => id }
    outbound_address = one(azurerm_public_ip.nat[*].ip_address)
  }
}

output "identities" {
  description = "Client IDs of the identities: workload for the application's pods, kubelet for pulling images."
  value       = { for name in ["kubelet", "workload"] : name => azurerm_user_assigned_identity.this[name].client_id }
}

output "registry_id" {
  description = "ID of the registry that nodes may pull from. Null for none."
  value       = var.registry_id == "" ? null : var.registry_id
}

output "key_vault_id" {
  description = "Identifier of the vault."
  value       = azurerm_key_vault.this.id
}

output "log_workspace_id" {
  description = "Identifier of the environment's log workspace."
  value       = azurerm_log_analytics_workspace.this.id
}
