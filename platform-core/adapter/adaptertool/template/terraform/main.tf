# An environment of provider_template. This text is the same for every request:
# only terraform.tfvars.json has what a request decides.
#
# terraform_data is a placeholder. Put the provider's own resource types here,
# and in plan.go.

terraform {
  required_version = ">= 1.5.0"
}

variable "account_id" {
  description = "Account that the environment is for; a placeholder in simulation."
  type        = string
}

variable "application" {
  description = "Application that the environment is for."
  type        = string
}

variable "business_justification" {
  description = "What the environment is for, in the requester's words. Only ever shown."
  type        = string
}

variable "cost_centre" {
  description = "Cost centre to charge."
  type        = string
}

variable "data_classification" {
  description = "Classification of the data that the environment may hold."
  type        = string
}

variable "environment" {
  description = "Stage of the environment: development, test or production."
  type        = string
}

variable "expires_on" {
  description = "Day of expiry, YYYY-MM-DD; empty for none."
  type        = string
}

variable "fingerprint" {
  description = "Fingerprint of the accepted request."
  type        = string
}

variable "log_archive_account_id" {
  description = "Account that receives copies of logs; empty in a sandbox."
  type        = string
}

variable "log_retention_days" {
  description = "Days for which logs are kept."
  type        = number
}

variable "name" {
  description = "Start of every resource's name."
  type        = string
}

variable "network_cidr" {
  description = "Network range of the environment."
  type        = string
}

variable "nodes" {
  description = "Nodes of the cluster."
  type        = number
}

variable "owner" {
  description = "Team that answers for the environment."
  type        = string
}

variable "region" {
  description = "Region of every resource."
  type        = string
}

variable "request_id" {
  description = "Identifier of the accepted request."
  type        = string
}

locals {
  tags = {
    Application        = var.application
    CostCentre         = var.cost_centre
    DataClassification = var.data_classification
    Environment        = var.environment
    ExpiresOn          = var.expires_on
    Fingerprint        = var.fingerprint
    Owner              = var.owner
    RequestId          = var.request_id
  }
}

resource "terraform_data" "network" {
  input = {
    account = var.account_id
    cidr    = var.network_cidr
    name    = "${var.name}-network"
    region  = var.region
    tags    = local.tags
  }
}

# Encrypts the volumes and the secrets of the cluster, and its logs.
resource "terraform_data" "key" {
  input = {
    name          = "${var.name}-key"
    rotation_days = 90
    tags          = local.tags
  }
}

resource "terraform_data" "logs" {
  input = {
    archive_account = var.log_archive_account_id
    key             = terraform_data.key.id
    name            = "${var.name}-logs"
    retention_days  = var.log_retention_days
    tags            = local.tags
  }
}

resource "terraform_data" "cluster" {
  input = {
    encrypted = true
    key       = terraform_data.key.id
    logs      = terraform_data.logs.id
    name      = "${var.name}-cluster"
    network   = terraform_data.network.id
    nodes     = var.nodes
    private   = true
    tags      = local.tags
  }
}

# The workload's identity is for the application's service account only.
resource "terraform_data" "identity" {
  input = {
    cluster         = terraform_data.cluster.id
    name            = "${var.name}-identity"
    service_account = var.application
    tags            = local.tags
  }
}

output "business_justification" {
  description = "What the environment is for."
  value       = var.business_justification
}
