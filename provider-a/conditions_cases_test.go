package providera

// settled are the settings by place and argument.
var settled = map[string]string{
	"aws_budgets_budget.monthly budget_type":                                      `"COST"`,
	"aws_budgets_budget.monthly cost_filter name":                                 `"TagKeyValue"`,
	"aws_budgets_budget.monthly cost_filter values":                               `[format("user:%s$%s", lookup(var.tag_keys, "EnvironmentName", "EnvironmentName"), var.name)]`,
	"aws_budgets_budget.monthly limit_amount":                                     `format("%.2f", var.monthly_budget_usd)`,
	"aws_budgets_budget.monthly dynamic for_each":                                 `var.estimate_alert_usd[*]`,
	"aws_budgets_budget.monthly dynamic content comparison_operator":              `"GREATER_THAN"`,
	"aws_budgets_budget.monthly dynamic content notification_type":                `"ACTUAL"`,
	"aws_budgets_budget.monthly dynamic content threshold":                        `notification.value`,
	"aws_budgets_budget.monthly dynamic content threshold_type":                   `"ABSOLUTE_VALUE"`,
	"aws_budgets_budget.monthly dynamic content subscriber_email_addresses":       `local.budget_contacts`,
	"aws_budgets_budget.monthly limit_unit":                                       `"USD"`,
	"aws_budgets_budget.monthly time_unit":                                        `"MONTHLY"`,
	"aws_cloudwatch_log_group.this deletion_protection_enabled":                   `var.deletion_protection`,
	"aws_cloudwatch_log_group.this kms_key_id":                                    `aws_kms_key.this["logs"].arn`,
	"aws_cloudwatch_log_group.this name":                                          `each.value`,
	"aws_cloudwatch_log_group.this retention_in_days":                             `var.log_retention_days`,
	"aws_cloudwatch_log_subscription_filter.archive destination_arn":              `"arn:aws:logs:${var.region}:${var.log_archive_account_id}:destination:${var.log_archive_destination}"`,
	"aws_cloudwatch_log_subscription_filter.archive filter_pattern":               `""`,
	"aws_cloudwatch_log_subscription_filter.archive for_each":                     `var.log_archive_account_id == "" ? {} : local.log_groups`,
	"aws_cloudwatch_log_subscription_filter.archive log_group_name":               `aws_cloudwatch_log_group.this[each.key].name`,
	"aws_default_security_group.this vpc_id":                                      `aws_vpc.this.id`,
	"aws_ec2_transit_gateway_vpc_attachment.hub count":                            `var.transit_gateway_id == null ? 0 : 1`,
	"aws_ec2_transit_gateway_vpc_attachment.hub lifecycle precondition condition": `length(var.hub_cidrs) > 0`,
	"aws_ec2_transit_gateway_vpc_attachment.hub subnet_ids":                       `aws_subnet.private[*].id`,
	"aws_ec2_transit_gateway_vpc_attachment.hub transit_gateway_id":               `var.transit_gateway_id`,
	"aws_ec2_transit_gateway_vpc_attachment.hub vpc_id":                           `aws_vpc.this.id`,
	"aws_eip.nat domain":                                                             `"vpc"`,
	"aws_eks_access_entry.this for_each":                                             `toset(flatten([tolist(var.application_deployer_role_arns), tolist(var.cluster_admin_role_arns), tolist(var.cluster_viewer_role_arns)]))`,
	"aws_eks_access_entry.this principal_arn":                                        `each.value`,
	"aws_eks_access_entry.this type":                                                 `"STANDARD"`,
	"aws_eks_addon.after_nodes addon_version":                                        `lookup(var.addon_versions, each.key, data.aws_eks_addon_version.default[each.key].version)`,
	"aws_eks_addon.after_nodes configuration_values":                                 `each.value`,
	"aws_eks_addon.after_nodes for_each":                                             `{ amazon-cloudwatch-observability = jsonencode({ agent = { config = { agent = { region = var.region } } } containerLogs = { enabled = true fluentBit = { config = { extraFiles = { "dataplane-log.conf" = "" "host-log.conf" = "" } } } } manager = { applicationSignals = { autoMonitor = { monitorAllServices = false } } } }) aws-ebs-csi-driver = jsonencode({ controller = { extraVolumeTags = local.lasting_tags } }) coredns = null eks-node-monitoring-agent = null metrics-server = null }`,
	"aws_eks_addon.before_nodes addon_version":                                       `lookup(var.addon_versions, each.key, data.aws_eks_addon_version.default[each.key].version)`,
	"aws_eks_addon.before_nodes configuration_values":                                `each.value`,
	"aws_eks_addon.before_nodes for_each":                                            `{ eks-pod-identity-agent = null kube-proxy = null vpc-cni = var.pod_cidr == "" ? jsonencode({ enableNetworkPolicy = "true" }) : jsonencode(merge({ enableNetworkPolicy = "true" }, local.pod_subnets)) }`,
	"aws_eks_cluster.this access_config authentication_mode":                         `"API"`,
	"aws_eks_cluster.this access_config bootstrap_cluster_creator_admin_permissions": `false`,
	"aws_eks_cluster.this bootstrap_self_managed_addons":                             `false`,
	"aws_eks_cluster.this deletion_protection":                                       `var.deletion_protection`,
	"aws_eks_cluster.this enabled_cluster_log_types":                                 `["api", "audit", "authenticator", "controllerManager", "scheduler"]`,
	"aws_eks_cluster.this encryption_config provider key_arn":                        `aws_kms_key.this["secrets"].arn`,
	"aws_eks_cluster.this encryption_config resources":                               `["secrets"]`,
	"aws_eks_cluster.this kubernetes_network_config ip_family":                       `"ipv4"`,
	"aws_eks_cluster.this kubernetes_network_config service_ipv4_cidr":               `var.service_ipv4_cidr`,
	"aws_eks_cluster.this role_arn":                                                  `aws_iam_role.cluster.arn`,
	"aws_eks_cluster.this upgrade_policy support_type":                               `"STANDARD"`,
	"aws_eks_cluster.this version":                                                   `var.kubernetes_version`,
	"aws_eks_cluster.this vpc_config endpoint_private_access":                        `true`,
	"aws_eks_cluster.this vpc_config endpoint_public_access":                         `false`,
	"aws_eks_cluster.this vpc_config security_group_ids":                             `[aws_security_group.cluster.id]`,
	"aws_eks_cluster.this vpc_config subnet_ids":                                     `aws_subnet.private[*].id`,
	"aws_eks_cluster.this zonal_shift_config enabled":                                `var.zonal_shift`,
	"aws_launch_template.node dynamic content cpu_credits":                           `credit_specification.value`,
	"aws_launch_template.node dynamic for_each":                                      `can(regex("^t\\d", var.node_instance_type)) ? ["standard"] : []`,
	"aws_eks_node_group.this ami_type":                                               `"AL2023_x86_64_STANDARD"`,
	"aws_eks_node_group.this capacity_type":                                          `var.node_capacity_type`,
	"aws_eks_node_group.this instance_types":                                         `[var.node_instance_type]`,
	"aws_eks_node_group.this launch_template id":                                     `aws_launch_template.node.id`,
	"aws_eks_node_group.this launch_template version":                                `aws_launch_template.node.latest_version`,
	"aws_eks_node_group.this lifecycle create_before_destroy":                        `true`,
	"aws_eks_node_group.this lifecycle ignore_changes":                               `[release_version, scaling_config[0].desired_size]`,
	"aws_eks_node_group.this node_group_name_prefix":                                 `"${replace(var.node_instance_type, ".", "-")}-"`,
	"aws_eks_node_group.this node_repair_config enabled":                             `true`,
	"aws_eks_node_group.this node_role_arn":                                          `aws_iam_role.node.arn`,
	"aws_eks_node_group.this release_version":                                        `var.node_release_version`,
	"aws_eks_node_group.this scaling_config desired_size":                            `var.node_desired_size`,
	"aws_eks_node_group.this scaling_config max_size":                                `var.node_max_size`,
	"aws_eks_node_group.this scaling_config min_size":                                `var.node_min_size`,
	"aws_eks_node_group.this subnet_ids":                                             `aws_subnet.private[*].id`,
	"aws_eks_node_group.this timeouts update":                                        `"3h"`,
	"aws_eks_node_group.this update_config max_unavailable_percentage":               `var.node_max_unavailable_percentage`,
	"aws_eks_node_group.this version":                                                `aws_eks_cluster.this.version`,
	"aws_eks_pod_identity_association.autoscaler cluster_name":                       `aws_eks_cluster.this.name`,
	"aws_eks_pod_identity_association.autoscaler namespace":                          `local.pod_identities["autoscaler"].namespace`,
	"aws_eks_pod_identity_association.autoscaler role_arn":                           `aws_iam_role.autoscaler.arn`,
	"aws_eks_pod_identity_association.autoscaler service_account":                    `local.pod_identities["autoscaler"].service_account`,
	"aws_eks_pod_identity_association.cni cluster_name":                              `aws_eks_cluster.this.name`,
	"aws_eks_pod_identity_association.cni namespace":                                 `local.pod_identities["cni"].namespace`,
	"aws_eks_pod_identity_association.cni role_arn":                                  `aws_iam_role.cni.arn`,
	"aws_eks_pod_identity_association.cni service_account":                           `local.pod_identities["cni"].service_account`,
	"aws_eks_pod_identity_association.ebs_csi cluster_name":                          `aws_eks_cluster.this.name`,
	"aws_eks_pod_identity_association.ebs_csi namespace":                             `local.pod_identities["ebs_csi"].namespace`,
	"aws_eks_pod_identity_association.ebs_csi role_arn":                              `aws_iam_role.ebs_csi.arn`,
	"aws_eks_pod_identity_association.ebs_csi service_account":                       `local.pod_identities["ebs_csi"].service_account`,
	"aws_eks_pod_identity_association.load_balancers cluster_name":                   `aws_eks_cluster.this.name`,
	"aws_eks_pod_identity_association.load_balancers namespace":                      `local.pod_identities["load_balancers"].namespace`,
	"aws_eks_pod_identity_association.load_balancers role_arn":                       `aws_iam_role.load_balancers.arn`,
	"aws_eks_pod_identity_association.load_balancers service_account":                `local.pod_identities["load_balancers"].service_account`,
	"aws_eks_pod_identity_association.log_shipper cluster_name":                      `aws_eks_cluster.this.name`,
	"aws_eks_pod_identity_association.log_shipper namespace":                         `local.pod_identities["log_shipper"].namespace`,
	"aws_eks_pod_identity_association.log_shipper role_arn":                          `aws_iam_role.log_shipper.arn`,
	"aws_eks_pod_identity_association.log_shipper service_account":                   `local.pod_identities["log_shipper"].service_account`,
	"aws_eks_pod_identity_association.workload cluster_name":                         `aws_eks_cluster.this.name`,
	"aws_eks_pod_identity_association.workload namespace":                            `local.pod_identities["workload"].namespace`,
	"aws_eks_pod_identity_association.workload role_arn":                             `aws_iam_role.workload.arn`,
	"aws_eks_pod_identity_association.workload service_account":                      `local.pod_identities["workload"].service_account`,
	"aws_flow_log.vpc iam_role_arn":                                                  `aws_iam_role.flow_logs.arn`,
	"aws_flow_log.vpc log_destination":                                               `aws_cloudwatch_log_group.this["flow"].arn`,
	"aws_flow_log.vpc log_destination_type":                                          `"cloud-watch-logs"`,
	"aws_flow_log.vpc max_aggregation_interval":                                      `var.flow_log_interval_seconds`,
	"aws_flow_log.vpc traffic_type":                                                  `"ALL"`,
	"aws_flow_log.vpc vpc_id":                                                        `aws_vpc.this.id`,
	"aws_iam_role.autoscaler assume_role_policy":                                     `data.aws_iam_policy_document.assume_pod["autoscaler"].json`,
	"aws_iam_role.autoscaler permissions_boundary":                                   `var.permissions_boundary_arn`,
	"aws_iam_role.cluster assume_role_policy":                                        `data.aws_iam_policy_document.assume_cluster.json`,
	"aws_iam_role.cluster permissions_boundary":                                      `var.permissions_boundary_arn`,
	"aws_iam_role.cni assume_role_policy":                                            `data.aws_iam_policy_document.assume_pod["cni"].json`,
	"aws_iam_role.cni permissions_boundary":                                          `var.permissions_boundary_arn`,
	"aws_iam_role.ebs_csi assume_role_policy":                                        `data.aws_iam_policy_document.assume_pod["ebs_csi"].json`,
	"aws_iam_role.ebs_csi permissions_boundary":                                      `var.permissions_boundary_arn`,
	"aws_iam_role.flow_logs assume_role_policy":                                      `data.aws_iam_policy_document.assume_flow_logs.json`,
	"aws_iam_role.flow_logs permissions_boundary":                                    `var.permissions_boundary_arn`,
	"aws_iam_role.load_balancers assume_role_policy":                                 `data.aws_iam_policy_document.assume_pod["load_balancers"].json`,
	"aws_iam_role.load_balancers permissions_boundary":                               `var.permissions_boundary_arn`,
	"aws_iam_role.log_shipper assume_role_policy":                                    `data.aws_iam_policy_document.assume_pod["log_shipper"].json`,
	"aws_iam_role.log_shipper permissions_boundary":                                  `var.permissions_boundary_arn`,
	"aws_iam_role.node assume_role_policy":                                           `data.aws_iam_policy_document.assume_node.json`,
	"aws_iam_role.node permissions_boundary":                                         `var.permissions_boundary_arn`,
	"aws_iam_role.workload assume_role_policy":                                       `data.aws_iam_policy_document.assume_pod["workload"].json`,
	"aws_iam_role.workload permissions_boundary":                                     `var.permissions_boundary_arn`,
	"aws_iam_role_policy.autoscaler policy":                                          `data.aws_iam_policy_document.autoscaler.json`,
	"aws_iam_role_policy.autoscaler role":                                            `aws_iam_role.autoscaler.id`,
	"aws_iam_role_policy.cluster_encryption policy":                                  `data.aws_iam_policy_document.cluster_encryption.json`,
	"aws_iam_role_policy.cluster_encryption role":                                    `aws_iam_role.cluster.id`,
	"aws_iam_role_policy.cluster_load_balancers policy":                              `data.aws_iam_policy_document.internal_load_balancers.json`,
	"aws_iam_role_policy.cluster_load_balancers role":                                `aws_iam_role.cluster.id`,
	"aws_iam_role_policy.ebs_csi policy":                                             `data.aws_iam_policy_document.ebs_csi.json`,
	"aws_iam_role_policy.ebs_csi role":                                               `aws_iam_role.ebs_csi.id`,
	"aws_iam_role_policy.flow_logs policy":                                           `data.aws_iam_policy_document.flow_logs.json`,
	"aws_iam_role_policy.flow_logs role":                                             `aws_iam_role.flow_logs.id`,
	"aws_iam_role_policy.load_balancers policy":                                      `data.aws_iam_policy_document.load_balancers.json`,
	"aws_iam_role_policy.load_balancers role":                                        `aws_iam_role.load_balancers.id`,
	"aws_iam_role_policy.log_shipper policy":                                         `data.aws_iam_policy_document.log_shipper.json`,
	"aws_iam_role_policy.log_shipper role":                                           `aws_iam_role.log_shipper.id`,
	"aws_iam_role_policy.workload policy":                                            `data.aws_iam_policy_document.workload.json`,
	"aws_iam_role_policy.workload role":                                              `aws_iam_role.workload.id`,
	"aws_iam_role_policy_attachment.cluster policy_arn":                              `"arn:aws:iam::aws:policy/AmazonEKSClusterPolicy"`,
	"aws_iam_role_policy_attachment.cluster role":                                    `aws_iam_role.cluster.name`,
	"aws_iam_role_policy_attachment.cni policy_arn":                                  `"arn:aws:iam::aws:policy/AmazonEKS_CNI_Policy"`,
	"aws_iam_role_policy_attachment.cni role":                                        `aws_iam_role.cni.name`,
	"aws_iam_role_policy_attachment.ebs_csi policy_arn":                              `"arn:aws:iam::aws:policy/AmazonEBSCSIDriverEKSClusterScopedPolicy"`,
	"aws_iam_role_policy_attachment.ebs_csi role":                                    `aws_iam_role.ebs_csi.name`,
	"aws_iam_role_policy_attachment.node for_each":                                   `toset(["AmazonEC2ContainerRegistryPullOnly", "AmazonEKSWorkerNodePolicy"])`,
	"aws_iam_role_policy_attachment.node policy_arn":                                 `"arn:aws:iam::aws:policy/${each.value}"`,
	"aws_iam_role_policy_attachment.node role":                                       `aws_iam_role.node.name`,
	"aws_internet_gateway.this count":                                                `length(var.egress_subnet_cidrs) == 0 ? 0 : 1`,
	"aws_internet_gateway.this vpc_id":                                               `aws_vpc.this.id`,
	"aws_kms_alias.this for_each":                                                    `local.key_policies`,
	"aws_kms_alias.this target_key_id":                                               `aws_kms_key.this[each.key].key_id`,
	"aws_kms_key.this deletion_window_in_days":                                       `var.key_deletion_days`,
	"aws_kms_key.this enable_key_rotation":                                           `true`,
	"aws_kms_key.this for_each":                                                      `local.key_policies`,
	"aws_kms_key.this key_usage":                                                     `"ENCRYPT_DECRYPT"`,
	"aws_kms_key.this policy":                                                        `data.aws_iam_policy_document.key[each.key].json`,
	"aws_kms_key.this rotation_period_in_days":                                       `var.key_rotation_days`,
	"aws_launch_template.node block_device_mappings device_name":                     `"/dev/xvda"`,
	"aws_launch_template.node block_device_mappings ebs delete_on_termination":       `true`,
	"aws_launch_template.node block_device_mappings ebs encrypted":                   `true`,
	"aws_launch_template.node block_device_mappings ebs kms_key_id":                  `aws_kms_key.this["volumes"].arn`,
	"aws_launch_template.node block_device_mappings ebs volume_size":                 `var.node_disk_gib`,
	"aws_launch_template.node block_device_mappings ebs volume_type":                 `var.node_volume_type`,
	"aws_launch_template.node metadata_options http_endpoint":                        `"enabled"`,
	"aws_launch_template.node metadata_options http_put_response_hop_limit":          `1`,
	"aws_launch_template.node metadata_options http_tokens":                          `"required"`,
	"aws_nat_gateway.this allocation_id":                                             `aws_eip.nat[count.index].id`,
	"aws_nat_gateway.this subnet_id":                                                 `aws_subnet.egress[count.index].id`,
	"aws_route.egress_internet count":                                                `length(var.egress_subnet_cidrs) == 0 ? 0 : 1`,
	"aws_route.egress_internet destination_cidr_block":                               `"0.0.0.0/0"`,
	"aws_route.egress_internet gateway_id":                                           `aws_internet_gateway.this[0].id`,
	"aws_route.egress_internet route_table_id":                                       `aws_route_table.egress[0].id`,
	"aws_route.private_default count":                                                `length(var.private_subnet_cidrs)`,
	"aws_route.private_default destination_cidr_block":                               `"0.0.0.0/0"`,
	"aws_route.private_default nat_gateway_id":                                       `length(var.egress_subnet_cidrs) == 0 ? null : aws_nat_gateway.this[count.index % length(var.egress_subnet_cidrs)].id`,
	"aws_route.private_default route_table_id":                                       `aws_route_table.private[count.index].id`,
	"aws_route.private_default transit_gateway_id":                                   `length(var.egress_subnet_cidrs) == 0 ? var.transit_gateway_id : null`,
	"aws_route.private_hub count":                                                    `var.transit_gateway_id == null ? 0 : length(var.private_subnet_cidrs)`,
	"aws_route.private_hub destination_prefix_list_id":                               `aws_ec2_managed_prefix_list.hub[0].id`,
	"aws_route.private_hub route_table_id":                                           `aws_route_table.private[count.index].id`,
	"aws_route.private_hub transit_gateway_id":                                       `var.transit_gateway_id`,
	"aws_route_table.egress count":                                                   `length(var.egress_subnet_cidrs) == 0 ? 0 : 1`,
	"aws_route_table.egress vpc_id":                                                  `aws_vpc.this.id`,
	"aws_route_table.private lifecycle precondition condition":                       `length(var.egress_subnet_cidrs) > 0 || var.transit_gateway_id != null`,
	"aws_route_table.private vpc_id":                                                 `aws_vpc.this.id`,
	"aws_route_table_association.egress route_table_id":                              `aws_route_table.egress[0].id`,
	"aws_route_table_association.egress subnet_id":                                   `aws_subnet.egress[count.index].id`,
	"aws_route_table_association.pods route_table_id":                                `aws_route_table.private[count.index].id`,
	"aws_route_table_association.pods subnet_id":                                     `aws_subnet.pods[count.index].id`,
	"aws_route_table_association.private route_table_id":                             `aws_route_table.private[count.index].id`,
	"aws_route_table_association.private subnet_id":                                  `aws_subnet.private[count.index].id`,
	"aws_security_group.cluster vpc_id":                                              `aws_vpc.this.id`,
	"aws_subnet.egress availability_zone":                                            `aws_subnet.private[count.index].availability_zone`,
	"aws_subnet.egress cidr_block":                                                   `var.egress_subnet_cidrs[count.index]`,
	"aws_subnet.egress map_public_ip_on_launch":                                      `false`,
	"aws_subnet.egress vpc_id":                                                       `aws_vpc.this.id`,
	"aws_subnet.pods availability_zone":                                              `aws_subnet.private[count.index].availability_zone`,
	"aws_subnet.pods cidr_block":                                                     `var.pod_subnet_cidrs[count.index]`,
	"aws_subnet.pods map_public_ip_on_launch":                                        `false`,
	"aws_subnet.pods vpc_id":                                                         `aws_vpc_ipv4_cidr_block_association.pods[0].vpc_id`,
	"aws_subnet.private availability_zone":                                           `local.zones[count.index]`,
	"aws_subnet.private cidr_block":                                                  `var.private_subnet_cidrs[count.index]`,
	"aws_subnet.private count":                                                       `length(var.private_subnet_cidrs)`,
	"aws_subnet.private lifecycle ignore_changes":                                    `[availability_zone]`,
	"aws_subnet.private map_public_ip_on_launch":                                     `false`,
	"aws_subnet.private tags":                                                        `{ Name = "${var.name}-private-${count.index + 1}" "kubernetes.io/role/internal-elb" = "1" }`,
	"aws_subnet.private vpc_id":                                                      `aws_vpc.this.id`,
	"aws_vpc.this cidr_block":                                                        `var.vpc_cidr`,
	"aws_vpc.this enable_dns_hostnames":                                              `true`,
	"aws_vpc.this enable_dns_support":                                                `true`,
	"aws_vpc_endpoint.s3 policy":                                                     `data.aws_iam_policy_document.s3_endpoint.json`,
	"aws_vpc_endpoint.s3 route_table_ids":                                            `aws_route_table.private[*].id`,
	"aws_vpc_endpoint.s3 service_name":                                               `"com.amazonaws.${var.region}.s3"`,
	"aws_vpc_endpoint.s3 vpc_endpoint_type":                                          `"Gateway"`,
	"aws_vpc_endpoint.s3 vpc_id":                                                     `aws_vpc.this.id`,
	"aws_vpc_ipv4_cidr_block_association.pods cidr_block":                            `var.pod_cidr`,
	"aws_vpc_ipv4_cidr_block_association.pods count":                                 `var.pod_cidr == "" ? 0 : 1`,
	"aws_vpc_security_group_egress_rule.cluster_nodes cidr_ipv4":                     `var.vpc_cidr`,
	"aws_vpc_security_group_egress_rule.cluster_nodes from_port":                     `1025`,
	"aws_vpc_security_group_egress_rule.cluster_nodes ip_protocol":                   `"tcp"`,
	"aws_vpc_security_group_egress_rule.cluster_nodes security_group_id":             `aws_security_group.cluster.id`,
	"aws_vpc_security_group_egress_rule.cluster_nodes to_port":                       `65535`,
	"aws_vpc_security_group_ingress_rule.cluster_api cidr_ipv4":                      `var.vpc_cidr`,
	"aws_vpc_security_group_ingress_rule.cluster_api from_port":                      `443`,
	"aws_vpc_security_group_ingress_rule.cluster_api ip_protocol":                    `"tcp"`,
	"aws_vpc_security_group_ingress_rule.cluster_api security_group_id":              `aws_security_group.cluster.id`,
	"aws_vpc_security_group_ingress_rule.cluster_api to_port":                        `443`,
	"aws_vpc_security_group_ingress_rule.hub_api prefix_list_id":                     `aws_ec2_managed_prefix_list.hub[0].id`,
	"aws_ec2_managed_prefix_list.hub dynamic for_each":                               `var.hub_cidrs`,
	"aws_route53_resolver_rule_association.hub for_each":                             `var.resolver_rule_ids`,
	"aws_launch_template.node provider":                                              `aws.lasting`,
	"aws_vpc_security_group_ingress_rule.hub_api count":                              `var.transit_gateway_id == null ? 0 : 1`,
	"aws_vpc_security_group_ingress_rule.hub_api from_port":                          `443`,
	"aws_vpc_security_group_ingress_rule.hub_api ip_protocol":                        `"tcp"`,
	"aws_vpc_security_group_ingress_rule.hub_api security_group_id":                  `aws_security_group.cluster.id`,
	"aws_vpc_security_group_ingress_rule.hub_api to_port":                            `443`,
	"data.aws_availability_zones.available exclude_zone_ids":                         `var.excluded_zone_ids`,
	"data.aws_availability_zones.available filter name":                              `"opt-in-status"`,
	"data.aws_availability_zones.available filter values":                            `["opt-in-not-required"]`,
	"data.aws_availability_zones.available lifecycle postcondition condition":        `length(self.names) >= length(var.private_subnet_cidrs)`,
	"data.aws_availability_zones.available state":                                    `"available"`,
	"data.aws_eks_addon_version.default kubernetes_version":                          `var.kubernetes_version`,
	"data.aws_iam_policy_document.assume_pod for_each":                               `local.pod_identities`,
	"data.aws_iam_policy_document.key for_each":                                      `local.key_policies`,
	"data.aws_iam_policy_document.key source_policy_documents":                       `concat( [data.aws_iam_policy_document.key_administration.json], data.aws_iam_policy_document.key_oversight[*].json, each.value, )`,
	"data.aws_iam_policy_document.key_oversight count":                               `var.key_oversight_account_id == "" ? 0 : 1`,
	"data.aws_iam_policy_document.load_balancers source_policy_documents":            `[data.aws_iam_policy_document.internal_load_balancers.json]`,
	"provider.aws allowed_account_ids":                                               `[var.account_id]`,
	"provider.aws default_tags tags":                                                 `local.tags`,
	"provider.aws region":                                                            `var.region`,
	"terraform required_providers aws":                                               `{ source = "hashicorp/aws" version = "~> 6.25" }`,
	"terraform required_version":                                                     `">= 1.5.0, < 2.0.0"`,
}

// locals are the locals by name.
var locals = map[string]string{
	"account_id":     `data.aws_caller_identity.current.account_id`,
	"zones":          `slice(data.aws_availability_zones.available.names, 0, length(var.private_subnet_cidrs))`,
	"log_groups":     `{ application = "/aws/containerinsights/${var.name}/application" cluster = "/aws/eks/${var.name}/cluster" flow = "/platform/${var.name}/flow" }`,
	"pod_identities": `{ autoscaler = { namespace = "kube-system", service_account = "cluster-autoscaler" } cni = { namespace = "kube-system", service_account = "aws-node" } ebs_csi = { namespace = "kube-system", service_account = "ebs-csi-controller-sa" } load_balancers = { namespace = "kube-system", service_account = "aws-load-balancer-controller" } log_shipper = { namespace = "amazon-cloudwatch", service_account = "cloudwatch-agent" } workload = { namespace = var.application, service_account = var.application } }`,
	"pod_roles":      `{ autoscaler = aws_iam_role.autoscaler.arn cni = aws_iam_role.cni.arn ebs_csi = aws_iam_role.ebs_csi.arn load_balancers = aws_iam_role.load_balancers.arn log_shipper = aws_iam_role.log_shipper.arn workload = aws_iam_role.workload.arn }`,
	"lasting_tags":   `merge(var.tags, { (lookup(var.tag_keys, "Application", "Application")) = var.application (lookup(var.tag_keys, "CostCentre", "CostCentre")) = var.cost_centre (lookup(var.tag_keys, "DataClassification", "DataClassification")) = var.data_classification (lookup(var.tag_keys, "Environment", "Environment")) = var.environment (lookup(var.tag_keys, "EnvironmentName", "EnvironmentName")) = var.name (lookup(var.tag_keys, "ManagedBy", "ManagedBy")) = "self-service-environment-platform" (lookup(var.tag_keys, "Owner", "Owner")) = var.owner })`,
	"tags":           `merge(local.lasting_tags, { (lookup(var.tag_keys, "ExpiresOn", "ExpiresOn")) = var.expires_on == "" ? "none" : var.expires_on (lookup(var.tag_keys, "Fingerprint", "Fingerprint")) = var.fingerprint (lookup(var.tag_keys, "RequestId", "RequestId")) = var.request_id })`,
	"key_policies":   `{ logs = [data.aws_iam_policy_document.key_logs.json] secrets = [] volumes = [data.aws_iam_policy_document.key_volumes.json] }`,
	"pod_subnets":    `{ env = { AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG = "true" ENABLE_PREFIX_DELEGATION = "true" ENI_CONFIG_LABEL_DEF = "topology.kubernetes.io/zone" WARM_PREFIX_TARGET = "1" } eniConfig = { create = true region = var.region subnets = { for subnet in aws_subnet.pods : subnet.availability_zone => { id = subnet.id securityGroups = [aws_eks_cluster.this.vpc_config[0].cluster_security_group_id] } } } }`,
}

// statements are what the policy documents say, by document and statement.
var statements = map[string]string{
	"s3_endpoint KnownAccounts": `Allow ["s3:*"]
on ["*"]
by * ["*"]
if StringEquals aws:ResourceAccount flatten([[local.account_id], tolist(var.bucket_account_ids)])`,
	"s3_endpoint ImageLayersAndPackages": `Allow ["s3:GetObject"]
on ["arn:aws:s3:::al2023-repos-${var.region}-de612dc2/*", "arn:aws:s3:::prod-${var.region}-starport-layer-bucket/*", "arn:aws:s3:::prod-registry-k8s-io-${var.region}/*", "arn:aws:s3:::767373bbdcb8270361b96548387bf2a9ad0d48758c35-eu-west-2/*"]
by * ["*"]`,
	"key_administration AccountAdministration": `Allow ["kms:*"]
on ["*"]
by AWS ["arn:aws:iam::${local.account_id}:root"]`,
	"key_oversight SecurityAccountOversight": `Allow ["kms:DescribeKey", "kms:GetKeyPolicy", "kms:GetKeyRotationStatus", "kms:ListGrants", "kms:ListResourceTags"]
on ["*"]
by AWS ["arn:aws:iam::${var.key_oversight_account_id}:root"]`,
	"key_logs LogGroups": `Allow ["kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey", "kms:GenerateDataKeyWithoutPlaintext", "kms:ReEncryptFrom", "kms:ReEncryptTo"]
on ["*"]
by Service ["logs.${var.region}.amazonaws.com"]
if ArnEquals kms:EncryptionContext:aws:logs:arn [for name in values(local.log_groups) : "arn:aws:logs:${var.region}:${local.account_id}:log-group:${name}"]`,
	"key_volumes NodeVolumes": `Allow ["kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey", "kms:GenerateDataKeyWithoutPlaintext", "kms:ReEncryptFrom", "kms:ReEncryptTo"]
on ["*"]
by AWS ["arn:aws:iam::${local.account_id}:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling"]`,
	"key_volumes NodeVolumeGrants": `Allow ["kms:CreateGrant"]
on ["*"]
by AWS ["arn:aws:iam::${local.account_id}:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling"]
if Bool kms:GrantIsForAWSResource ["true"]`,
	"assume_cluster 0": `Allow ["sts:AssumeRole"]
by Service ["eks.amazonaws.com"]`,
	"assume_node 0": `Allow ["sts:AssumeRole"]
by Service ["ec2.amazonaws.com"]`,
	"assume_flow_logs 0": `Allow ["sts:AssumeRole"]
by Service ["vpc-flow-logs.amazonaws.com"]
if StringEquals aws:SourceAccount [local.account_id]`,
	"assume_pod 0": `Allow ["sts:AssumeRole", "sts:TagSession"]
by Service ["pods.eks.amazonaws.com"]
if StringEquals aws:SourceAccount [local.account_id]
if StringEquals aws:RequestTag/eks-cluster-name [var.name]
if StringEquals aws:RequestTag/kubernetes-namespace [each.value.namespace]
if StringEquals aws:RequestTag/kubernetes-service-account [each.value.service_account]`,
	"cluster_encryption 0": `Allow ["kms:Decrypt", "kms:DescribeKey", "kms:Encrypt"]
on [aws_kms_key.this["secrets"].arn]`,
	"internal_load_balancers NoPublicLoadBalancers": `Deny ["elasticloadbalancing:CreateLoadBalancer"]
on ["arn:aws:elasticloadbalancing:${var.region}:${local.account_id}:loadbalancer/*"]
if StringNotEquals elasticloadbalancing:Scheme ["internal"]`,
	"flow_logs 0": `Allow ["logs:CreateLogStream", "logs:DescribeLogGroups", "logs:DescribeLogStreams", "logs:PutLogEvents"]
on ["${aws_cloudwatch_log_group.this["flow"].arn}:*"]`,
	"log_shipper 0": `Allow ["logs:CreateLogStream", "logs:PutLogEvents"]
on ["${aws_cloudwatch_log_group.this["application"].arn}:*"]`,
	"ebs_csi VolumeKey": `Allow ["kms:Decrypt", "kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext", "kms:ReEncryptFrom", "kms:ReEncryptTo"]
on [aws_kms_key.this["volumes"].arn]
if StringEquals kms:ViaService ["ec2.${var.region}.amazonaws.com"]`,
	"ebs_csi VolumeGrants": `Allow ["kms:CreateGrant"]
on [aws_kms_key.this["volumes"].arn]
if Bool kms:GrantIsForAWSResource ["true"]`,
	"ebs_csi NoPlainVolumes": `Deny ["ec2:CreateVolume"]
on ["arn:aws:ec2:${var.region}:${local.account_id}:volume/*"]
if Bool ec2:Encrypted ["false"]`,
	"workload 0": `Allow ["logs:CreateLogStream", "logs:PutLogEvents"]
on ["${aws_cloudwatch_log_group.this["application"].arn}:*"]`,
	"autoscaler See": `Allow ["autoscaling:DescribeAutoScalingGroups", "autoscaling:DescribeAutoScalingInstances", "autoscaling:DescribeLaunchConfigurations", "autoscaling:DescribeScalingActivities", "autoscaling:DescribeTags", "ec2:DescribeImages", "ec2:DescribeInstanceTypes", "ec2:DescribeLaunchTemplateVersions"]
on ["*"]`,
	"autoscaler SeeNodeGroups": `Allow ["eks:DescribeNodegroup"]
on ["arn:aws:eks:${var.region}:${local.account_id}:nodegroup/${var.name}/*/*"]`,
	"autoscaler Scale": `Allow ["autoscaling:SetDesiredCapacity", "autoscaling:TerminateInstanceInAutoScalingGroup"]
on ["arn:aws:autoscaling:${var.region}:${local.account_id}:autoScalingGroup:*:autoScalingGroupName/eks-*"]
if StringEquals aws:ResourceTag/k8s.io/cluster-autoscaler/${var.name} ["owned"]`,
	"load_balancers See": `Allow ["acm:ListCertificates", "ec2:DescribeAccountAttributes", "ec2:DescribeAddresses", "ec2:DescribeAvailabilityZones", "ec2:DescribeInstances", "ec2:DescribeInternetGateways", "ec2:DescribeNetworkInterfaces", "ec2:DescribeRouteTables", "ec2:DescribeSecurityGroups", "ec2:DescribeSubnets", "ec2:DescribeTags", "ec2:DescribeVpcPeeringConnections", "ec2:DescribeVpcs", "elasticloadbalancing:DescribeCapacityReservation", "elasticloadbalancing:DescribeListenerAttributes", "elasticloadbalancing:DescribeListenerCertificates", "elasticloadbalancing:DescribeListeners", "elasticloadbalancing:DescribeLoadBalancerAttributes", "elasticloadbalancing:DescribeLoadBalancers", "elasticloadbalancing:DescribeRules", "elasticloadbalancing:DescribeSSLPolicies", "elasticloadbalancing:DescribeTags", "elasticloadbalancing:DescribeTargetGroupAttributes", "elasticloadbalancing:DescribeTargetGroups", "elasticloadbalancing:DescribeTargetHealth", "elasticloadbalancing:DescribeTrustStores"]
on ["*"]`,
	"load_balancers SeeCertificates": `Allow ["acm:DescribeCertificate"]
on ["arn:aws:acm:${var.region}:${local.account_id}:certificate/*"]`,
	"load_balancers Make": `Allow ["ec2:CreateSecurityGroup", "elasticloadbalancing:CreateLoadBalancer", "elasticloadbalancing:CreateTargetGroup"]
on ["arn:aws:ec2:${var.region}:${local.account_id}:security-group/*", "arn:aws:elasticloadbalancing:${var.region}:${local.account_id}:*"]
if StringEquals aws:RequestTag/elbv2.k8s.aws/cluster [var.name]`,
	"load_balancers SecurityGroupsHere": `Allow ["ec2:CreateSecurityGroup", "ec2:GetSecurityGroupsForVpc"]
on [aws_vpc.this.arn]`,
	"load_balancers TagNewSecurityGroups": `Allow ["ec2:CreateTags"]
on ["arn:aws:ec2:${var.region}:${local.account_id}:security-group/*"]
if StringEquals ec2:CreateAction ["CreateSecurityGroup"]
if StringEquals aws:RequestTag/elbv2.k8s.aws/cluster [var.name]`,
	"load_balancers TagNewLoadBalancers": `Allow ["elasticloadbalancing:AddTags"]
on ["arn:aws:elasticloadbalancing:${var.region}:${local.account_id}:*"]
if StringEquals elasticloadbalancing:CreateAction ["CreateListener", "CreateLoadBalancer", "CreateRule", "CreateTargetGroup"]
if StringEquals aws:RequestTag/elbv2.k8s.aws/cluster [var.name]`,
	"load_balancers ChangeItsOwn": `Allow ["ec2:AuthorizeSecurityGroupIngress", "ec2:CreateTags", "ec2:DeleteSecurityGroup", "ec2:DeleteTags", "ec2:RevokeSecurityGroupIngress", "elasticloadbalancing:AddListenerCertificates", "elasticloadbalancing:AddTags", "elasticloadbalancing:CreateListener", "elasticloadbalancing:CreateRule", "elasticloadbalancing:DeleteListener", "elasticloadbalancing:DeleteLoadBalancer", "elasticloadbalancing:DeleteRule", "elasticloadbalancing:DeleteTargetGroup", "elasticloadbalancing:DeregisterTargets", "elasticloadbalancing:ModifyListener", "elasticloadbalancing:ModifyListenerAttributes", "elasticloadbalancing:ModifyLoadBalancerAttributes", "elasticloadbalancing:ModifyRule", "elasticloadbalancing:ModifyTargetGroup", "elasticloadbalancing:ModifyTargetGroupAttributes", "elasticloadbalancing:RegisterTargets", "elasticloadbalancing:RemoveListenerCertificates", "elasticloadbalancing:RemoveTags", "elasticloadbalancing:SetIpAddressType", "elasticloadbalancing:SetRulePriorities", "elasticloadbalancing:SetSecurityGroups", "elasticloadbalancing:SetSubnets"]
on ["arn:aws:ec2:${var.region}:${local.account_id}:security-group/*", "arn:aws:elasticloadbalancing:${var.region}:${local.account_id}:*"]
if StringEquals aws:ResourceTag/elbv2.k8s.aws/cluster [var.name]`,
	"load_balancers OpenNodes": `Allow ["ec2:AuthorizeSecurityGroupIngress", "ec2:RevokeSecurityGroupIngress"]
on ["arn:aws:ec2:${var.region}:${local.account_id}:security-group/${aws_eks_cluster.this.vpc_config[0].cluster_security_group_id}"]`,
	"load_balancers MakeItsServiceRole": `Allow ["iam:CreateServiceLinkedRole"]
on ["arn:aws:iam::${local.account_id}:role/aws-service-role/elasticloadbalancing.amazonaws.com/AWSServiceRoleForElasticLoadBalancing"]
if StringEquals iam:AWSServiceName ["elasticloadbalancing.amazonaws.com"]`,
}

// waits are what resources wait for beside what they refer to.
var waits = map[string]string{
	"aws_route.private_default":                  `aws_ec2_transit_gateway_vpc_attachment.hub`,
	"aws_nat_gateway.this":                       `aws_internet_gateway.this`,
	"aws_route.private_hub":                      `aws_ec2_transit_gateway_vpc_attachment.hub`,
	"aws_flow_log.vpc":                           `aws_iam_role_policy.flow_logs`,
	"aws_eks_cluster.this":                       `aws_cloudwatch_log_group.this, aws_iam_role_policy.cluster_encryption, aws_iam_role_policy.cluster_load_balancers, aws_iam_role_policy_attachment.cluster`,
	"aws_eks_access_policy_association.admin":    `aws_eks_access_entry.this`,
	"aws_eks_access_policy_association.deployer": `aws_eks_access_entry.this`,
	"aws_eks_access_policy_association.viewer":   `aws_eks_access_entry.this`,
	"aws_eks_node_group.this":                    `aws_eks_addon.before_nodes, aws_iam_role_policy_attachment.node, aws_route.egress_internet, aws_route.private_default, aws_route_table_association.egress, aws_route_table_association.pods, aws_route_table_association.private`,
	"aws_eks_addon.before_nodes":                 `aws_eks_pod_identity_association.cni, aws_iam_role_policy_attachment.cni`,
	"aws_eks_addon.after_nodes":                  `aws_cloudwatch_log_group.this, aws_eks_node_group.this, aws_eks_pod_identity_association.ebs_csi, aws_eks_pod_identity_association.log_shipper, aws_iam_role_policy.ebs_csi, aws_iam_role_policy.log_shipper, aws_iam_role_policy_attachment.ebs_csi`,
}
