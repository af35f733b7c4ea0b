package providerb

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"platform.internal/platform-core/request"
)

// charge is one thing that a resource costs by the month.
type charge struct {
	// address is the resource, price the key in the price table.
	address, price string
	quantity       int64
	// item is what a reader sees.
	item string
}

// estimateOf returns the monthly cost of a plan at the prices of its region.
// Each item is exact and then rounded to cents; the total is the sum of the
// rounded items, so that it can be checked by hand.
func estimateOf(p plan) request.Estimate {
	estimate := request.Estimate{
		Currency: prices.Currency, PriceTable: prices.Table, MonthlyTotal: request.Cents(0),
	}
	for _, c := range charges(p) {
		item := c.at(p.request.Region)
		estimate.Items = append(estimate.Items, item)
		estimate.MonthlyTotal = estimate.MonthlyTotal.Plus(item.MonthlyCost)
	}
	slices.SortFunc(estimate.Items, func(a, b request.EstimateItem) int {
		return cmp.Or(cmp.Compare(a.Address, b.Address), cmp.Compare(a.Item, b.Item))
	})
	return estimate
}

// at returns the charge at the region's price, and says where the price is not
// its own; price and cost are unknown where the table has none.
func (c charge) at(region string) request.EstimateItem {
	item := request.EstimateItem{
		Address: c.address, Item: c.item, Quantity: strconv.FormatInt(c.quantity, 10), Unit: prices.Units[c.price],
	}
	if p, known := prices.find(region, c.price); known {
		item.UnitPrice = p.USD.decimal()
		item.MonthlyCost = p.USD.times(c.quantity)
		if p.StandIn != "" {
			item.Item += fmt.Sprintf(" (price %s)", p.StandIn)
		}
	}
	return item
}

// charges returns what the plan is charged for. What depends on use alone, such
// as data transfer, is left out; the price table and the rationale name it.
func charges(p plan) []charge {
	hours := prices.HoursPerMonth
	system, user := int64(p.size.SystemNodes), int64(p.size.FirstNodes)
	list := []charge{
		{clusterAddress, clusterPrice, hours, "AKS Standard tier"},
		{clusterAddress, p.size.SystemType, system * hours,
			count(p.size.SystemNodes, p.size.SystemType+" system node")},
		{"azurerm_kubernetes_cluster_node_pool.user", p.size.UserType, user * hours,
			count(p.size.FirstNodes, p.size.UserType+" user node")},
		{"azurerm_log_analytics_workspace.this", logIngestionPrice, int64(p.size.LogGB),
			fmt.Sprintf("log ingestion, %d GB", p.size.LogGB)},
		{"azurerm_nat_gateway.this", natGatewayPrice, hours, "NAT gateway"},
		{"azurerm_public_ip.nat", publicAddressPrice, 1, "public address"},
	}
	for _, key := range keyNames {
		list = append(list, charge{keyed("azurerm_key_vault_key.this", key), keyPrice, 1, "HSM-protected key"})
	}
	for _, endpoint := range []string{"flow_logs", "key_vault"} {
		list = append(list, charge{"azurerm_private_endpoint." + endpoint, privateEndpointPrice, hours,
			"private endpoint"})
	}
	return list
}

// billedByUse are the resources whose cost no size foretells: it is unknown,
// which is not nothing, and no part of the estimate.
var billedByUse = []string{"azurerm_storage_account.flow_logs"}

// priced returns the resources with their monthly costs: the sum of the items
// of each, and nothing for one that is free.
func priced(resources []request.Resource, estimate request.Estimate) []request.Resource {
	for i := range resources {
		if slices.Contains(billedByUse, resources[i].Address) {
			continue
		}
		resources[i].MonthlyCost = request.Cents(0)
		for _, item := range estimate.Items {
			if item.Address == resources[i].Address {
				resources[i].MonthlyCost = resources[i].MonthlyCost.Plus(item.MonthlyCost)
			}
		}
	}
	return resources
}
