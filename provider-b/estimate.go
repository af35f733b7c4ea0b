package providerb

import (
	"fmt"

	"platform.internal/platform-core/adapter"
)

// Charges returns what the plan is charged for. What depends only on use, such
// as data transfer, is left out; the price table and the rationale name it.
func (p plan) Charges() []adapter.Charge {
	s := p.size
	charges := []adapter.Charge{
		charge(clusterAddress, "cluster", prices.HoursPerMonth, "AKS Standard tier"),
		machines(clusterAddress, s.SystemType, s.SystemNodes, "system node"),
		machines(poolAddress, s.UserType, s.FirstNodes, "user node"),
		charge(workspaceAddress, "log_ingestion", int64(s.LogGB), fmt.Sprintf("log ingestion, %d GB", s.LogGB)),
		charge("azurerm_private_endpoint.flow_logs", "private_endpoint", prices.HoursPerMonth, "private endpoint"),
		charge("azurerm_private_endpoint.key_vault", "private_endpoint", prices.HoursPerMonth, "private endpoint"),
	}
	if p.ownGateway() {
		charges = append(charges,
			charge(gatewayAddress, "nat_gateway", prices.HoursPerMonth, "NAT gateway"),
			charge(addressAddress, "public_address", 1, "public address"))
	}
	for _, key := range keyNames {
		charges = append(charges, charge(keyAddress(key), "key", 1, "HSM-protected key"))
	}
	return charges
}

func charge(address, price string, quantity int64, item string) adapter.Charge {
	return adapter.Charge{Address: address, Price: price, Quantity: quantity, Item: item}
}

// machines returns the charge for nodes of a machine type, all month.
func machines(address, kind string, nodes int, noun string) adapter.Charge {
	return charge(address, kind, int64(nodes)*prices.HoursPerMonth, adapter.Count(nodes, kind+" "+noun))
}
