# Tests of main.tf with a provider that builds nothing. They run in the Terraform root
# of a bundle, whose inputs they start from: terraform test, or tofu test.

mock_provider "aws" {
  mock_data "aws_availability_zones" {
    defaults = {
      names = ["zone-a", "zone-b", "zone-c"]
    }
  }

  mock_resource "aws_eks_cluster" {
    defaults = {
      certificate_authority = [{ data = "Q0E=" }]
      endpoint              = "https://cluster.example.com"
      identity              = [{ oidc = [{ issuer = "https://issuer.example.com" }] }]
    }
  }
}

run "outputs" {
  assert {
    condition     = output.request.request_id == var.request_id && output.request.fingerprint == var.fingerprint
    error_message = "request must be the request of the inputs."
  }

  assert {
    condition     = output.cluster_name == var.name && output.cluster_endpoint == "https://cluster.example.com"
    error_message = "cluster_name and cluster_endpoint must be those of the cluster."
  }

  assert {
    condition     = output.cluster_certificate_authority == "Q0E=" && output.cluster_oidc_issuer == "https://issuer.example.com"
    error_message = "cluster_certificate_authority and cluster_oidc_issuer must be those of the cluster."
  }

  assert {
    condition     = output.cluster_security_group_id != null && output.vpc_id == aws_vpc.this.id
    error_message = "cluster_security_group_id and vpc_id must be set."
  }

  assert {
    condition     = length(output.private_subnet_ids) == length(var.private_subnet_cidrs) && length(output.egress_addresses) == length(var.egress_subnet_cidrs)
    error_message = "There must be one subnet and one address for each range."
  }

  assert {
    condition     = length(output.log_groups) == 3 && join(" ", keys(output.key_arns)) == "logs secrets volumes"
    error_message = "log_groups and key_arns must name what there is."
  }

  assert {
    condition     = output.pod_identities["workload"].namespace == var.application && output.workload_role_arn == output.pod_identities["workload"].role_arn
    error_message = "The application's pods must take on the role of the workload."
  }

  assert {
    condition     = endswith(output.registry, ".dkr.ecr.${var.region}.amazonaws.com")
    error_message = "registry must be one of the region."
  }

  assert {
    condition     = output.lasting_tags["EnvironmentName"] == var.name && output.lasting_tags["Owner"] == var.owner
    error_message = "lasting_tags must bill and find what controllers make."
  }

  assert {
    condition     = [for object in jsondecode(output.cluster_objects).items : object.kind] == ["Namespace", "StorageClass", "NetworkPolicy"]
    error_message = "cluster_objects must be the namespace, the storage class and what the class of data denies."
  }
}

run "public_data" {
  variables {
    data_classification = "public"
    default_deny        = []
  }

  assert {
    condition     = length(jsondecode(output.cluster_objects).items) == 2
    error_message = "Nothing must be denied by default."
  }
}

run "restricted_data" {
  variables {
    data_classification = "restricted"
    default_deny        = ["Egress", "Ingress"]
    pod_security        = "restricted"
  }

  assert {
    condition     = jsondecode(output.cluster_objects).items[0].metadata.labels["pod-security.kubernetes.io/enforce"] == "restricted"
    error_message = "The namespace must enforce pod_security."
  }

  assert {
    condition     = [for object in slice(jsondecode(output.cluster_objects).items, 2, 4) : object.spec.policyTypes] == [["Egress", "Ingress"], ["Egress"]]
    error_message = "Both directions must be denied, and names and identity allowed."
  }
}

run "tags_of_an_organisation" {
  variables {
    tags     = { BusinessUnit = "retail" }
    tag_keys = { Owner = "team-mail" }
  }

  assert {
    condition     = output.lasting_tags["BusinessUnit"] == "retail" && output.lasting_tags["team-mail"] == var.owner && !contains(keys(output.lasting_tags), "Owner")
    error_message = "lasting_tags must have the organisation's tags and keys."
  }
}

run "another_range_later" {
  command = plan

  variables {
    vpc_cidr = "10.90.0.0/20"
  }

  expect_failures = [aws_vpc.this]
}

run "inputs_that_no_adapter_gives" {
  command = plan

  variables {
    request_id                     = "req-1"
    fingerprint                    = "sha256:1"
    application                    = "UPPER"
    environment                    = "staging"
    data_classification            = "secret"
    expires_on                     = "soon"
    monthly_budget_usd             = 0
    name                           = "UPPER"
    account_id                     = "someone-else"
    key_oversight_account_id       = "someone-else"
    log_archive_account_id         = "someone-else"
    vpc_cidr                       = "10.40.0.0"
    private_subnet_cidrs           = ["10.40.0.0/22"]
    pod_cidr                       = "10.40.0.0"
    service_ipv4_cidr              = "10.40.0.0"
    flow_log_interval_seconds      = 61
    key_rotation_days              = 89
    key_deletion_days              = 6
    cluster_admin_role_arns        = ["*"]
    application_deployer_role_arns = ["arn:aws:iam::000000000006:user/x"]
    cluster_viewer_role_arns       = ["arn:aws:iam::000000000006:root"]
    hub_cidrs                      = ["0.0.0.0/0"]
    resolver_rule_ids              = ["*"]
    pod_security                   = "privileged"
    default_deny                   = ["Both"]
    bucket_account_ids             = ["*"]
    registry_account_id            = "*"
    node_release_version           = "latest"

    node_max_unavailable_percentage = 0
  }

  expect_failures = [
    var.request_id,
    var.fingerprint,
    var.application,
    var.environment,
    var.data_classification,
    var.expires_on,
    var.monthly_budget_usd,
    var.name,
    var.account_id,
    var.key_oversight_account_id,
    var.log_archive_account_id,
    var.vpc_cidr,
    var.private_subnet_cidrs,
    var.pod_cidr,
    var.service_ipv4_cidr,
    var.flow_log_interval_seconds,
    var.key_rotation_days,
    var.key_deletion_days,
    var.cluster_admin_role_arns,
    var.application_deployer_role_arns,
    var.cluster_viewer_role_arns,
    var.hub_cidrs,
    var.resolver_rule_ids,
    var.pod_security,
    var.default_deny,
    var.bucket_account_ids,
    var.registry_account_id,
    var.node_release_version,
    var.node_max_unavailable_percentage,
  ]
}

run "an_account_with_too_few_zones" {
  command = plan

  override_data {
    target = data.aws_availability_zones.available
    values = {
      names = ["zone-a"]
    }
  }

  expect_failures = [data.aws_availability_zones.available]
}

run "no_way_out" {
  command = plan

  variables {
    egress_subnet_cidrs = []
  }

  expect_failures = [aws_route_table.private]
}

run "a_transit_gateway_without_the_hubs_range" {
  command = plan

  variables {
    transit_gateway_id = "tgw-00000000000000000"
  }

  expect_failures = [aws_ec2_transit_gateway_vpc_attachment.hub]
}
