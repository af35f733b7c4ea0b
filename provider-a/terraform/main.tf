# An environment of provider_a: a private EKS cluster in a network of its own,
# with its keys, logs, identities and budget.
#
# This text is the same for every request. What a request decides, and every
# figure that the platform chose, stands in terraform.tfvars.json only. What has
# to hold in every environment stands here as plain values, so that no input can
# loosen it, beside the words that the provider fixes. The protected workflow adds
# the state backend, the lock file of providers and the credentials, and may set
# the inputs that have a default.
#
# Each apply moves add-ons to the version that EKS makes the default of the
# Kubernetes version, so two applies of one proposal may differ in add-ons;
# addon_versions pins them. No apply renews the image of nodes by itself: a workflow of
# its own does, with eks:UpdateNodegroupVersion, and a plan afterwards shows no change.

# Major version 6 is the one whose schema the adapter's tests check every block
# against; 6.25 is the first with all arguments that are used here. Which later one
# of it runs is for the workflow's lock file to say.
terraform {
  required_version = ">= 1.5.0, < 2.0.0"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 6.25"
    }
  }
}

# The account is pinned: credentials of another one cannot build this. Every resource
# has the lasting tags, by which a budget counts and a cleanup finds what belongs to an
# environment. Every region of the adapter is of the partition "aws", so ARNs and service
# names say so.
provider "aws" {
  region              = var.region
  allowed_account_ids = [var.account_id]

  default_tags {
    tags = local.lasting_tags
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

variable "region" {
  description = "Region of every resource."
  type        = string
}

# Everything declared here is built in the environment's account. The others are
# the organisation's: each part says what its account does for the environment.
variable "account_id" {
  description = "Account of the environment, in which everything here is built."
  type        = string

  validation {
    condition     = can(regex("^\\d{12}$", var.account_id))
    error_message = "account_id must be 12 digits."
  }
}

variable "key_oversight_account_id" {
  description = "Account that can read the settings of the keys. Empty for none."
  type        = string

  validation {
    condition     = can(regex("^(\\d{12})?$", var.key_oversight_account_id))
    error_message = "key_oversight_account_id must be empty or 12 digits."
  }
}

variable "log_archive_account_id" {
  description = "Account that receives copies of the logs. Empty for none."
  type        = string

  validation {
    condition     = can(regex("^(\\d{12})?$", var.log_archive_account_id))
    error_message = "log_archive_account_id must be empty or 12 digits."
  }
}

variable "log_archive_destination" {
  description = "Name of the CloudWatch Logs destination that the log archive account has in this region."
  type        = string
}

variable "vpc_cidr" {
  description = "Range of the VPC, /16 to /28."
  type        = string

  validation {
    condition     = can(cidrhost(var.vpc_cidr, 0))
    error_message = "vpc_cidr must be an IPv4 range."
  }
}

variable "private_subnet_cidrs" {
  description = "Ranges of the private subnets, one per availability zone."
  type        = list(string)

  validation {
    condition     = length(var.private_subnet_cidrs) >= 2
    error_message = "A cluster needs subnets in at least two availability zones."
  }
}

variable "egress_subnet_cidrs" {
  description = "Ranges of the egress subnets. Each has one NAT gateway only. Empty if traffic leaves through the transit gateway."
  type        = list(string)
}

variable "excluded_zone_ids" {
  description = "IDs of the region's availability zones that take no control plane."
  type        = list(string)
}

variable "pod_cidr" {
  description = "Second range of the VPC, for pods, /16 to /20. Empty if pods have addresses of the private subnets."
  type        = string

  validation {
    condition     = var.pod_cidr == "" || can(cidrhost(var.pod_cidr, 0))
    error_message = "pod_cidr must be empty or an IPv4 range."
  }
}

variable "pod_subnet_cidrs" {
  description = "Ranges of the subnets of pods, one per availability zone. Empty without pod_cidr."
  type        = list(string)
}

variable "service_ipv4_cidr" {
  description = "Range of the cluster's services, /12 to /24, outside the VPC's."
  type        = string

  validation {
    condition     = can(cidrhost(var.service_ipv4_cidr, 0))
    error_message = "service_ipv4_cidr must be an IPv4 range."
  }
}

# -----------------------------------------------------------------------------
# Inputs: how much
# -----------------------------------------------------------------------------

variable "kubernetes_version" {
  description = "Minor version of Kubernetes."
  type        = string
}

variable "node_instance_type" {
  description = "Instance type of the nodes."
  type        = string
}

variable "node_min_size" {
  description = "Minimum number of nodes."
  type        = number
}

variable "node_desired_size" {
  description = "Number of nodes at the start."
  type        = number
}

variable "node_max_size" {
  description = "Maximum number of nodes."
  type        = number
}

variable "node_disk_gib" {
  description = "Size of a node's volume in GiB."
  type        = number
}

variable "node_volume_type" {
  description = "Type of a node's volume."
  type        = string
}

variable "node_capacity_type" {
  description = "Capacity type of the nodes: ON_DEMAND or SPOT."
  type        = string
}

variable "node_max_unavailable_percentage" {
  description = "Percentage of the nodes that an update may replace at once."
  type        = number

  validation {
    condition     = var.node_max_unavailable_percentage >= 1 && var.node_max_unavailable_percentage <= 100
    error_message = "node_max_unavailable_percentage must be 1 to 100."
  }
}

variable "log_retention_days" {
  description = "Days for which every log group keeps its logs."
  type        = number
}

variable "flow_log_interval_seconds" {
  description = "Aggregation interval of the flow logs in seconds: 60 or 600."
  type        = number

  validation {
    condition     = contains([60, 600], var.flow_log_interval_seconds)
    error_message = "flow_log_interval_seconds must be 60 or 600."
  }
}

variable "key_rotation_days" {
  description = "Days after which a key is rotated."
  type        = number

  validation {
    condition     = var.key_rotation_days >= 90 && var.key_rotation_days <= 2560
    error_message = "A key is renewed after 90 to 2560 days."
  }
}

variable "key_deletion_days" {
  description = "Days for which a deleted key can be recovered."
  type        = number

  validation {
    condition     = var.key_deletion_days >= 7 && var.key_deletion_days <= 30
    error_message = "A deleted key can be brought back for 7 to 30 days."
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
  description = "Whether the cluster and the log groups refuse to be deleted."
  type        = bool
}

variable "zonal_shift" {
  description = "Whether zonal shift may move traffic away from a failing availability zone."
  type        = bool
}

# -----------------------------------------------------------------------------
# Inputs that a setting of the platform or the protected workflow may set
# -----------------------------------------------------------------------------

variable "cluster_admin_role_arns" {
  description = "ARNs of IAM roles that administer the cluster. Default: none."
  type        = set(string)
  default     = []

  validation {
    condition     = length([for arn in var.cluster_admin_role_arns : arn if !can(regex("^arn:aws:iam::\\d{12}:role/.", arn))]) == 0
    error_message = "Each of cluster_admin_role_arns must be the ARN of a role."
  }
}

variable "application_deployer_role_arns" {
  description = "ARNs of IAM roles that deploy into the application's namespace only. Default: none."
  type        = set(string)
  default     = []

  validation {
    condition     = length([for arn in var.application_deployer_role_arns : arn if !can(regex("^arn:aws:iam::\\d{12}:role/.", arn))]) == 0
    error_message = "Each of application_deployer_role_arns must be the ARN of a role."
  }
}

variable "cluster_viewer_role_arns" {
  description = "ARNs of IAM roles that read in the cluster, without its secrets. Default: none."
  type        = set(string)
  default     = []

  validation {
    condition     = length([for arn in var.cluster_viewer_role_arns : arn if !can(regex("^arn:aws:iam::\\d{12}:role/.", arn))]) == 0
    error_message = "Each of cluster_viewer_role_arns must be the ARN of a role."
  }
}

variable "transit_gateway_id" {
  description = "ID of the transit gateway that the VPC is attached to. Null for none."
  type        = string
  default     = null
}

variable "hub_cidrs" {
  description = "Private ranges behind the transit gateway. The Kubernetes API accepts connections from them. Required with transit_gateway_id."
  type        = set(string)
  default     = []

  validation {
    condition     = length(var.hub_cidrs) <= 10 && length([for cidr in var.hub_cidrs : cidr if !can(regex("^(10|100\\.(6[4-9]|[7-9]\\d|1[01]\\d|12[0-7])|172\\.(1[6-9]|2\\d|3[01])|192\\.168)\\.[0-9.]+/([89]|[12]\\d|3[0-2])$", cidr))]) == 0
    error_message = "Each of hub_cidrs must be a private IPv4 range, /8 or longer; 10 at most."
  }
}

variable "resolver_rule_ids" {
  description = "IDs of shared Route 53 Resolver rules, with which the VPC resolves names of the hub."
  type        = set(string)
  default     = []

  validation {
    condition     = length([for id in var.resolver_rule_ids : id if !can(regex("^rslvr-rr-[0-9a-z]+$", id))]) == 0
    error_message = "Each of resolver_rule_ids must begin with rslvr-rr-."
  }
}

variable "node_start_size" {
  description = "Number of nodes that a new node group starts with, such as that of the old group when the cluster size changes. Null for node_desired_size."
  type        = number
  default     = null
}

variable "tags" {
  description = "Tags of the organisation, which each resource has in addition to those of the environment."
  type        = map(string)
  default     = {}
}

variable "tag_keys" {
  description = "Keys of the organisation for tags of the environment, by the key that they have otherwise."
  type        = map(string)
  default     = {}
}

variable "bucket_account_ids" {
  description = "Further accounts whose S3 buckets the network reaches through the endpoint."
  type        = set(string)
  default     = []

  validation {
    condition     = length([for id in var.bucket_account_ids : id if !can(regex("^\\d{12}$", id))]) == 0
    error_message = "Each of bucket_account_ids must be 12 digits."
  }
}

variable "registry_account_id" {
  description = "Account of the image registry and its pull-through caches. Null for the environment's account."
  type        = string
  default     = null

  validation {
    condition     = var.registry_account_id == null || can(regex("^\\d{12}$", var.registry_account_id))
    error_message = "registry_account_id must be 12 digits."
  }
}

variable "addon_versions" {
  description = "Versions of add-ons, by name. The others have the default of the Kubernetes version."
  type        = map(string)
  default     = {}
}

variable "node_release_version" {
  description = "Image of a new node group, such as 1.35.0-20260120. Null for the newest of the Kubernetes version."
  type        = string
  default     = null

  validation {
    condition     = var.node_release_version == null || can(regex("^\\d+\\.\\d+\\.\\d+-\\d{8}$", var.node_release_version))
    error_message = "node_release_version must be a Kubernetes version and a date, such as 1.35.0-20260120."
  }
}

variable "permissions_boundary_arn" {
  description = "ARN of the permissions boundary of every role. Null for none."
  type        = string
  default     = null
}

# -----------------------------------------------------------------------------
# Places and names
# -----------------------------------------------------------------------------

data "aws_caller_identity" "current" {}

data "aws_availability_zones" "available" {
  state = "available"

  # Zones in which EKS places no control plane. Zone IDs mean the same zone in
  # every account; zone names do not, and accounts differ in which zones they have.
  exclude_zone_ids = var.excluded_zone_ids

  filter {
    name   = "opt-in-status"
    values = ["opt-in-not-required"]
  }

  lifecycle {
    postcondition {
      condition     = length(self.names) >= length(var.private_subnet_cidrs)
      error_message = "In ${var.region} this account has ${length(self.names)} availability zones in which a control plane can stand, and the request was laid out for ${length(var.private_subnet_cidrs)}: ${length(var.private_subnet_cidrs) - length(self.names)} are missing. Zones left out: ${join(", ", var.excluded_zone_ids)}. Build it in an account that has other zones, or have the request made again for another region."
    }
  }
}

locals {
  account_id = data.aws_caller_identity.current.account_id
  zones      = slice(data.aws_availability_zones.available.names, 0, length(var.private_subnet_cidrs))

  # The control plane and the log shipper write to groups of these names and no
  # others, so they are made beforehand, encrypted and with a retention.
  log_groups = {
    application = "/aws/containerinsights/${var.name}/application"
    cluster     = "/aws/eks/${var.name}/cluster"
    flow        = "/platform/${var.name}/flow"
  }

  # The pods that have a role of their own, by the role. The log shipper runs as the
  # service account of the agent that it comes with.
  pod_identities = {
    autoscaler     = { namespace = "kube-system", service_account = "cluster-autoscaler" }
    cni            = { namespace = "kube-system", service_account = "aws-node" }
    ebs_csi        = { namespace = "kube-system", service_account = "ebs-csi-controller-sa" }
    load_balancers = { namespace = "kube-system", service_account = "aws-load-balancer-controller" }
    log_shipper    = { namespace = "amazon-cloudwatch", service_account = "cloudwatch-agent" }
    workload       = { namespace = var.application, service_account = var.application }
  }

  pod_roles = {
    autoscaler     = aws_iam_role.autoscaler.arn
    cni            = aws_iam_role.cni.arn
    ebs_csi        = aws_iam_role.ebs_csi.arn
    load_balancers = aws_iam_role.load_balancers.arn
    log_shipper    = aws_iam_role.log_shipper.arn
    workload       = aws_iam_role.workload.arn
  }

  budget_contacts = distinct(compact([var.owner, var.budget_contact]))

  # What stays when the same environment is requested again, for longer or with
  # another budget.
  lasting_tags = merge(var.tags, {
    (lookup(var.tag_keys, "Application", "Application"))               = var.application
    (lookup(var.tag_keys, "CostCentre", "CostCentre"))                 = var.cost_centre
    (lookup(var.tag_keys, "DataClassification", "DataClassification")) = var.data_classification
    (lookup(var.tag_keys, "Environment", "Environment"))               = var.environment
    (lookup(var.tag_keys, "EnvironmentName", "EnvironmentName"))       = var.name
    (lookup(var.tag_keys, "ManagedBy", "ManagedBy"))                   = "self-service-environment-platform"
    (lookup(var.tag_keys, "Owner", "Owner"))                           = var.owner
  })

  # Each request changes the others. Only the default security group has these, so a
  # later request changes no other resource for them, and makes no new nodes.
  tags = merge(local.lasting_tags, {
    (lookup(var.tag_keys, "ExpiresOn", "ExpiresOn"))     = var.expires_on == "" ? "none" : var.expires_on
    (lookup(var.tag_keys, "Fingerprint", "Fingerprint")) = var.fingerprint
    (lookup(var.tag_keys, "RequestId", "RequestId"))     = var.request_id
  })
}

# -----------------------------------------------------------------------------
# Network: a VPC with one private subnet per zone
# -----------------------------------------------------------------------------

# No firewall stands in the VPC: an enterprise has it in the hub, and elsewhere what
# leaves is logged, comes from the NAT gateways and has no way back in.
# kics-scan ignore-line
resource "aws_vpc" "this" {
  cidr_block           = var.vpc_cidr
  enable_dns_hostnames = true
  enable_dns_support   = true

  tags = {
    Name = var.name
  }

  lifecycle {
    precondition {
      condition     = try(aws_iam_role.cluster.tags["Network"], var.vpc_cidr) == var.vpc_cidr
      error_message = "The network of an environment cannot change. Request another environment, or tear this one down first."
    }
  }
}

# Taking over the default security group without rules empties it: what forgets
# to name a group can reach nothing. It alone has all tags, because nothing refers to it:
# a plan with other tags of the VPC or the cluster would also read policies anew.
resource "aws_default_security_group" "this" {
  vpc_id = aws_vpc.this.id

  tags = merge(local.tags, { Name = "${var.name}-default-unused" })
}

resource "aws_subnet" "private" {
  count = length(var.private_subnet_cidrs)

  vpc_id                  = aws_vpc.this.id
  cidr_block              = var.private_subnet_cidrs[count.index]
  availability_zone       = local.zones[count.index]
  map_public_ip_on_launch = false

  tags = {
    Name                              = "${var.name}-private-${count.index + 1}"
    "kubernetes.io/role/internal-elb" = "1"
  }

  # A zone that the region gets later may be listed before these.
  lifecycle {
    ignore_changes = [availability_zone]
  }
}

resource "aws_route_table" "private" {
  count = length(var.private_subnet_cidrs)

  vpc_id = aws_vpc.this.id

  tags = {
    Name = "${var.name}-private-${count.index + 1}"
  }

  lifecycle {
    precondition {
      condition     = length(var.egress_subnet_cidrs) > 0 || var.transit_gateway_id != null
      error_message = "Set egress_subnet_cidrs or transit_gateway_id: nodes need internet egress."
    }
  }
}

resource "aws_route_table_association" "private" {
  count = length(var.private_subnet_cidrs)

  subnet_id      = aws_subnet.private[count.index].id
  route_table_id = aws_route_table.private[count.index].id
}

# With a NAT gateway per zone, each zone uses its own; with one, all share it. Without
# any, everything leaves through the hub.
resource "aws_route" "private_default" {
  count = length(var.private_subnet_cidrs)

  route_table_id         = aws_route_table.private[count.index].id
  destination_cidr_block = "0.0.0.0/0"
  nat_gateway_id         = length(var.egress_subnet_cidrs) == 0 ? null : aws_nat_gateway.this[count.index % length(var.egress_subnet_cidrs)].id
  transit_gateway_id     = length(var.egress_subnet_cidrs) == 0 ? var.transit_gateway_id : null

  depends_on = [aws_ec2_transit_gateway_vpc_attachment.hub]
}

# A network too small for the pods of every size gets a second range, which no
# other network needs to know: what pods send out of the VPC has the node's address.
resource "aws_vpc_ipv4_cidr_block_association" "pods" {
  count = var.pod_cidr == "" ? 0 : 1

  vpc_id     = aws_vpc.this.id
  cidr_block = var.pod_cidr
}

resource "aws_subnet" "pods" {
  count = length(var.pod_subnet_cidrs)

  vpc_id                  = aws_vpc_ipv4_cidr_block_association.pods[0].vpc_id
  cidr_block              = var.pod_subnet_cidrs[count.index]
  availability_zone       = aws_subnet.private[count.index].availability_zone
  map_public_ip_on_launch = false

  tags = {
    Name = "${var.name}-pods-${count.index + 1}"
  }
}

resource "aws_route_table_association" "pods" {
  count = length(var.pod_subnet_cidrs)

  subnet_id      = aws_subnet.pods[count.index].id
  route_table_id = aws_route_table.private[count.index].id
}

# Every principal ("*") and every action and resource ("*") of S3, as far as a
# bucket belongs to the account or to one that the workflow names: who may do what
# is for roles and buckets to say, and this keeps data from leaving to a stranger's
# bucket. Beside that, objects ("/*") are read of the buckets that nodes start from:
# the provider's image layers, which are fetched with signed addresses, and its
# packages; and the image layers of registry.k8s.io, which sends clients to its
# bucket of their own region. Its London bucket has another name; a region without
# one is sent to another region's. Buckets of other regions are reached through the
# NAT gateways, and this policy does not bind there.
data "aws_iam_policy_document" "s3_endpoint" {
  statement {
    sid    = "KnownAccounts"
    effect = "Allow"

    # The condition holds every action to buckets of known accounts.
    # kics-scan ignore-line
    actions   = ["s3:*"]
    resources = ["*"]

    principals {
      type        = "*"
      identifiers = ["*"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:ResourceAccount"
      values   = flatten([[local.account_id], tolist(var.bucket_account_ids)])
    }
  }

  statement {
    sid     = "ImageLayersAndPackages"
    effect  = "Allow"
    actions = ["s3:GetObject"]
    resources = [
      "arn:aws:s3:::al2023-repos-${var.region}-de612dc2/*",
      "arn:aws:s3:::prod-${var.region}-starport-layer-bucket/*",
      "arn:aws:s3:::prod-registry-k8s-io-${var.region}/*",
      "arn:aws:s3:::767373bbdcb8270361b96548387bf2a9ad0d48758c35-eu-west-2/*",
    ]

    principals {
      type        = "*"
      identifiers = ["*"]
    }
  }
}

# Image layers come from S3 and need not pass the NAT gateways.
resource "aws_vpc_endpoint" "s3" {
  vpc_id            = aws_vpc.this.id
  service_name      = "com.amazonaws.${var.region}.s3"
  vpc_endpoint_type = "Gateway"
  route_table_ids   = aws_route_table.private[*].id
  policy            = data.aws_iam_policy_document.s3_endpoint.json

  tags = {
    Name = "${var.name}-s3"
  }
}

# -----------------------------------------------------------------------------
# Internet egress, unless it is the hub; controllers can open no way in
# -----------------------------------------------------------------------------

resource "aws_internet_gateway" "this" {
  count = length(var.egress_subnet_cidrs) == 0 ? 0 : 1

  vpc_id = aws_vpc.this.id

  tags = {
    Name = var.name
  }
}

resource "aws_subnet" "egress" {
  count = length(var.egress_subnet_cidrs)

  vpc_id                  = aws_vpc.this.id
  cidr_block              = var.egress_subnet_cidrs[count.index]
  availability_zone       = aws_subnet.private[count.index].availability_zone
  map_public_ip_on_launch = false

  tags = {
    Name = "${var.name}-egress-${count.index + 1}"
  }
}

resource "aws_route_table" "egress" {
  count = length(var.egress_subnet_cidrs) == 0 ? 0 : 1

  vpc_id = aws_vpc.this.id

  tags = {
    Name = "${var.name}-egress"
  }
}

resource "aws_route" "egress_internet" {
  count = length(var.egress_subnet_cidrs) == 0 ? 0 : 1

  route_table_id         = aws_route_table.egress[0].id
  destination_cidr_block = "0.0.0.0/0"
  gateway_id             = aws_internet_gateway.this[0].id
}

resource "aws_route_table_association" "egress" {
  count = length(var.egress_subnet_cidrs)

  subnet_id      = aws_subnet.egress[count.index].id
  route_table_id = aws_route_table.egress[0].id
}

resource "aws_eip" "nat" {
  count = length(var.egress_subnet_cidrs)

  domain = "vpc"

  tags = {
    Name = "${var.name}-nat-${count.index + 1}"
  }
}

resource "aws_nat_gateway" "this" {
  count = length(var.egress_subnet_cidrs)

  allocation_id = aws_eip.nat[count.index].id
  subnet_id     = aws_subnet.egress[count.index].id

  tags = {
    Name = "${var.name}-nat-${count.index + 1}"
  }

  depends_on = [aws_internet_gateway.this]
}

# -----------------------------------------------------------------------------
# Hub: the network account's transit gateway, where a setting or the workflow names it
# -----------------------------------------------------------------------------

resource "aws_ec2_transit_gateway_vpc_attachment" "hub" {
  count = var.transit_gateway_id == null ? 0 : 1

  transit_gateway_id = var.transit_gateway_id
  vpc_id             = aws_vpc.this.id
  subnet_ids         = aws_subnet.private[*].id

  tags = {
    Name = "${var.name}-hub"
  }

  lifecycle {
    precondition {
      condition     = length(var.hub_cidrs) > 0
      error_message = "With transit_gateway_id the workflow must set hub_cidrs."
    }
  }
}

# One list for routes and rules, so that another range changes the list only.
resource "aws_ec2_managed_prefix_list" "hub" {
  count = var.transit_gateway_id == null ? 0 : 1

  name           = "${var.name}-hub"
  address_family = "IPv4"
  max_entries    = 10

  dynamic "entry" {
    for_each = var.hub_cidrs

    content {
      cidr = entry.value
    }
  }
}

resource "aws_route" "private_hub" {
  count = var.transit_gateway_id == null ? 0 : length(var.private_subnet_cidrs)

  route_table_id             = aws_route_table.private[count.index].id
  destination_prefix_list_id = aws_ec2_managed_prefix_list.hub[0].id
  transit_gateway_id         = var.transit_gateway_id

  depends_on = [aws_ec2_transit_gateway_vpc_attachment.hub]
}

# Names of the hub are asked of its resolver; all others of the VPC's own, which knows
# the private address of the Kubernetes API.
resource "aws_route53_resolver_rule_association" "hub" {
  for_each = var.resolver_rule_ids

  resolver_rule_id = each.value
  vpc_id           = aws_vpc.this.id
}

# -----------------------------------------------------------------------------
# Security group of the control plane's interfaces
# -----------------------------------------------------------------------------

# The prefix keeps the name legal for every application: a group's name must not
# start with "sg-".
resource "aws_security_group" "cluster" {
  name        = "cluster-${var.name}"
  description = "Control plane interfaces of ${var.name}"
  vpc_id      = aws_vpc.this.id

  tags = {
    Name = "cluster-${var.name}"
  }
}

resource "aws_vpc_security_group_ingress_rule" "cluster_api" {
  security_group_id = aws_security_group.cluster.id
  description       = "Kubernetes API from inside the VPC"
  cidr_ipv4         = var.vpc_cidr
  from_port         = 443
  to_port           = 443
  ip_protocol       = "tcp"

  tags = {
    Name = "${var.name}-cluster-api"
  }
}

resource "aws_vpc_security_group_ingress_rule" "hub_api" {
  count = var.transit_gateway_id == null ? 0 : 1

  security_group_id = aws_security_group.cluster.id
  description       = "Kubernetes API from the hub"
  prefix_list_id    = aws_ec2_managed_prefix_list.hub[0].id
  from_port         = 443
  to_port           = 443
  ip_protocol       = "tcp"

  tags = {
    Name = "${var.name}-hub-api"
  }
}

resource "aws_vpc_security_group_egress_rule" "cluster_nodes" {
  security_group_id = aws_security_group.cluster.id
  description       = "Control plane to nodes and webhooks inside the VPC"
  cidr_ipv4         = var.vpc_cidr
  from_port         = 1025
  to_port           = 65535
  ip_protocol       = "tcp"

  tags = {
    Name = "${var.name}-cluster-nodes"
  }
}

# -----------------------------------------------------------------------------
# Encryption: customer-managed keys for logs, secrets and volumes
# -----------------------------------------------------------------------------

# In a key policy the resource "*" is the key that has the policy and no other.
# Leaves the key to the account's own IAM policies: all actions, because without
# this statement nobody could administer it, not even its makers.
# kics-scan ignore-line
data "aws_iam_policy_document" "key_administration" {
  statement {
    sid       = "AccountAdministration"
    effect    = "Allow"
    actions   = ["kms:*"]
    resources = ["*"]

    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::${local.account_id}:root"]
    }
  }
}

# In a key policy the resource "*" is the key that has the policy and no other.
# The security account sees how each key is set, and can use and change none.
data "aws_iam_policy_document" "key_oversight" {
  count = var.key_oversight_account_id == "" ? 0 : 1

  statement {
    sid    = "SecurityAccountOversight"
    effect = "Allow"
    actions = [
      "kms:DescribeKey",
      "kms:GetKeyPolicy",
      "kms:GetKeyRotationStatus",
      "kms:ListGrants",
      "kms:ListResourceTags",
    ]
    resources = ["*"]

    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::${var.key_oversight_account_id}:root"]
    }
  }
}

# In a key policy the resource "*" is the key that has the policy and no other.
# The condition admits the environment's own log groups only.
data "aws_iam_policy_document" "key_logs" {
  statement {
    sid    = "LogGroups"
    effect = "Allow"
    actions = [
      "kms:Decrypt",
      "kms:DescribeKey",
      "kms:Encrypt",
      "kms:GenerateDataKey",
      "kms:GenerateDataKeyWithoutPlaintext",
      "kms:ReEncryptFrom",
      "kms:ReEncryptTo",
    ]
    resources = ["*"]

    principals {
      type        = "Service"
      identifiers = ["logs.${var.region}.amazonaws.com"]
    }

    condition {
      test     = "ArnEquals"
      variable = "kms:EncryptionContext:aws:logs:arn"
      values   = [for name in values(local.log_groups) : "arn:aws:logs:${var.region}:${local.account_id}:log-group:${name}"]
    }
  }
}

# In a key policy the resource "*" is the key that has the policy and no other.
# Nodes are started by the account's Auto Scaling role, which the
# account's baseline provides.
data "aws_iam_policy_document" "key_volumes" {
  statement {
    sid    = "NodeVolumes"
    effect = "Allow"
    actions = [
      "kms:Decrypt",
      "kms:DescribeKey",
      "kms:Encrypt",
      "kms:GenerateDataKey",
      "kms:GenerateDataKeyWithoutPlaintext",
      "kms:ReEncryptFrom",
      "kms:ReEncryptTo",
    ]
    resources = ["*"]

    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::${local.account_id}:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling"]
    }
  }

  statement {
    sid       = "NodeVolumeGrants"
    effect    = "Allow"
    actions   = ["kms:CreateGrant"]
    resources = ["*"]

    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::${local.account_id}:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling"]
    }

    condition {
      test     = "Bool"
      variable = "kms:GrantIsForAWSResource"
      values   = ["true"]
    }
  }
}

# One key for each duty, in every class of data: whoever may read by one can read
# nothing by another, and a later request for another class replaces none. That
# would replace the cluster too, and lose what the old key encrypts.
locals {
  # What each duty adds to its key's policy. Secrets add nothing: the cluster's
  # role has that right in its own policy, as the storage driver's has for volumes.
  key_policies = {
    logs    = [data.aws_iam_policy_document.key_logs.json]
    secrets = []
    volumes = [data.aws_iam_policy_document.key_volumes.json]
  }
}

data "aws_iam_policy_document" "key" {
  for_each = local.key_policies

  source_policy_documents = concat(
    [data.aws_iam_policy_document.key_administration.json],
    data.aws_iam_policy_document.key_oversight[*].json,
    each.value,
  )
}

resource "aws_kms_key" "this" {
  for_each = local.key_policies

  description             = "${each.key} of ${var.name}"
  key_usage               = "ENCRYPT_DECRYPT"
  enable_key_rotation     = true
  rotation_period_in_days = var.key_rotation_days
  deletion_window_in_days = var.key_deletion_days
  policy                  = data.aws_iam_policy_document.key[each.key].json

  tags = {
    Name = "${var.name}-${each.key}"
  }
}

resource "aws_kms_alias" "this" {
  for_each = local.key_policies

  name          = "alias/${var.name}-${each.key}"
  target_key_id = aws_kms_key.this[each.key].key_id
}

# -----------------------------------------------------------------------------
# Logging: kept here, copied to the log archive account
# -----------------------------------------------------------------------------

resource "aws_cloudwatch_log_group" "this" {
  for_each = local.log_groups

  name                        = each.value
  retention_in_days           = var.log_retention_days
  kms_key_id                  = aws_kms_key.this["logs"].arn
  deletion_protection_enabled = var.deletion_protection
}

# The destination belongs to the log archive account and admits the accounts of
# the organisation. An empty pattern copies every event.
resource "aws_cloudwatch_log_subscription_filter" "archive" {
  for_each = var.log_archive_account_id == "" ? {} : local.log_groups

  name            = "${var.name}-${each.key}-archive"
  log_group_name  = aws_cloudwatch_log_group.this[each.key].name
  filter_pattern  = ""
  destination_arn = "arn:aws:logs:${var.region}:${var.log_archive_account_id}:destination:${var.log_archive_destination}"
  distribution    = "ByLogStream"
}

resource "aws_flow_log" "vpc" {
  vpc_id                   = aws_vpc.this.id
  traffic_type             = "ALL"
  log_destination_type     = "cloud-watch-logs"
  log_destination          = aws_cloudwatch_log_group.this["flow"].arn
  iam_role_arn             = aws_iam_role.flow_logs.arn
  max_aggregation_interval = var.flow_log_interval_seconds

  tags = {
    Name = var.name
  }

  depends_on = [aws_iam_role_policy.flow_logs]
}

# -----------------------------------------------------------------------------
# Identities: one role per duty, each with no more than the duty needs
# -----------------------------------------------------------------------------

data "aws_iam_policy_document" "assume_cluster" {
  statement {
    effect  = "Allow"
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["eks.amazonaws.com"]
    }
  }
}

data "aws_iam_policy_document" "assume_node" {
  statement {
    effect  = "Allow"
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com"]
    }
  }
}

data "aws_iam_policy_document" "assume_flow_logs" {
  statement {
    effect  = "Allow"
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["vpc-flow-logs.amazonaws.com"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = [local.account_id]
    }
  }
}

# Pod identity names the cluster, the namespace and the service account of each
# session, so that no pod but the one that a role is for can take it on, in this
# cluster or in another one of the account.
data "aws_iam_policy_document" "assume_pod" {
  for_each = local.pod_identities

  statement {
    effect  = "Allow"
    actions = ["sts:AssumeRole", "sts:TagSession"]

    principals {
      type        = "Service"
      identifiers = ["pods.eks.amazonaws.com"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = [local.account_id]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:RequestTag/eks-cluster-name"
      values   = [var.name]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:RequestTag/kubernetes-namespace"
      values   = [each.value.namespace]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:RequestTag/kubernetes-service-account"
      values   = [each.value.service_account]
    }
  }
}

data "aws_iam_policy_document" "cluster_encryption" {
  statement {
    effect = "Allow"
    actions = [
      "kms:Decrypt",
      "kms:DescribeKey",
      "kms:Encrypt",
    ]
    resources = [aws_kms_key.this["secrets"].arn]
  }
}

# Whoever may create a Service in a namespace has a controller make its load
# balancer: EKS's own with the cluster's role, the load balancer controller with
# its. Neither may make one that the internet reaches; a request that names no
# scheme is denied with the others, because a classic load balancer is public
# then. The trailing "*" of the resource is every load balancer of the account, of
# either kind.
data "aws_iam_policy_document" "internal_load_balancers" {
  statement {
    sid       = "NoPublicLoadBalancers"
    effect    = "Deny"
    actions   = ["elasticloadbalancing:CreateLoadBalancer"]
    resources = ["arn:aws:elasticloadbalancing:${var.region}:${local.account_id}:loadbalancer/*"]

    condition {
      test     = "StringNotEquals"
      variable = "elasticloadbalancing:Scheme"
      values   = ["internal"]
    }
  }
}

# The trailing "*" of the resource is the streams of this one log group.
data "aws_iam_policy_document" "flow_logs" {
  statement {
    effect = "Allow"
    actions = [
      "logs:CreateLogStream",
      "logs:DescribeLogGroups",
      "logs:DescribeLogStreams",
      "logs:PutLogEvents",
    ]
    resources = ["${aws_cloudwatch_log_group.this["flow"].arn}:*"]
  }
}

# The trailing "*" of the resource is the streams of this one log group.
data "aws_iam_policy_document" "log_shipper" {
  statement {
    effect = "Allow"
    actions = [
      "logs:CreateLogStream",
      "logs:PutLogEvents",
    ]
    resources = ["${aws_cloudwatch_log_group.this["application"].arn}:*"]
  }
}

# The driver may use the volumes' key for EC2 and for nothing else, and makes no
# volume without encryption, whatever a storage class says. The trailing "*" of the
# resource is the volumes that it would make: they have no name yet.
data "aws_iam_policy_document" "ebs_csi" {
  statement {
    sid    = "VolumeKey"
    effect = "Allow"
    actions = [
      "kms:Decrypt",
      "kms:DescribeKey",
      "kms:GenerateDataKeyWithoutPlaintext",
      "kms:ReEncryptFrom",
      "kms:ReEncryptTo",
    ]
    resources = [aws_kms_key.this["volumes"].arn]

    condition {
      test     = "StringEquals"
      variable = "kms:ViaService"
      values   = ["ec2.${var.region}.amazonaws.com"]
    }
  }

  statement {
    sid       = "VolumeGrants"
    effect    = "Allow"
    actions   = ["kms:CreateGrant"]
    resources = [aws_kms_key.this["volumes"].arn]

    condition {
      test     = "Bool"
      variable = "kms:GrantIsForAWSResource"
      values   = ["true"]
    }
  }

  statement {
    sid       = "NoPlainVolumes"
    effect    = "Deny"
    actions   = ["ec2:CreateVolume"]
    resources = ["arn:aws:ec2:${var.region}:${local.account_id}:volume/*"]

    condition {
      test     = "Bool"
      variable = "ec2:Encrypted"
      values   = ["false"]
    }
  }
}

# The trailing "*" of the resource is the streams of this one log group.
data "aws_iam_policy_document" "workload" {
  statement {
    effect = "Allow"
    actions = [
      "logs:CreateLogStream",
      "logs:PutLogEvents",
    ]
    resources = ["${aws_cloudwatch_log_group.this["application"].arn}:*"]
  }
}

# The autoscaler sees every group ("*": the service takes no other resource for
# reading) and changes only those that EKS has tagged as this cluster's. The "*" in
# the other resource is the group's identifier and the rest of its name, which EKS
# chooses.
data "aws_iam_policy_document" "autoscaler" {
  statement {
    sid    = "See"
    effect = "Allow"
    actions = [
      "autoscaling:DescribeAutoScalingGroups",
      "autoscaling:DescribeAutoScalingInstances",
      "autoscaling:DescribeLaunchConfigurations",
      "autoscaling:DescribeScalingActivities",
      "autoscaling:DescribeTags",
      "ec2:DescribeImages",
      "ec2:DescribeInstanceTypes",
      "ec2:DescribeLaunchTemplateVersions",
    ]
    resources = ["*"]
  }

  statement {
    sid       = "SeeNodeGroups"
    effect    = "Allow"
    actions   = ["eks:DescribeNodegroup"]
    resources = ["arn:aws:eks:${var.region}:${local.account_id}:nodegroup/${var.name}/*/*"]
  }

  statement {
    sid    = "Scale"
    effect = "Allow"
    actions = [
      "autoscaling:SetDesiredCapacity",
      "autoscaling:TerminateInstanceInAutoScalingGroup",
    ]
    resources = ["arn:aws:autoscaling:${var.region}:${local.account_id}:autoScalingGroup:*:autoScalingGroupName/eks-*"]

    condition {
      test     = "StringEquals"
      variable = "aws:ResourceTag/k8s.io/cluster-autoscaler/${var.name}"
      values   = ["owned"]
    }
  }
}

# The load balancer controller sees what is there ("*": the services take no other
# resource for reading), makes internal load balancers with the tag that it gives to
# what is this cluster's, and changes what has the tag. It opens nodes to them in the
# cluster's own security group. In an account without any load balancer yet it makes
# the role that the service runs them with. It has no right to firewalls (WAF, Shield)
# and user pools: its options for these stay off. The trailing "*" of the other resources are
# certificates, load balancers, target groups, listeners and security groups, whose
# identifiers nobody knows beforehand.
data "aws_iam_policy_document" "load_balancers" {
  source_policy_documents = [data.aws_iam_policy_document.internal_load_balancers.json]

  statement {
    sid    = "See"
    effect = "Allow"
    actions = [
      "acm:ListCertificates",
      "ec2:DescribeAccountAttributes",
      "ec2:DescribeAddresses",
      "ec2:DescribeAvailabilityZones",
      "ec2:DescribeInstances",
      "ec2:DescribeInternetGateways",
      "ec2:DescribeNetworkInterfaces",
      "ec2:DescribeRouteTables",
      "ec2:DescribeSecurityGroups",
      "ec2:DescribeSubnets",
      "ec2:DescribeTags",
      "ec2:DescribeVpcPeeringConnections",
      "ec2:DescribeVpcs",
      "elasticloadbalancing:DescribeCapacityReservation",
      "elasticloadbalancing:DescribeListenerAttributes",
      "elasticloadbalancing:DescribeListenerCertificates",
      "elasticloadbalancing:DescribeListeners",
      "elasticloadbalancing:DescribeLoadBalancerAttributes",
      "elasticloadbalancing:DescribeLoadBalancers",
      "elasticloadbalancing:DescribeRules",
      "elasticloadbalancing:DescribeSSLPolicies",
      "elasticloadbalancing:DescribeTags",
      "elasticloadbalancing:DescribeTargetGroupAttributes",
      "elasticloadbalancing:DescribeTargetGroups",
      "elasticloadbalancing:DescribeTargetHealth",
      "elasticloadbalancing:DescribeTrustStores",
    ]

    # Nothing but reading, of which tfsec knows only the older half.
    resources = ["*"] #tfsec:ignore:aws-iam-no-policy-wildcards
  }

  statement {
    sid       = "SeeCertificates"
    effect    = "Allow"
    actions   = ["acm:DescribeCertificate"]
    resources = ["arn:aws:acm:${var.region}:${local.account_id}:certificate/*"]
  }

  statement {
    sid    = "Make"
    effect = "Allow"
    actions = [
      "ec2:CreateSecurityGroup",
      "elasticloadbalancing:CreateLoadBalancer",
      "elasticloadbalancing:CreateTargetGroup",
    ]
    resources = [
      "arn:aws:ec2:${var.region}:${local.account_id}:security-group/*",
      "arn:aws:elasticloadbalancing:${var.region}:${local.account_id}:*",
    ]

    condition {
      test     = "StringEquals"
      variable = "aws:RequestTag/elbv2.k8s.aws/cluster"
      values   = [var.name]
    }
  }

  statement {
    sid       = "SecurityGroupsHere"
    effect    = "Allow"
    actions   = ["ec2:CreateSecurityGroup", "ec2:GetSecurityGroupsForVpc"]
    resources = [aws_vpc.this.arn]
  }

  statement {
    sid       = "TagNewSecurityGroups"
    effect    = "Allow"
    actions   = ["ec2:CreateTags"]
    resources = ["arn:aws:ec2:${var.region}:${local.account_id}:security-group/*"]

    condition {
      test     = "StringEquals"
      variable = "ec2:CreateAction"
      values   = ["CreateSecurityGroup"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:RequestTag/elbv2.k8s.aws/cluster"
      values   = [var.name]
    }
  }

  statement {
    sid       = "TagNewLoadBalancers"
    effect    = "Allow"
    actions   = ["elasticloadbalancing:AddTags"]
    resources = ["arn:aws:elasticloadbalancing:${var.region}:${local.account_id}:*"]

    condition {
      test     = "StringEquals"
      variable = "elasticloadbalancing:CreateAction"
      values   = ["CreateListener", "CreateLoadBalancer", "CreateRule", "CreateTargetGroup"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:RequestTag/elbv2.k8s.aws/cluster"
      values   = [var.name]
    }
  }

  statement {
    sid    = "ChangeItsOwn"
    effect = "Allow"
    actions = [
      "ec2:AuthorizeSecurityGroupIngress",
      "ec2:CreateTags",
      "ec2:DeleteSecurityGroup",
      "ec2:DeleteTags",
      "ec2:RevokeSecurityGroupIngress",
      "elasticloadbalancing:AddListenerCertificates",
      "elasticloadbalancing:AddTags",
      "elasticloadbalancing:CreateListener",
      "elasticloadbalancing:CreateRule",
      "elasticloadbalancing:DeleteListener",
      "elasticloadbalancing:DeleteLoadBalancer",
      "elasticloadbalancing:DeleteRule",
      "elasticloadbalancing:DeleteTargetGroup",
      "elasticloadbalancing:DeregisterTargets",
      "elasticloadbalancing:ModifyListener",
      "elasticloadbalancing:ModifyListenerAttributes",
      "elasticloadbalancing:ModifyLoadBalancerAttributes",
      "elasticloadbalancing:ModifyRule",
      "elasticloadbalancing:ModifyTargetGroup",
      "elasticloadbalancing:ModifyTargetGroupAttributes",
      "elasticloadbalancing:RegisterTargets",
      "elasticloadbalancing:RemoveListenerCertificates",
      "elasticloadbalancing:RemoveTags",
      "elasticloadbalancing:SetIpAddressType",
      "elasticloadbalancing:SetRulePriorities",
      "elasticloadbalancing:SetSecurityGroups",
      "elasticloadbalancing:SetSubnets",
    ]
    resources = [
      "arn:aws:ec2:${var.region}:${local.account_id}:security-group/*",
      "arn:aws:elasticloadbalancing:${var.region}:${local.account_id}:*",
    ]

    condition {
      test     = "StringEquals"
      variable = "aws:ResourceTag/elbv2.k8s.aws/cluster"
      values   = [var.name]
    }
  }

  statement {
    sid    = "OpenNodes"
    effect = "Allow"
    actions = [
      "ec2:AuthorizeSecurityGroupIngress",
      "ec2:RevokeSecurityGroupIngress",
    ]
    resources = ["arn:aws:ec2:${var.region}:${local.account_id}:security-group/${aws_eks_cluster.this.vpc_config[0].cluster_security_group_id}"]
  }

  statement {
    sid       = "MakeItsServiceRole"
    effect    = "Allow"
    actions   = ["iam:CreateServiceLinkedRole"]
    resources = ["arn:aws:iam::${local.account_id}:role/aws-service-role/elasticloadbalancing.amazonaws.com/AWSServiceRoleForElasticLoadBalancing"]

    condition {
      test     = "StringEquals"
      variable = "iam:AWSServiceName"
      values   = ["elasticloadbalancing.amazonaws.com"]
    }
  }
}

resource "aws_iam_role" "cluster" {
  name                 = "${var.name}-eks-cluster"
  description          = "Control plane of ${var.name}"
  assume_role_policy   = data.aws_iam_policy_document.assume_cluster.json
  permissions_boundary = var.permissions_boundary_arn

  # The range that the environment was made with.
  tags = {
    Network = var.vpc_cidr
  }

  lifecycle {
    ignore_changes = [tags["Network"], tags_all["Network"]]
  }
}

resource "aws_iam_role_policy_attachment" "cluster" {
  role       = aws_iam_role.cluster.name
  policy_arn = "arn:aws:iam::aws:policy/AmazonEKSClusterPolicy"
}

resource "aws_iam_role_policy" "cluster_encryption" {
  name   = "secrets-encryption"
  role   = aws_iam_role.cluster.id
  policy = data.aws_iam_policy_document.cluster_encryption.json
}

resource "aws_iam_role_policy" "cluster_load_balancers" {
  name   = "internal-load-balancers-only"
  role   = aws_iam_role.cluster.id
  policy = data.aws_iam_policy_document.internal_load_balancers.json
}

resource "aws_iam_role" "node" {
  name                 = "${var.name}-eks-node"
  description          = "Worker nodes of ${var.name}"
  assume_role_policy   = data.aws_iam_policy_document.assume_node.json
  permissions_boundary = var.permissions_boundary_arn
}

resource "aws_iam_role_policy_attachment" "node" {
  for_each = toset([
    "AmazonEC2ContainerRegistryPullOnly",
    "AmazonEKSWorkerNodePolicy",
  ])

  role       = aws_iam_role.node.name
  policy_arn = "arn:aws:iam::aws:policy/${each.value}"
}

# The network add-on has a role of its own, so that nodes need no right to
# change interfaces.
resource "aws_iam_role" "cni" {
  name                 = "${var.name}-eks-cni"
  description          = "Network add-on of ${var.name}"
  assume_role_policy   = data.aws_iam_policy_document.assume_pod["cni"].json
  permissions_boundary = var.permissions_boundary_arn
}

resource "aws_iam_role_policy_attachment" "cni" {
  role       = aws_iam_role.cni.name
  policy_arn = "arn:aws:iam::aws:policy/AmazonEKS_CNI_Policy"
}

# The policy holds the driver to volumes that are tagged with this cluster's name:
# pod identity says of which cluster a session is. Driver 1.58 and later tag so.
resource "aws_iam_role" "ebs_csi" {
  name                 = "${var.name}-ebs-csi"
  description          = "Storage driver of ${var.name}"
  assume_role_policy   = data.aws_iam_policy_document.assume_pod["ebs_csi"].json
  permissions_boundary = var.permissions_boundary_arn
}

resource "aws_iam_role_policy_attachment" "ebs_csi" {
  role       = aws_iam_role.ebs_csi.name
  policy_arn = "arn:aws:iam::aws:policy/AmazonEBSCSIDriverEKSClusterScopedPolicy"
}

resource "aws_iam_role_policy" "ebs_csi" {
  name   = "use-volume-key"
  role   = aws_iam_role.ebs_csi.id
  policy = data.aws_iam_policy_document.ebs_csi.json
}

resource "aws_iam_role" "log_shipper" {
  name                 = "${var.name}-log-shipper"
  description          = "Log shipper of ${var.name}"
  assume_role_policy   = data.aws_iam_policy_document.assume_pod["log_shipper"].json
  permissions_boundary = var.permissions_boundary_arn
}

resource "aws_iam_role_policy" "log_shipper" {
  name   = "ship-pod-logs"
  role   = aws_iam_role.log_shipper.id
  policy = data.aws_iam_policy_document.log_shipper.json
}

resource "aws_iam_role" "autoscaler" {
  name                 = "${var.name}-autoscaler"
  description          = "Cluster autoscaler of ${var.name}"
  assume_role_policy   = data.aws_iam_policy_document.assume_pod["autoscaler"].json
  permissions_boundary = var.permissions_boundary_arn
}

resource "aws_iam_role_policy" "autoscaler" {
  name   = "scale-node-groups"
  role   = aws_iam_role.autoscaler.id
  policy = data.aws_iam_policy_document.autoscaler.json
}

resource "aws_iam_role" "load_balancers" {
  name                 = "${var.name}-balancers"
  description          = "Load balancer controller of ${var.name}"
  assume_role_policy   = data.aws_iam_policy_document.assume_pod["load_balancers"].json
  permissions_boundary = var.permissions_boundary_arn
}

resource "aws_iam_role_policy" "load_balancers" {
  name   = "internal-load-balancers"
  role   = aws_iam_role.load_balancers.id
  policy = data.aws_iam_policy_document.load_balancers.json
}

resource "aws_iam_role" "flow_logs" {
  name                 = "${var.name}-flow-logs"
  description          = "Flow log delivery of ${var.name}"
  assume_role_policy   = data.aws_iam_policy_document.assume_flow_logs.json
  permissions_boundary = var.permissions_boundary_arn
}

resource "aws_iam_role_policy" "flow_logs" {
  name   = "write-flow-logs"
  role   = aws_iam_role.flow_logs.id
  policy = data.aws_iam_policy_document.flow_logs.json
}

resource "aws_iam_role" "workload" {
  name                 = "${var.name}-workload"
  description          = "Application pods of ${var.name}"
  assume_role_policy   = data.aws_iam_policy_document.assume_pod["workload"].json
  permissions_boundary = var.permissions_boundary_arn
}

resource "aws_iam_role_policy" "workload" {
  name   = "write-application-logs"
  role   = aws_iam_role.workload.id
  policy = data.aws_iam_policy_document.workload.json
}

# -----------------------------------------------------------------------------
# Cluster: reachable from inside the VPC, and from the hub once it is attached
# -----------------------------------------------------------------------------

resource "aws_eks_cluster" "this" {
  name                          = var.name
  role_arn                      = aws_iam_role.cluster.arn
  version                       = var.kubernetes_version
  bootstrap_self_managed_addons = false
  deletion_protection           = var.deletion_protection

  enabled_cluster_log_types = [
    "api",
    "audit",
    "authenticator",
    "controllerManager",
    "scheduler",
  ]

  # Access is granted through IAM only, and whoever builds the cluster gets none.
  access_config {
    authentication_mode                         = "API"
    bootstrap_cluster_creator_admin_permissions = false
  }

  encryption_config {
    resources = ["secrets"]

    provider {
      key_arn = aws_kms_key.this["secrets"].arn
    }
  }

  kubernetes_network_config {
    ip_family         = "ipv4"
    service_ipv4_cidr = var.service_ipv4_cidr
  }

  # At the end of standard support EKS upgrades the control plane by itself instead
  # of charging for extended support. A plan would then want the old version back,
  # which EKS refuses: the workflow sets kubernetes_version until the adapter follows.
  upgrade_policy {
    support_type = "STANDARD"
  }

  vpc_config {
    subnet_ids              = aws_subnet.private[*].id
    security_group_ids      = [aws_security_group.cluster.id]
    endpoint_private_access = true
    endpoint_public_access  = false
  }

  zonal_shift_config {
    enabled = var.zonal_shift
  }

  tags = {
    Name = var.name
  }

  depends_on = [
    aws_cloudwatch_log_group.this,
    aws_iam_role_policy.cluster_encryption,
    aws_iam_role_policy.cluster_load_balancers,
    aws_iam_role_policy_attachment.cluster,
  ]
}

# -----------------------------------------------------------------------------
# Access: nobody's until the workflow names roles
# -----------------------------------------------------------------------------

resource "aws_eks_access_entry" "this" {
  for_each = toset(flatten([
    tolist(var.application_deployer_role_arns),
    tolist(var.cluster_admin_role_arns),
    tolist(var.cluster_viewer_role_arns),
  ]))

  cluster_name  = aws_eks_cluster.this.name
  principal_arn = each.value
  type          = "STANDARD"
}

resource "aws_eks_access_policy_association" "admin" {
  for_each = var.cluster_admin_role_arns

  cluster_name  = aws_eks_cluster.this.name
  principal_arn = each.value
  policy_arn    = "arn:aws:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy"

  access_scope {
    type = "cluster"
  }

  depends_on = [aws_eks_access_entry.this]
}

# The namespace is not made here; cluster_objects has it.
resource "aws_eks_access_policy_association" "deployer" {
  for_each = var.application_deployer_role_arns

  cluster_name  = aws_eks_cluster.this.name
  principal_arn = each.value
  policy_arn    = "arn:aws:eks::aws:cluster-access-policy/AmazonEKSEditPolicy"

  access_scope {
    type       = "namespace"
    namespaces = [var.application]
  }

  depends_on = [aws_eks_access_entry.this]
}

resource "aws_eks_access_policy_association" "viewer" {
  for_each = var.cluster_viewer_role_arns

  cluster_name  = aws_eks_cluster.this.name
  principal_arn = each.value
  policy_arn    = "arn:aws:eks::aws:cluster-access-policy/AmazonEKSViewPolicy"

  access_scope {
    type = "cluster"
  }

  depends_on = [aws_eks_access_entry.this]
}

# -----------------------------------------------------------------------------
# Nodes
# -----------------------------------------------------------------------------

resource "aws_launch_template" "node" {
  name        = "${var.name}-node"
  description = "Worker nodes of ${var.name}"

  block_device_mappings {
    device_name = "/dev/xvda"

    ebs {
      delete_on_termination = true
      encrypted             = true
      kms_key_id            = aws_kms_key.this["volumes"].arn
      volume_size           = var.node_disk_gib
      volume_type           = var.node_volume_type
    }
  }

  # When its credits are used up, a burstable node slows to its baseline and costs no
  # more.
  dynamic "credit_specification" {
    for_each = can(regex("^t\\d", var.node_instance_type)) ? ["standard"] : []

    content {
      cpu_credits = credit_specification.value
    }
  }

  # One hop keeps pods from taking the node's role, but for those in the node's own
  # network.
  metadata_options {
    http_endpoint               = "enabled"
    http_put_response_hop_limit = 1
    http_tokens                 = "required"
  }

  # The provider's default tags do not reach what the group starts.
  tag_specifications {
    resource_type = "instance"
    tags          = merge(local.lasting_tags, { Name = "${var.name}-node" })
  }

  tag_specifications {
    resource_type = "volume"
    tags          = merge(local.lasting_tags, { Name = "${var.name}-node" })
  }
}

# A group cannot change its type of instance. Another size therefore makes another
# group, and the old one is drained and deleted when the new one is there. The name is
# unique each time: a group that could not be made gets a successor too, which must not
# have its name.
resource "aws_eks_node_group" "this" {
  cluster_name           = aws_eks_cluster.this.name
  node_group_name_prefix = "${replace(var.node_instance_type, ".", "-")}-"
  node_role_arn          = aws_iam_role.node.arn
  subnet_ids             = aws_subnet.private[*].id
  ami_type               = "AL2023_x86_64_STANDARD"
  capacity_type          = var.node_capacity_type
  instance_types         = [var.node_instance_type]
  version                = aws_eks_cluster.this.version
  release_version        = var.node_release_version

  launch_template {
    id      = aws_launch_template.node.id
    version = aws_launch_template.node.latest_version
  }

  # A node that is not ready for half an hour is replaced, and so is one of which the
  # monitoring agent below says that its kernel, disks or network fail.
  node_repair_config {
    enabled = true
  }

  scaling_config {
    desired_size = max(var.node_min_size, min(var.node_max_size, coalesce(var.node_start_size, var.node_desired_size)))
    max_size     = var.node_max_size
    min_size     = var.node_min_size
  }

  # EKS first adds nodes, up to two for each zone, and then drains the old ones, this
  # share of them at once.
  update_config {
    max_unavailable_percentage = var.node_max_unavailable_percentage
  }

  # A drain waits for disruption budgets.
  timeouts {
    update = "3h"
  }

  # The cluster autoscaler moves the number between the two ends, and the workflow of
  # node updates moves the image: a plan must not move them back. EKS tags the Auto
  # Scaling group so that the autoscaler finds it. Another template or Kubernetes
  # version makes new nodes too, of the newest image.
  lifecycle {
    create_before_destroy = true
    ignore_changes        = [release_version, scaling_config[0].desired_size]
  }

  # Nodes that start without internet egress never join.
  depends_on = [
    aws_eks_addon.before_nodes,
    aws_iam_role_policy_attachment.node,
    aws_route.egress_internet,
    aws_route.private_default,
    aws_route_table_association.egress,
    aws_route_table_association.pods,
    aws_route_table_association.private,
  ]
}

# -----------------------------------------------------------------------------
# Add-ons, and the identities that they and the application's pods take on
# -----------------------------------------------------------------------------

resource "aws_eks_pod_identity_association" "cni" {
  cluster_name    = aws_eks_cluster.this.name
  namespace       = local.pod_identities["cni"].namespace
  service_account = local.pod_identities["cni"].service_account
  role_arn        = aws_iam_role.cni.arn
}

data "aws_eks_addon_version" "default" {
  for_each = toset([
    "amazon-cloudwatch-observability",
    "aws-ebs-csi-driver",
    "coredns",
    "eks-node-monitoring-agent",
    "eks-pod-identity-agent",
    "kube-proxy",
    "metrics-server",
    "vpc-cni",
  ])

  addon_name         = each.value
  kubernetes_version = var.kubernetes_version
}

locals {
  # How the network add-on finds the subnets of pods: by the zone of the node. Pods
  # have the cluster's own security group. A node then keeps one interface for
  # itself, and blocks of 16 addresses make up for it.
  pod_subnets = {
    env = {
      AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG = "true"
      ENABLE_PREFIX_DELEGATION           = "true"
      ENI_CONFIG_LABEL_DEF               = "topology.kubernetes.io/zone"
      WARM_PREFIX_TARGET                 = "1"
    }
    eniConfig = {
      create = true
      region = var.region
      subnets = {
        for subnet in aws_subnet.pods : subnet.availability_zone => {
          id             = subnet.id
          securityGroups = [aws_eks_cluster.this.vpc_config[0].cluster_security_group_id]
        }
      }
    }
  }
}

# Nodes become ready only with a network, so these come first. An update keeps what a
# cluster administrator has changed, such as the servers that CoreDNS forwards to.
resource "aws_eks_addon" "before_nodes" {
  for_each = {
    eks-pod-identity-agent = null
    kube-proxy             = null
    vpc-cni                = var.pod_cidr == "" ? jsonencode({ enableNetworkPolicy = "true" }) : jsonencode(merge({ enableNetworkPolicy = "true" }, local.pod_subnets))
  }

  cluster_name                = aws_eks_cluster.this.name
  addon_name                  = each.key
  addon_version               = lookup(var.addon_versions, each.key, data.aws_eks_addon_version.default[each.key].version)
  configuration_values        = each.value
  resolve_conflicts_on_create = "OVERWRITE"
  resolve_conflicts_on_update = "PRESERVE"

  depends_on = [
    aws_eks_pod_identity_association.cni,
    aws_iam_role_policy_attachment.cni,
  ]
}

resource "aws_eks_pod_identity_association" "ebs_csi" {
  cluster_name    = aws_eks_cluster.this.name
  namespace       = local.pod_identities["ebs_csi"].namespace
  service_account = local.pod_identities["ebs_csi"].service_account
  role_arn        = aws_iam_role.ebs_csi.arn
}

resource "aws_eks_pod_identity_association" "log_shipper" {
  cluster_name    = aws_eks_cluster.this.name
  namespace       = local.pod_identities["log_shipper"].namespace
  service_account = local.pod_identities["log_shipper"].service_account
  role_arn        = aws_iam_role.log_shipper.arn
}

# The observability add-on ships what pods print, and nothing else of what it can
# do: no metrics, no traces, no injection into pods, no groups that are not
# declared. Volumes that pods claim carry the tag that the budget counts by.
resource "aws_eks_addon" "after_nodes" {
  for_each = {
    amazon-cloudwatch-observability = jsonencode({
      agent = { config = { agent = { region = var.region } } }
      containerLogs = {
        enabled = true
        fluentBit = {
          config = {
            extraFiles = {
              "dataplane-log.conf" = ""
              "host-log.conf"      = ""
            }
          }
        }
      }
      manager = { applicationSignals = { autoMonitor = { monitorAllServices = false } } }
    })
    aws-ebs-csi-driver = jsonencode({
      controller = {
        extraVolumeTags = local.lasting_tags
      }
    })
    coredns                   = null
    eks-node-monitoring-agent = null
    metrics-server            = null
  }

  cluster_name                = aws_eks_cluster.this.name
  addon_name                  = each.key
  addon_version               = lookup(var.addon_versions, each.key, data.aws_eks_addon_version.default[each.key].version)
  configuration_values        = each.value
  resolve_conflicts_on_create = "OVERWRITE"
  resolve_conflicts_on_update = "PRESERVE"

  depends_on = [
    aws_cloudwatch_log_group.this,
    aws_eks_node_group.this,
    aws_eks_pod_identity_association.ebs_csi,
    aws_eks_pod_identity_association.log_shipper,
    aws_iam_role_policy.ebs_csi,
    aws_iam_role_policy.log_shipper,
    aws_iam_role_policy_attachment.ebs_csi,
  ]
}

# Both controllers are the cluster administrator's to install: main.tf makes nothing
# inside the cluster.
resource "aws_eks_pod_identity_association" "autoscaler" {
  cluster_name    = aws_eks_cluster.this.name
  namespace       = local.pod_identities["autoscaler"].namespace
  service_account = local.pod_identities["autoscaler"].service_account
  role_arn        = aws_iam_role.autoscaler.arn
}

resource "aws_eks_pod_identity_association" "load_balancers" {
  cluster_name    = aws_eks_cluster.this.name
  namespace       = local.pod_identities["load_balancers"].namespace
  service_account = local.pod_identities["load_balancers"].service_account
  role_arn        = aws_iam_role.load_balancers.arn
}

resource "aws_eks_pod_identity_association" "workload" {
  cluster_name    = aws_eks_cluster.this.name
  namespace       = local.pod_identities["workload"].namespace
  service_account = local.pod_identities["workload"].service_account
  role_arn        = aws_iam_role.workload.arn
}

# -----------------------------------------------------------------------------
# Budget: alerts to the owner and budget_contact
# -----------------------------------------------------------------------------

# The filter counts what carries the environment's name, which later requests for
# it keep: resources, nodes, claimed volumes and load balancers. EnvironmentName, or
# what tag_keys calls it, has to be an active cost allocation tag, which the management
# account sees to.
resource "aws_budgets_budget" "monthly" {
  name         = "${var.name}-monthly"
  budget_type  = "COST"
  limit_amount = format("%.2f", var.monthly_budget_usd)
  limit_unit   = "USD"
  time_unit    = "MONTHLY"

  cost_filter {
    name   = "TagKeyValue"
    values = [format("user:%s$%s", lookup(var.tag_keys, "EnvironmentName", "EnvironmentName"), var.name)]
  }

  notification {
    comparison_operator        = "GREATER_THAN"
    notification_type          = "ACTUAL"
    threshold                  = var.budget_alert_percent.early
    threshold_type             = "PERCENTAGE"
    subscriber_email_addresses = local.budget_contacts
  }

  notification {
    comparison_operator        = "GREATER_THAN"
    notification_type          = "ACTUAL"
    threshold                  = var.budget_alert_percent.spent
    threshold_type             = "PERCENTAGE"
    subscriber_email_addresses = local.budget_contacts
  }

  notification {
    comparison_operator        = "GREATER_THAN"
    notification_type          = "FORECASTED"
    threshold                  = var.budget_alert_percent.forecast
    threshold_type             = "PERCENTAGE"
    subscriber_email_addresses = local.budget_contacts
  }

  # A budget far above the estimate would say too late that the costs are not as expected.
  dynamic "notification" {
    for_each = var.estimate_alert_usd[*]

    content {
      comparison_operator        = "GREATER_THAN"
      notification_type          = "ACTUAL"
      threshold                  = notification.value
      threshold_type             = "ABSOLUTE_VALUE"
      subscriber_email_addresses = local.budget_contacts
    }
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

output "cluster_name" {
  description = "Name of the cluster."
  value       = aws_eks_cluster.this.name
}

output "cluster_endpoint" {
  description = "Address of the Kubernetes API, which resolves everywhere to private addresses of the VPC."
  value       = aws_eks_cluster.this.endpoint
}

output "cluster_certificate_authority" {
  description = "Certificate of the Kubernetes API's authority, base64."
  value       = aws_eks_cluster.this.certificate_authority[0].data
}

output "cluster_oidc_issuer" {
  description = "Issuer of the tokens of service accounts."
  value       = aws_eks_cluster.this.identity[0].oidc[0].issuer
}

output "cluster_security_group_id" {
  description = "Security group of nodes and pods, for the rules of a data store in the VPC."
  value       = aws_eks_cluster.this.vpc_config[0].cluster_security_group_id
}

output "private_subnet_ids" {
  description = "Subnets of nodes and internal load balancers."
  value       = aws_subnet.private[*].id
}

output "egress_addresses" {
  description = "Public source addresses of traffic to the internet, for allow lists of others."
  value       = aws_eip.nat[*].public_ip
}

output "log_groups" {
  description = "Log groups by what they hold."
  value       = local.log_groups
}

output "pod_identities" {
  description = "Service accounts whose pods have an IAM role, with the role's ARN."
  value = {
    for name, pod in local.pod_identities : name => merge(pod, { role_arn = local.pod_roles[name] })
  }
}

output "registry" {
  description = "Address of the image registry. Nodes may pull from each registry that admits the account."
  value       = "${coalesce(var.registry_account_id, local.account_id)}.dkr.ecr.${var.region}.amazonaws.com"
}

output "lasting_tags" {
  description = "Tags of what controllers make: the defaultTags of the load balancer controller."
  value       = local.lasting_tags
}

output "vpc_id" {
  description = "Identifier of the VPC."
  value       = aws_vpc.this.id
}

output "key_arns" {
  description = "ARNs of the environment's keys, by name."
  value       = { for name, key in aws_kms_key.this : name => key.arn }
}

# What the class of data denies in the application's namespace, and what its pods need
# all the same: names, and the agent that gives them their role.
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
      metadata   = { name = "allow-names-and-identity", namespace = var.application }
      spec = {
        podSelector = {}
        policyTypes = ["Egress"]
        egress = [
          {
            to    = [{ namespaceSelector = { matchLabels = { "kubernetes.io/metadata.name" = "kube-system" } } }]
            ports = [for protocol in ["TCP", "UDP"] : { port = 53, protocol = protocol }]
          },
          {
            to    = [{ ipBlock = { cidr = "169.254.170.23/32" } }]
            ports = [{ port = 80, protocol = "TCP" }]
          },
        ]
      }
    } if type == "Egress"],
  )
}

# Terraform makes nothing inside the cluster. A cluster administrator applies these
# once: the application's namespace with its network policies, and the storage class that
# volume claims need.
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
        apiVersion = "storage.k8s.io/v1"
        kind       = "StorageClass"
        metadata = {
          name        = "encrypted"
          annotations = { "storageclass.kubernetes.io/is-default-class" = "true" }
        }
        parameters = {
          encrypted = "true"
          kmsKeyId  = aws_kms_key.this["volumes"].arn
          type      = var.node_volume_type
        }
        provisioner          = "ebs.csi.aws.com"
        allowVolumeExpansion = true
        volumeBindingMode    = "WaitForFirstConsumer"
      },
    ], local.network_policies)
  })
}

output "workload_role_arn" {
  description = "ARN of the role of the application's pods."
  value       = aws_iam_role.workload.arn
}
