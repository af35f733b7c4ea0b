package providerb

import (
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// Charges returns the charges of the plan: what runs all month, the expected logs of a size, and, without a
// quantity, what depends on use.
func (p plan) Charges() []adapter.Charge {
	s := p.size
	charges := []adapter.Charge{
		nodes(clusterAddress, p.systemType(), s.SystemNodes, "system node"),
		nodes(poolAddress, p.userType(), s.FirstNodes, "user node"),
		{
			Address: workspaceAddress, Price: "log_ingestion", Basis: request.Assumed, Quantity: int64(s.LogGB),
			Item: fmt.Sprintf("log ingestion, %d GB", s.LogGB),
		},
	}
	if p.clusterTier() == paidTier {
		charges = append(charges, charge(clusterAddress, "cluster", prices.HoursPerMonth, "AKS Standard tier"))
	}
	for _, endpoint := range []string{p.endpointAddress("flow_logs"), p.endpointAddress("key_vault")} {
		charges = append(charges,
			charge(endpoint, "private_endpoint", prices.HoursPerMonth, "private endpoint"),
			adapter.ByUse(endpoint, "private_endpoint_data", "private endpoint data"))
	}
	if p.ownGateway() {
		charges = append(charges,
			charge(gatewayAddress, "nat_gateway", prices.HoursPerMonth, "NAT gateway"),
			charge(addressAddress, "public_address", 1, "public address"),
			adapter.ByUse(gatewayAddress, "nat_data", "NAT gateway data"))
	}
	for _, key := range keyNames {
		charges = append(charges,
			charge(keyAddress(key), "key", 1, "HSM-protected key"),
			adapter.ByUse(keyAddress(key), "key_requests", "key operations"))
	}
	for key := range p.ownZones() {
		charges = append(charges,
			charge(zoneAddress(key), "dns_zone", 1, "private DNS zone"),
			adapter.ByUse(zoneAddress(key), "dns_queries", "DNS queries"))
	}
	if p.in.Setting(hubNetwork) != "" {
		charges = append(charges, adapter.ByUse("azurerm_virtual_network_peering.hub[0]", "peering_data", "peering data"))
	}
	return append(charges, p.usedCharges()...)
}

// usedCharges returns the charges that depend on use. Defender for Containers is one of them, because not every
// subscription has its plan.
func (p plan) usedCharges() []adapter.Charge {
	return []adapter.Charge{
		adapter.ByUse(clusterAddress, "defender", fmt.Sprintf("Defender, where planned, %d vCPUs", p.vCPUs())),
		adapter.ByUse(clusterAddress, "volume", "claimed volumes"),
		adapter.ByUse(poolAddress, p.userType(), "added nodes"),
		adapter.ByUse(workspaceAddress, "log_storage", "log storage"),
		adapter.ByUse(networkAddress, "traffic", "traffic"),
		adapter.ByUse(flowLogAddress, "flow_logs", "flow logs"),
		adapter.ByUse(flowLogAddress, "traffic_analytics", "Traffic Analytics"),
		adapter.ByUse(storageAddress, "blob_storage", "stored flow logs"),
	}
}

func charge(address, price string, quantity int64, item string) adapter.Charge {
	return adapter.Charge{Address: address, Price: price, Quantity: quantity, Item: item}
}

// nodes returns the charge for nodes of a machine type, all month.
func nodes(address, kind string, count int, noun string) adapter.Charge {
	return charge(address, kind, int64(count)*prices.HoursPerMonth, request.Count(count, kind+" "+noun))
}
