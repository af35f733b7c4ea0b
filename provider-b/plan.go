package providerb

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// plan is what is built for an input.
type plan struct {
	in adapter.Input
	// name is part of every name; vault and storage are whole names.
	name, vault, storage string
	region               regionEntry
	size                 size
	layout               layout
	// subscription is the environment's own.
	subscription string
	// tenant has the trusted identities, and centralSubscription the central log workspace. Both are empty in a
	// sandbox.
	tenant, centralSubscription string
}

// names limits the name of an environment. The DNS prefix of a cluster has at most 54 characters, with "aks-"
// before the name. main.tf accepts 40.
var names = adapter.NameLimit{Length: 40, Digits: 10}

// Vaults and storage accounts share their names with the whole world and have 24
// characters, three of them a prefix. Forty-eight bits of the environment's ID make
// them unique.
const (
	maxWorldName = 21
	worldDigits  = 12
)

// planFor returns the plan for an input. If the network is too small, it returns an error with a plan, because
// the price is known.
func planFor(in adapter.Input) (adapter.Plan, error) {
	if err := unknownParts(in.Request); err != nil {
		return nil, err
	}
	p := plan{in: in, name: names.Name(in)}
	p.region, _ = regions.Find(in.Request.Region)
	p.size, _ = sizeFor(in.Request.ClusterSize, in.Request.Environment)
	if in.Request.NetworkCIDR.Bits() > p.size.longestPrefix() {
		return p, fmt.Errorf("the network %s is too small for a %s cluster", in.Request.NetworkCIDR, in.Request.ClusterSize)
	}
	var fits bool
	if p.layout, fits = layoutFor(in.Request.NetworkCIDR, readPools(in)); !fits {
		return p, fmt.Errorf("the network %s cannot be cut into subnets", in.Request.NetworkCIDR)
	}
	p.subscription, p.tenant, p.centralSubscription = in.Boundary(in.OwnBoundary()), in.Boundary("tenant"),
		in.Boundary("management")
	worldName := worldName(in, p.subscription)
	p.vault, p.storage = "kv-"+worldName, "st"+worldName
	return p, nil
}

// worldName returns a name for resources with globally unique names. Two organisations may have environments with
// the same ID, so the digits also depend on the subscription.
func worldName(in adapter.Input, subscription string) string {
	in.EnvironmentID = fmt.Sprintf("env-%x", sha256.Sum256([]byte(in.EnvironmentID+"\n"+subscription)))
	return adapter.CompactName(in, maxWorldName, worldDigits)
}

// unknownParts returns an error for a request with unknown values.
func unknownParts(req request.Request) error {
	_, region := regions.Find(req.Region)
	_, size := sizing.Sizes[req.ClusterSize]
	_, stage := terms.VaultRecoveryDays.Value[req.Environment]
	_, class := terms.LogDays.Value[req.DataClassification]
	if !region || !size || !stage || !class {
		return errors.New("the region, the cluster size, the environment or the data classification is not known here")
	}
	return nil
}

// systemType and userType return the machine types of the two pools in the plan's region.
func (p plan) systemType() string {
	return machinePrices.First(p.in.Request.Region, p.size.SystemTypes)
}

func (p plan) userType() string { return machinePrices.First(p.in.Request.Region, p.size.UserTypes) }

func (p plan) production() bool { return p.in.Request.Environment == request.Production }

func (p plan) logDays() int {
	return min(terms.LogDays.Value[p.in.Request.DataClassification], terms.MaxLogDays.Value[p.in.Request.Environment])
}

// The tier of a control plane that is paid for.
const paidTier = "Standard"

func (p plan) clusterTier() string { return terms.ClusterTier.Value[p.in.Request.Environment] }

func (p plan) flowLogDays() int { return min(p.logDays(), terms.MaxFlowLogDays.Value) }

func (p plan) blobRecoveryDays() int {
	return terms.BlobRecoveryDays.Value[p.in.Request.DataClassification]
}

func (p plan) keyRotationDays() int {
	return terms.KeyRotationDays.Value[p.in.Request.DataClassification]
}

// clusterAuditLog returns the kind of the API server's audit log.
func (p plan) clusterAuditLog() string {
	return terms.ClusterAuditLog.Value[p.in.Request.DataClassification]
}

func (p plan) vaultDays() int { return terms.VaultRecoveryDays.Value[p.in.Request.Environment] }

// storageReplication returns the replication of flow logs: across zones if the region has zones.
func (p plan) storageReplication() string {
	if p.region.hasZones() {
		return "ZRS"
	}
	return "LRS"
}

// The kinds of a way out: one in every zone of a region, and one in one zone.
const (
	zonalWayOut = "StandardV2"
	plainWayOut = "Standard"
)

// natSKU returns the SKU of the NAT gateway. Production has a gateway in every zone if the region offers it.
func (p plan) natSKU() string {
	if p.production() && p.region.hasZonalWayOut() {
		return zonalWayOut
	}
	return plainWayOut
}

// ownGateway reports whether the way out is a gateway of the environment's own.
func (p plan) ownGateway() bool { return p.in.Setting("egress") != hubEgress }

// spread returns the zones of machines.
func (p plan) spread() string {
	if !p.region.hasZones() {
		return "none"
	}
	return fmt.Sprintf("%d zones", len(p.region.Zones))
}

// wayOutSpread returns the zones of the NAT gateway.
func (p plan) wayOutSpread() string {
	if p.region.hasZones() && p.natSKU() == plainWayOut {
		return "1 zone"
	}
	return p.spread()
}

// Inputs returns the values of main.tf's variables.
func (p plan) Inputs() map[string]any {
	inputs := p.settingInputs()
	maps.Copy(inputs, map[string]any{
		"api_server_subnet_cidr":       p.layout.apiServer,
		"blob_recovery_days":           p.blobRecoveryDays(),
		"budget_alert_percent":         terms.Alerts.Value,
		request.JustificationField:     p.in.Request.BusinessJustification,
		"central_logs_subscription_id": p.centralSubscription,
		"cluster_audit_log":            p.clusterAuditLog(),
		"cluster_tier":                 p.clusterTier(),
		"default_deny":                 terms.DefaultDeny.Value[p.in.Request.DataClassification],
		"deletion_protection":          p.production(),
		"dns_service_ip":               p.layout.dns,
		"estimate_alert_usd":           p.estimateAlert(),
		"flow_log_retention_days":      p.flowLogDays(),
		"key_rotation_days":            p.keyRotationDays(),
		"key_vault_name":               p.vault,
		"kubernetes_version":           terms.Kubernetes.Version,
		"location":                     p.in.Request.Region,
		"log_retention_days":           p.logDays(),
		"maintenance_window":           terms.Maintenance.Value,
		"monthly_budget_usd":           p.in.Request.MonthlyBudget,
		"name":                         p.name,
		"nat_gateway_sku":              p.natSKU(),
		"network_watcher":              p.networkWatcher(),
		"node_max_pods":                sizing.PodsPerNode.Value,
		"node_surge_percent":           sizing.Surge.Value,
		"node_subnet_cidr":             p.layout.nodes,
		"pod_cidr":                     p.layout.pods,
		"private_endpoint_subnet_cidr": p.layout.endpoints,
		"pod_security":                 terms.PodSecurity.Value[p.in.Request.DataClassification],
		"service_cidr":                 p.layout.services,
		"storage_account_name":         p.storage,
		"storage_replication":          p.storageReplication(),
		"subscription_id":              p.subscription,
		"system_node_count":            p.size.SystemNodes,
		"system_node_disk_gib":         sizing.SystemDiskGiB.Value,
		"system_node_vm_size":          p.systemType(),
		"tenant_id":                    p.tenant,
		"user_node_count":              p.size.FirstNodes,
		"user_node_disk_gib":           p.size.DiskGiB,
		"user_node_max_count":          p.size.MaxNodes,
		"user_node_min_count":          p.size.MinNodes,
		"user_node_vm_size":            p.userType(),
		"vault_retention_days":         p.vaultDays(),
		"vnet_cidr":                    p.in.Request.NetworkCIDR,
		"zones":                        p.region.Zones,
	})
	return adapter.WithTags(p.in, inputs)
}

// settingInputs returns the inputs of main.tf with the names of settings. It leaves out the pools, because main.tf gets
// the ranges of the layout, and the parts of the network watcher.
func (p plan) settingInputs() map[string]any {
	inputs := map[string]any{}
	for _, s := range table.Settings {
		switch {
		case s.Name == podPool || s.Name == servicePool || strings.HasPrefix(s.Name, "network_watcher_"):
		case s.Name == adapter.TagsSetting || s.Name == adapter.TagKeysSetting:
			inputs[s.Name] = map[string]string{}
		case s.List:
			inputs[s.Name] = append([]string{}, p.in.SettingList(s.Name)...) // written as a list also where it is empty
		default:
			inputs[s.Name] = p.in.Setting(s.Name)
		}
	}
	maps.Copy(inputs, p.in.TagInputs())
	return inputs
}

// networkWatcher returns the network watcher of the plan's region.
func (p plan) networkWatcher() map[string]string {
	return map[string]string{
		"name":           p.in.Setting("network_watcher_prefix") + p.in.Request.Region,
		"resource_group": p.in.Setting("network_watcher_resource_group"),
	}
}
