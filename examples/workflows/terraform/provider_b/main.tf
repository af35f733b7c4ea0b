# The identities of the guarded workflows for provider_b, in one subscription of environments: one that reads for plans,
# and one that applies, each with a federated credential of a protected environment. docs/workflows.md says how the
# workflows use them. The state's container is an input. Its account must keep versions and take no shared key:
# set use_azuread_auth in the backend.
terraform {
  required_version = ">= 1.7.0, < 2.0.0"

  required_providers {
    azurerm = {
      source  = "hashicorp/azurerm"
      version = "~> 4.69"
    }
  }
}

provider "azurerm" {
  subscription_id                 = var.identity_subscription_id
  resource_provider_registrations = "none"

  features {}
}

variable "subscription_id" {
  description = "The subscription of the environments."
  type        = string

  validation {
    condition     = can(regex("^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", var.subscription_id))
    error_message = "subscription_id must be a GUID in lower case."
  }
}

# A contributor can add a credential to an identity, and can read the keys of a storage account. So the identity that
# applies must reach neither itself nor the states.
variable "identity_subscription_id" {
  description = "The subscription of the identities, which has no environment."
  type        = string
}

variable "resource_group_name" {
  description = "The group of the identities. It must exist."
  type        = string
}

variable "location" {
  description = "The region of the identities."
  type        = string
}

# If a repository of GitHub was made or renamed since 2026-07-15, its subjects have the numbers of the organisation and
# the repository: ORG@ID/REPO@ID.
variable "repository" {
  description = "The repository with the workflows, such as ORG/REPO or ORG@ID/REPO@ID."
  type        = string

  validation {
    condition     = can(regex("^[\\w.@-]+(/[\\w.@-]+)+$", var.repository))
    error_message = "repository must be a path such as ORG/REPO, without a wildcard."
  }
}

variable "environments" {
  description = "The protected environments of the forge."
  type        = object({ plan = string, apply = string })
  default     = { plan = "plan", apply = "apply" }
}

variable "issuer" {
  description = "The forge that makes the tokens, without https://, such as gitlab.com."
  type        = string
  default     = "token.actions.githubusercontent.com"
}

# Azure compares the subject of a token. On GitHub it names the environment. On GitLab set
# ci_id_token_sub_claim_components of the project to project_path, ref_type, ref, environment_protected and
# deployment_tier (GitLab 18.7), give the environments other tiers, and write both subjects here.
variable "subjects" {
  description = "The subjects of the tokens. Default: those of GitHub. Required for another issuer."
  type        = object({ plan = string, apply = string })
  default     = null

  validation {
    condition     = var.subjects == null ? true : length(regexall("[*?]", join("", values(var.subjects)))) == 0 && var.subjects.plan != var.subjects.apply
    error_message = "subjects must differ, and have no wildcard."
  }
}

variable "state_container_id" {
  description = "The ID of the container of the states, in another subscription than that of the environments: /subscriptions/…/storageAccounts/NAME/blobServices/default/containers/NAME."
  type        = string
}

variable "state_keys" {
  description = "The start of the state keys of the environments of this subscription."
  type        = string
  default     = "provider_b/*"

  validation {
    condition     = can(regex("^[\\w./*-]+$", var.state_keys))
    error_message = "state_keys must be a path, in which * stands for any text."
  }
}

variable "grants" {
  description = "What applies need outside the subscription: a role, such as Network Contributor, and the ID of the hub's resource. The review page lists them."
  type        = list(object({ role = string, scope = string }))
  default     = []
}

locals {
  subscription = "/subscriptions/${var.subscription_id}"
  subjects = var.subjects != null ? var.subjects : {
    for role, environment in var.environments : role => "repo:${var.repository}:environment:${environment}"
  }

  # The roles that main.tf grants, as docs/terraform-provider-b.md lists them. The identity can grant and remove no other.
  granted = join(", ", [
    "4d97b98b-1d4f-4787-a291-c67834d212e7", "acdd72a7-3385-48ef-bd42-f606fba81ae7", "f25e0fa2-a7c8-4377-a976-54943a77a395",
    "f1a07417-d97a-45cb-824c-7a7467783830", "12338af0-0e69-4776-bea7-57ae8d297424", "e147488a-f6f5-4113-8e2d-b22465e65bf6",
    "b12aa53e-6015-4669-85d0-8515ebb3ae7f", "7f951dda-4ed3-4680-a7ca-43fe172d538d", "4abbcc35-e782-43d8-92c5-2d3f1bd2253f",
    "a7ffa36f-339b-4b5c-8bdf-e2c188b2c0eb", "7f6c6a51-bcf8-42ba-9220-52d62157d7db",
  ])
  only_granted = join(" AND ", [for side, action in { Request = "write", Resource = "delete" } :
    "((!(ActionMatches{'Microsoft.Authorization/roleAssignments/${action}'})) OR (@${side}[Microsoft.Authorization/roleAssignments:RoleDefinitionId] ForAnyOfAnyValues:GuidEquals {${local.granted}}))"
  ])

  # Blobs are read and written under state_keys only. Their names can be listed.
  blobs              = "Microsoft.Storage/storageAccounts/blobServices/containers/blobs"
  state_subscription = join("/", slice(split("/", var.state_container_id), 0, 3))
  only_states        = "((!(ActionMatches{'${local.blobs}/read'} AND NOT SubOperationMatches{'Blob.List'}) AND !(ActionMatches{'${local.blobs}/write'})) OR (@Resource[${local.blobs}:path] StringLike '${var.state_keys}'))"

  assignments = merge({
    plan_read    = { identity = "plan", role = azurerm_role_definition.plan.name, scope = local.subscription, condition = null }
    plan_vault   = { identity = "plan", role = "Key Vault Reader", scope = local.subscription, condition = null }
    plan_state   = { identity = "plan", role = "Storage Blob Data Reader", scope = var.state_container_id, condition = local.only_states }
    apply        = { identity = "apply", role = "Contributor", scope = local.subscription, condition = null }
    apply_vault  = { identity = "apply", role = "Key Vault Crypto Officer", scope = local.subscription, condition = null }
    apply_grants = { identity = "apply", role = "Role Based Access Control Administrator", scope = local.subscription, condition = local.only_granted }
    apply_locks  = { identity = "apply", role = azurerm_role_definition.locks.name, scope = local.subscription, condition = null }
    apply_state  = { identity = "apply", role = azurerm_role_definition.states.name, scope = var.state_container_id, condition = local.only_states }
    }, {
    for grant in var.grants : "${grant.role} ${grant.scope}" => { identity = "apply", role = grant.role, scope = grant.scope, condition = null }
  })
}

resource "azurerm_user_assigned_identity" "workflow" {
  for_each = toset(["apply", "plan"])

  name                = "id-platform-workflow-${each.key}"
  location            = var.location
  resource_group_name = var.resource_group_name

  lifecycle {
    precondition {
      condition     = var.identity_subscription_id != var.subscription_id
      error_message = "identity_subscription_id must be another subscription than that of the environments."
    }

    precondition {
      condition     = !startswith(lower(var.state_container_id), "${local.subscription}/")
      error_message = "state_container_id must be in another subscription than that of the environments."
    }
  }
}

resource "azurerm_federated_identity_credential" "workflow" {
  for_each = azurerm_user_assigned_identity.workflow

  name                = "fc-platform-workflow-${each.key}"
  resource_group_name = var.resource_group_name
  parent_id           = each.value.id
  issuer              = "https://${var.issuer}"
  audience            = ["api://AzureADTokenExchange"]
  subject             = local.subjects[each.key]

  lifecycle {
    precondition {
      condition     = var.subjects != null || var.issuer == "token.actions.githubusercontent.com"
      error_message = "subjects is required for an issuer other than GitHub."
    }
  }
}

# azurerm also reads the user's credential of a cluster. It holds no secret here, because clusters have no local
# account. azurerm also asks for the keys of a workspace and a storage account, and continues without them. This role
# has no right to these keys, because they would let the identity write.
resource "azurerm_role_definition" "plan" {
  name              = "Platform workflow: plan (${var.subscription_id})"
  description       = "Reads what plans of environments compare."
  scope             = local.subscription
  assignable_scopes = [local.subscription]

  permissions {
    actions = [
      "*/read",
      "Microsoft.ContainerService/managedClusters/listClusterUserCredential/action",
    ]
  }
}

# User Access Administrator would also have the right to change roles, so it would be as powerful as Owner.
resource "azurerm_role_definition" "locks" {
  name              = "Platform workflow: locks (${var.subscription_id})"
  description       = "Sets and lifts the locks of environments."
  scope             = local.subscription
  assignable_scopes = [local.subscription]

  permissions {
    actions = ["Microsoft.Authorization/locks/*"]
  }
}

# Storage Blob Data Contributor could also delete the container with the states of all subscriptions.
resource "azurerm_role_definition" "states" {
  name              = "Platform workflow: states (${var.subscription_id})"
  description       = "Reads and writes the states of environments."
  scope             = local.state_subscription
  assignable_scopes = [local.state_subscription]

  permissions {
    data_actions = ["${local.blobs}/read", "${local.blobs}/write"]
  }
}

resource "azurerm_role_assignment" "workflow" {
  for_each = local.assignments

  scope                = each.value.scope
  role_definition_name = each.value.role
  principal_id         = azurerm_user_assigned_identity.workflow[each.value.identity].principal_id
  principal_type       = "ServicePrincipal"
  condition            = each.value.condition
  condition_version    = each.value.condition == null ? null : "2.0"
}

output "plan_role" {
  description = "The value of PLATFORM_PLAN_ROLE."
  value       = azurerm_user_assigned_identity.workflow["plan"].client_id
}

output "apply_role" {
  description = "The value of PLATFORM_APPLY_ROLE."
  value       = azurerm_user_assigned_identity.workflow["apply"].client_id
}
