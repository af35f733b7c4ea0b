# Tests of main.tf with a provider that builds nothing. They run in the Terraform root
# of a bundle, whose inputs they start from: terraform test, or tofu test.

mock_provider "azurerm" {
  mock_data "azurerm_client_config" {
    defaults = {
      tenant_id = "00000000-0000-0000-0000-000000000001"
    }
  }

  mock_resource "azurerm_kubernetes_cluster" {
    defaults = {
      private_fqdn    = "aks.private.azmk8s.io"
      oidc_issuer_url = "https://issuer.example.com/"
      kube_config = [{
        client_certificate     = ""
        client_key             = ""
        cluster_ca_certificate = "Q0E="
        host                   = ""
        password               = ""
        username               = ""
      }]
    }
  }
}

run "outputs" {
  variables {
    registry_id = "/subscriptions/00000000-0000-0000-0000-000000000006/resourceGroups/rg/providers/Microsoft.ContainerRegistry/registries/acr"
  }

  assert {
    condition     = output.request.request_id == var.request_id && output.request.fingerprint == var.fingerprint
    error_message = "request must be the request of the inputs."
  }

  assert {
    condition     = startswith(output.way_to_the_vault, "neither runner_network nor runner_cidrs is set")
    error_message = "way_to_the_vault must say that the runner has none."
  }

  assert {
    condition     = output.cluster.name == "aks-${var.name}" && output.cluster.namespace == var.application && output.cluster.oidc_issuer_url != null
    error_message = "cluster must have what an application team needs."
  }

  assert {
    condition     = output.cluster_ca_certificate == "Q0E="
    error_message = "cluster_ca_certificate must be the certificate of the authority."
  }

  assert {
    condition     = [for object in jsondecode(output.cluster_objects).items : object.kind] == ["Namespace", "ServiceAccount", "StorageClass", "NetworkPolicy"]
    error_message = "cluster_objects must be the namespace, its service account, the storage class and what the class of data denies."
  }

  assert {
    condition     = length(output.network.subnets) == 3 && output.network.outbound_address != null
    error_message = "network must have three subnets and the address of the internet egress."
  }

  assert {
    condition     = join(" ", keys(output.identities)) == "kubelet workload"
    error_message = "identities must be those of the nodes and of the application's pods."
  }

  assert {
    condition     = output.registry_id == var.registry_id
    error_message = "registry_id must be the registry of the inputs."
  }

  assert {
    condition     = output.key_vault_id == azurerm_key_vault.this.id && output.log_workspace_id == azurerm_log_analytics_workspace.this.id
    error_message = "key_vault_id and log_workspace_id must be those of this environment."
  }
}

run "tags_of_an_organisation" {
  variables {
    tags     = { BusinessUnit = "retail" }
    tag_keys = { Owner = "team-mail" }
  }

  assert {
    condition     = azurerm_key_vault.this.tags["BusinessUnit"] == "retail" && azurerm_key_vault.this.tags["team-mail"] == var.owner && !contains(keys(azurerm_key_vault.this.tags), "Owner")
    error_message = "Each resource must have the organisation's tags and keys."
  }
}

run "another_range_later" {
  command = plan

  variables {
    vnet_cidr = "10.90.0.0/20"
  }

  expect_failures = [azurerm_virtual_network.this]
}

run "inputs_that_no_adapter_gives" {
  command = plan

  variables {
    request_id                   = "req-1"
    fingerprint                  = "sha256:1"
    application                  = "UPPER"
    environment                  = "staging"
    data_classification          = "secret"
    expires_on                   = "soon"
    monthly_budget_usd           = 0
    name                         = "UPPER"
    key_vault_name               = "double--hyphen"
    storage_account_name         = "UPPER"
    subscription_id              = "someone-else"
    tenant_id                    = "someone-else"
    central_logs_subscription_id = "someone-else"
    vnet_cidr                    = "10.40.0.0"
    node_subnet_cidr             = "10.40.0.0"
    api_server_subnet_cidr       = "10.40.0.0"
    private_endpoint_subnet_cidr = "10.40.0.0"
    service_cidr                 = "10.40.0.0"
    pod_cidr                     = "10.40.0.0"
    cluster_tier                 = "Basic"
    system_node_count            = 1
    node_max_pods                = 29
    node_surge_percent           = 0
    nat_gateway_sku              = "Basic"
    log_retention_days           = 29
    flow_log_retention_days      = 366
    storage_replication          = "GRS"
    blob_recovery_days           = 0
    key_rotation_days            = 27
    vault_retention_days         = 6
    egress                       = "vpn"
    egress_next_hop_ip           = "next"
    hub_cidrs                    = ["0.0.0.0/0"]
    cluster_audit_log            = "none"
    pod_security                 = "privileged"
    default_deny                 = ["Sideways"]
    private_dns                  = "nobody"
    run_command                  = "sometimes"
    runner_cidrs                 = ["0.0.0.0/0"]
    budget_start_date            = "2026-12-02T00:00:00Z"
    key_expires_at               = "never"

    maintenance_window = {
      day_of_week    = "Sunday"
      duration_hours = 3
      start_time     = "02:00"
      utc_offset     = "+00:00"
    }
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
    var.key_vault_name,
    var.storage_account_name,
    var.subscription_id,
    var.tenant_id,
    var.central_logs_subscription_id,
    var.vnet_cidr,
    var.node_subnet_cidr,
    var.api_server_subnet_cidr,
    var.private_endpoint_subnet_cidr,
    var.service_cidr,
    var.pod_cidr,
    var.cluster_tier,
    var.system_node_count,
    var.node_max_pods,
    var.node_surge_percent,
    var.maintenance_window,
    var.nat_gateway_sku,
    var.log_retention_days,
    var.flow_log_retention_days,
    var.storage_replication,
    var.blob_recovery_days,
    var.key_rotation_days,
    var.vault_retention_days,
    var.egress,
    var.egress_next_hop_ip,
    var.hub_cidrs,
    var.cluster_audit_log,
    var.pod_security,
    var.default_deny,
    var.private_dns,
    var.run_command,
    var.runner_cidrs,
    var.budget_start_date,
    var.key_expires_at,
  ]
}

run "keys_that_end_after_what_the_provider_counts" {
  command = plan

  variables {
    key_expires_at = "2262-01-01T00:00:00Z"
  }

  expect_failures = [var.key_expires_at]
}

run "names_from_elsewhere_without_their_zones" {
  command = plan

  variables {
    dns_servers = ["10.0.0.4"]
  }

  expect_failures = [azurerm_virtual_network.this]
}

run "the_hub_as_way_out_without_its_address" {
  command = plan

  variables {
    egress = "hub"
  }

  expect_failures = [azurerm_route_table.hub]
}

run "names_of_the_policy_and_the_runner" {
  command = plan

  variables {
    private_dns = "policy"
    runner_network = {
      location          = "westeurope"
      subnet_id         = "/subscriptions/00000000-0000-0000-0000-000000000004/subnet"
      vault_dns_zone_id = "/subscriptions/00000000-0000-0000-0000-000000000004/resourceGroups/rg-hub/providers/Microsoft.Network/privateDnsZones/privatelink.vaultcore.azure.net"
    }
  }

  expect_failures = [azurerm_private_endpoint.key_vault_runner]
}

run "central_names_without_a_zone" {
  command = plan

  variables {
    private_dns = "central"
  }

  expect_failures = [azurerm_virtual_network.this]
}

run "two_endpoints_of_one_name" {
  command = plan

  variables {
    private_dns       = "central"
    blob_dns_zone_id  = "/subscriptions/00000000-0000-0000-0000-000000000004/resourceGroups/rg-hub/providers/Microsoft.Network/privateDnsZones/privatelink.blob.core.windows.net"
    vault_dns_zone_id = "/subscriptions/00000000-0000-0000-0000-000000000004/resourceGroups/rg-hub/providers/Microsoft.Network/privateDnsZones/privatelink.vaultcore.azure.net"
    runner_network = {
      location          = "westeurope"
      subnet_id         = "/subscriptions/00000000-0000-0000-0000-000000000004/subnet"
      vault_dns_zone_id = "/subscriptions/00000000-0000-0000-0000-000000000004/resourceGroups/rg-hub/providers/Microsoft.Network/privateDnsZones/privatelink.vaultcore.azure.net"
    }
  }

  expect_failures = [azurerm_private_endpoint.key_vault_runner]
}

run "a_zone_of_another_region" {
  command = plan

  variables {
    api_server_dns_zone_id = "/subscriptions/00000000-0000-0000-0000-000000000004/resourceGroups/rg-hub/providers/Microsoft.Network/privateDnsZones/private.nowhere.azmk8s.io"
  }

  expect_failures = [azurerm_kubernetes_cluster.this]
}
