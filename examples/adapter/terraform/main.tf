# An environment on Google Cloud: a private GKE cluster in a network of its own. This text is the same for every
# request: only terraform.tfvars.json has what a request decides.

terraform {
  required_version = ">= 1.5.0"

  required_providers {
    google = {
      source  = "hashicorp/google"
      version = "~> 7.0"
    }
  }
}

provider "google" {
  project        = var.project
  region         = var.region
  default_labels = local.labels
}

variable "application" {
  description = "Application that the environment is for."
  type        = string
}

variable "archive_project" {
  description = "Project that receives copies of logs; empty in a sandbox."
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

variable "log_retention_days" {
  description = "Days for which logs are kept in the project."
  type        = number
}

variable "master_range" {
  description = "Range of the cluster's API."
  type        = string
}

variable "name" {
  description = "Start of every resource's name."
  type        = string
}

variable "node_range" {
  description = "Range of the nodes."
  type        = string
}

variable "nodes_per_zone" {
  description = "Nodes in each zone."
  type        = number
}

variable "owner" {
  description = "Team that answers for the environment."
  type        = string
}

variable "project" {
  description = "Project that the environment is built in."
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

data "google_project" "own" {
  project_id = var.project
}

locals {
  # Labels have at most 63 lower-case letters, digits, "_" and "-".
  labels = {
    for key, value in {
      application         = var.application
      cost-centre         = var.cost_centre
      data-classification = var.data_classification
      environment         = var.environment
      expires-on          = var.expires_on
      fingerprint         = var.fingerprint
      owner               = var.owner
      request-id          = var.request_id
    } : key => substr(replace(lower(value), "/[^a-z0-9_-]/", "-"), 0, 63)
  }
  agents = {
    compute   = "service-${data.google_project.own.number}@compute-system.iam.gserviceaccount.com"
    container = "service-${data.google_project.own.number}@container-engine-robot.iam.gserviceaccount.com"
  }
}

resource "google_compute_network" "environment" {
  name                    = var.name
  auto_create_subnetworks = false
}

resource "google_compute_subnetwork" "nodes" {
  name                     = "${var.name}-nodes"
  network                  = google_compute_network.environment.id
  ip_cidr_range            = var.node_range
  private_ip_google_access = true

  secondary_ip_range {
    range_name    = "pods"
    ip_cidr_range = "100.64.0.0/14"
  }

  secondary_ip_range {
    range_name    = "services"
    ip_cidr_range = "100.68.0.0/20"
  }
}

resource "google_compute_router" "egress" {
  name    = var.name
  network = google_compute_network.environment.id
}

resource "google_compute_router_nat" "egress" {
  name                               = var.name
  router                             = google_compute_router.egress.name
  nat_ip_allocate_option             = "AUTO_ONLY"
  source_subnetwork_ip_ranges_to_nat = "ALL_SUBNETWORKS_ALL_IP_RANGES"
}

resource "google_kms_key_ring" "environment" {
  name     = var.name
  location = var.region
}

# Encrypts the secrets of the cluster and the disks of its nodes.
resource "google_kms_crypto_key" "environment" {
  name            = var.name
  key_ring        = google_kms_key_ring.environment.id
  rotation_period = "7776000s"
}

resource "google_kms_crypto_key_iam_member" "agent" {
  for_each = local.agents

  crypto_key_id = google_kms_crypto_key.environment.id
  role          = "roles/cloudkms.cryptoKeyEncrypterDecrypter"
  member        = "serviceAccount:${each.value}"
}

resource "google_logging_project_bucket_config" "environment" {
  project        = var.project
  location       = var.region
  bucket_id      = var.name
  retention_days = var.log_retention_days
}

# The log archive lets the sink's identity write to its bucket.
resource "google_logging_project_sink" "archive" {
  count = var.archive_project == "" ? 0 : 1

  name                   = var.name
  destination            = "logging.googleapis.com/projects/${var.archive_project}/locations/global/buckets/environments"
  unique_writer_identity = true
}

resource "google_service_account" "nodes" {
  account_id   = "${var.name}-nodes"
  display_name = "Nodes of ${var.name}"
}

resource "google_project_iam_member" "nodes" {
  for_each = toset(["roles/artifactregistry.reader", "roles/container.defaultNodeServiceAccount"])

  project = var.project
  role    = each.value
  member  = google_service_account.nodes.member
}

resource "google_container_cluster" "environment" {
  name                     = var.name
  location                 = var.region
  network                  = google_compute_network.environment.id
  subnetwork               = google_compute_subnetwork.nodes.id
  deletion_protection      = true
  initial_node_count       = 1
  remove_default_node_pool = true

  database_encryption {
    state    = "ENCRYPTED"
    key_name = google_kms_crypto_key.environment.id
  }

  ip_allocation_policy {
    cluster_secondary_range_name  = "pods"
    services_secondary_range_name = "services"
  }

  master_authorized_networks_config {}

  private_cluster_config {
    enable_private_endpoint = true
    enable_private_nodes    = true
    master_ipv4_cidr_block  = var.master_range
  }

  release_channel {
    channel = "STABLE"
  }

  workload_identity_config {
    workload_pool = "${var.project}.svc.id.goog"
  }

  depends_on = [google_kms_crypto_key_iam_member.agent]
}

resource "google_container_node_pool" "workers" {
  name       = "${var.name}-workers"
  cluster    = google_container_cluster.environment.id
  node_count = var.nodes_per_zone

  node_config {
    boot_disk_kms_key = google_kms_crypto_key.environment.id
    disk_size_gb      = 100
    disk_type         = "pd-balanced"
    machine_type      = "e2-standard-4"
    service_account   = google_service_account.nodes.email

    shielded_instance_config {
      enable_secure_boot = true
    }

    workload_metadata_config {
      mode = "GKE_METADATA"
    }
  }
}

resource "google_service_account" "application" {
  account_id   = "${var.name}-app"
  display_name = "Application of ${var.name}"
}

# Only the application's own service account of Kubernetes takes this identity.
resource "google_service_account_iam_member" "application" {
  service_account_id = google_service_account.application.name
  role               = "roles/iam.workloadIdentityUser"
  member             = "serviceAccount:${var.project}.svc.id.goog[${var.application}/${var.application}]"

  depends_on = [google_container_cluster.environment]
}

output "business_justification" {
  description = "What the environment is for."
  value       = var.business_justification
}
