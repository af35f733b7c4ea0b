# The identities of the guarded workflows for provider_a, in one account of environments: the forge's OpenID Connect
# provider, a role that reads for plans, and a role that applies. docs/workflows.md says how the workflows use them.
# The state's bucket is an input. It must keep versions, encrypt with state_key_arn and refuse public access.
terraform {
  required_version = ">= 1.5.0, < 2.0.0"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 6.25"
    }
  }
}

provider "aws" {
  region              = var.regions[0]
  allowed_account_ids = [var.account_id]
}

variable "account_id" {
  description = "The account of the environments."
  type        = string

  validation {
    condition     = can(regex("^\\d{12}$", var.account_id))
    error_message = "account_id must have 12 digits."
  }
}

variable "regions" {
  description = "The regions of the environments: allowed_regions of the profile."
  type        = list(string)

  validation {
    condition     = length(var.regions) > 0
    error_message = "regions must have one region at least."
  }
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

# AWS reads the subject of a token only. On GitHub it names the environment. On GitLab set
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

variable "openid_provider" {
  description = "Whether the account lacks the issuer's provider, so that it is made here."
  type        = bool
  default     = true
}

variable "permissions_boundary" {
  description = "Path and name of the policy that bounds every role of an environment: the setting permissions_boundary of the profile. Without it, a role that makes roles is an administrator."
  type        = string
}

variable "state_bucket" {
  description = "The bucket of the states."
  type        = string
}

variable "state_key_arn" {
  description = "The KMS key of the bucket."
  type        = string
}

variable "state_keys" {
  description = "The state keys of the environments of this account."
  type        = list(string)
  default     = ["provider_a/*/terraform.tfstate"]
}

locals {
  subjects = var.subjects != null ? var.subjects : {
    for role, environment in var.environments : role => "repo:${var.repository}:environment:${environment}"
  }
  names        = { plan = "platform-workflow-plan", apply = "platform-workflow-apply" }
  account      = "arn:aws:iam::${var.account_id}"
  provider_arn = "${local.account}:oidc-provider/${var.issuer}"
  bucket       = "arn:aws:s3:::${var.state_bucket}"
  states       = [for key in var.state_keys : "${local.bucket}/${key}"]
  boundary     = "${local.account}:policy/${var.permissions_boundary}"
  here         = { StringEquals = { "aws:RequestedRegion" = var.regions } }

  # What the resources of main.tf are read with.
  reads = {
    Effect = "Allow"
    Action = [
      "budgets:ListTagsForResource", "budgets:ViewBudget",
      "ec2:Describe*", "ec2:GetManagedPrefixListAssociations", "ec2:GetManagedPrefixListEntries",
      "eks:Describe*", "eks:List*",
      "iam:GetRole", "iam:GetRolePolicy", "iam:ListAttachedRolePolicies", "iam:ListInstanceProfilesForRole",
      "iam:ListRolePolicies", "iam:ListRoleTags",
      "kms:DescribeKey", "kms:GetKeyPolicy", "kms:GetKeyRotationStatus", "kms:ListAliases", "kms:ListResourceTags",
      "logs:DescribeLogGroups", "logs:DescribeSubscriptionFilters", "logs:ListTagsForResource",
      "route53resolver:GetResolverRule", "route53resolver:GetResolverRuleAssociation",
      "route53resolver:ListResolverRuleAssociations",
    ]
    Resource = "*"
  }

  # Some versions of OpenTofu and Terraform also list the workspaces below env:/, although there are none.
  state_reads = [
    { Effect = "Allow", Action = "s3:ListBucket", Resource = local.bucket, Condition = { StringLike = { "s3:prefix" = concat(var.state_keys, ["env:/"]) } } },
    { Effect = "Allow", Action = "s3:GetObject", Resource = local.states },
    { Effect = "Allow", Action = "kms:Decrypt", Resource = var.state_key_arn },
  ]

  # The lock file is the state's name with .tflock: use_lockfile of the backend. Versions are never deleted.
  state_writes = [
    { Effect = "Allow", Action = "s3:PutObject", Resource = concat(local.states, [for state in local.states : "${state}.tflock"]) },
    { Effect = "Allow", Action = ["s3:DeleteObject", "s3:GetObject"], Resource = [for state in local.states : "${state}.tflock"] },
    { Effect = "Allow", Action = "kms:GenerateDataKey", Resource = var.state_key_arn },
  ]

  # Only roles of environments: the names that main.tf gives them.
  roles = [for suffix in [
    "autoscaler", "balancers", "ebs-csi", "eks-cluster", "eks-cni", "eks-node", "flow-logs", "log-shipper", "workload",
  ] : "${local.account}:role/*-${suffix}"]

  # What the resources of main.tf are made, changed and deleted with, in the regions of the environments.
  applies = [
    {
      Effect = "Allow"
      Action = [
        "ec2:AllocateAddress", "ec2:AssociateRouteTable", "ec2:AssociateVpcCidrBlock", "ec2:AttachInternetGateway",
        "ec2:AuthorizeSecurityGroupEgress", "ec2:AuthorizeSecurityGroupIngress", "ec2:CreateFlowLogs",
        "ec2:CreateInternetGateway", "ec2:CreateLaunchTemplate", "ec2:CreateLaunchTemplateVersion",
        "ec2:CreateManagedPrefixList", "ec2:CreateNatGateway", "ec2:CreateRoute", "ec2:CreateRouteTable",
        "ec2:CreateSecurityGroup", "ec2:CreateSubnet", "ec2:CreateTags", "ec2:CreateTransitGatewayVpcAttachment",
        "ec2:CreateVpc", "ec2:CreateVpcEndpoint", "ec2:DeleteFlowLogs", "ec2:DeleteInternetGateway",
        "ec2:DeleteLaunchTemplate", "ec2:DeleteManagedPrefixList", "ec2:DeleteNatGateway", "ec2:DeleteNetworkInterface",
        "ec2:DeleteRoute", "ec2:DeleteRouteTable", "ec2:DeleteSecurityGroup", "ec2:DeleteSubnet", "ec2:DeleteTags",
        "ec2:DeleteTransitGatewayVpcAttachment", "ec2:DeleteVpc", "ec2:DeleteVpcEndpoints", "ec2:DetachInternetGateway",
        "ec2:DisassociateAddress", "ec2:DisassociateRouteTable", "ec2:DisassociateVpcCidrBlock",
        "ec2:ModifyLaunchTemplate", "ec2:ModifyManagedPrefixList", "ec2:ModifySecurityGroupRules",
        "ec2:ModifySubnetAttribute", "ec2:ModifyTransitGatewayVpcAttachment", "ec2:ModifyVpcAttribute",
        "ec2:ModifyVpcEndpoint", "ec2:ReleaseAddress", "ec2:ReplaceRoute", "ec2:RevokeSecurityGroupEgress",
        "ec2:RevokeSecurityGroupIngress", "ec2:RunInstances",
        "eks:AssociateAccessPolicy", "eks:CreateAccessEntry", "eks:CreateAddon", "eks:CreateCluster", "eks:CreateNodegroup",
        "eks:CreatePodIdentityAssociation", "eks:DeleteAccessEntry", "eks:DeleteAddon", "eks:DeleteCluster",
        "eks:DeleteNodegroup", "eks:DeletePodIdentityAssociation", "eks:DisassociateAccessPolicy", "eks:TagResource",
        "eks:UntagResource", "eks:UpdateAccessEntry", "eks:UpdateAddon", "eks:UpdateClusterConfig",
        "eks:UpdateClusterVersion", "eks:UpdateNodegroupConfig", "eks:UpdateNodegroupVersion",
        "eks:UpdatePodIdentityAssociation",
        "kms:CreateAlias", "kms:CreateGrant", "kms:CreateKey", "kms:DeleteAlias", "kms:EnableKeyRotation", "kms:PutKeyPolicy",
        "kms:ScheduleKeyDeletion", "kms:TagResource", "kms:UntagResource", "kms:UpdateAlias", "kms:UpdateKeyDescription",
        "logs:AssociateKmsKey", "logs:CreateLogDelivery", "logs:CreateLogGroup", "logs:DeleteLogDelivery", "logs:DeleteLogGroup",
        "logs:DeleteRetentionPolicy", "logs:DeleteSubscriptionFilter", "logs:PutLogGroupDeletionProtection",
        "logs:PutRetentionPolicy", "logs:PutSubscriptionFilter", "logs:TagResource", "logs:UntagResource",
        "route53resolver:AssociateResolverRule", "route53resolver:DisassociateResolverRule",
      ]
      Resource  = "*"
      Condition = local.here
    },
    # Budgets is a service of one region.
    { Effect = "Allow", Action = ["budgets:ModifyBudget", "budgets:TagResource", "budgets:UntagResource"], Resource = "arn:aws:budgets::${var.account_id}:budget/*" },
    # A role of an environment may do no more than the boundary allows, even if it gets more rights.
    {
      Effect    = "Allow"
      Action    = ["iam:AttachRolePolicy", "iam:CreateRole", "iam:DetachRolePolicy", "iam:PutRolePermissionsBoundary", "iam:PutRolePolicy"]
      Resource  = local.roles
      Condition = { StringEquals = { "iam:PermissionsBoundary" = local.boundary } }
    },
    {
      Effect   = "Allow"
      Action   = ["iam:DeleteRole", "iam:DeleteRolePolicy", "iam:TagRole", "iam:UntagRole", "iam:UpdateAssumeRolePolicy", "iam:UpdateRole"]
      Resource = local.roles
    },
    {
      Effect   = "Allow"
      Action   = "iam:PassRole"
      Resource = local.roles
      Condition = { StringEquals = { "iam:PassedToService" = [
        "ec2.amazonaws.com", "eks.amazonaws.com", "pods.eks.amazonaws.com", "vpc-flow-logs.amazonaws.com",
      ] } }
    },
    {
      Effect   = "Allow"
      Action   = "iam:CreateServiceLinkedRole"
      Resource = "${local.account}:role/aws-service-role/*"
      Condition = { StringEquals = { "iam:AWSServiceName" = [
        "eks.amazonaws.com", "eks-nodegroup.amazonaws.com", "transitgateway.amazonaws.com",
      ] } }
    },
    # The key of the states is no environment's.
    { Effect = "Deny", Action = ["kms:CreateGrant", "kms:PutKeyPolicy", "kms:ScheduleKeyDeletion"], Resource = var.state_key_arn },
  ]

  policies = {
    plan  = { read = [local.reads], state = local.state_reads }
    apply = { read = [local.reads], state = concat(local.state_reads, local.state_writes), environments = local.applies }
  }
}

resource "aws_iam_openid_connect_provider" "forge" {
  count = var.openid_provider ? 1 : 0

  url            = "https://${var.issuer}"
  client_id_list = ["sts.amazonaws.com"]
}

resource "aws_iam_role" "workflow" {
  for_each = local.names

  name        = each.value
  description = "Guarded workflows of ${var.repository}: ${each.key}."
  # An apply that replaces every node waits for three hours.
  max_session_duration = each.key == "apply" ? 14400 : 3600

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRoleWithWebIdentity"
      Principal = { Federated = local.provider_arn }
      Condition = { StringEquals = {
        "${var.issuer}:aud" = "sts.amazonaws.com"
        "${var.issuer}:sub" = local.subjects[each.key]
      } }
    }]
  })

  lifecycle {
    precondition {
      condition     = var.subjects != null || var.issuer == "token.actions.githubusercontent.com"
      error_message = "subjects is required for an issuer other than GitHub."
    }
  }
}

resource "aws_iam_role_policy" "workflow" {
  for_each = merge([for role, policies in local.policies : {
    for name, statements in policies : "${role}-${name}" => { role = role, name = name, statements = statements }
  }]...)

  name   = each.value.name
  role   = aws_iam_role.workflow[each.value.role].name
  policy = jsonencode({ Version = "2012-10-17", Statement = each.value.statements })
}

output "plan_role" {
  description = "The value of PLATFORM_PLAN_ROLE."
  value       = aws_iam_role.workflow["plan"].arn
}

output "apply_role" {
  description = "The value of PLATFORM_APPLY_ROLE."
  value       = aws_iam_role.workflow["apply"].arn
}
