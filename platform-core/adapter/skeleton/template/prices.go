package template

import (
	"strconv"

	"platform.internal/platform-core/request"
)

// The price of a node. A real adapter keeps its prices in a table with their
// source and date; a price that the table lacks makes the total unknown.
const (
	priceTable      = "2026-11"
	nodeCentsAMonth = 7300
	nodePrice       = "73.00"
)

// estimateOf returns what a plan costs in a month.
func estimateOf(p plan) request.Estimate {
	cost := request.Cents(int64(p.nodes) * nodeCentsAMonth)
	return request.Estimate{
		Currency: "USD", MonthlyTotal: cost, PriceTable: priceTable,
		Items: []request.EstimateItem{{
			Address: clusterAddress, Item: "nodes", Quantity: strconv.Itoa(p.nodes), Unit: "node-months",
			UnitPrice: nodePrice, MonthlyCost: cost,
		}},
	}
}

// priced gives each resource the sum of its items.
func priced(resources []request.Resource, estimate request.Estimate) []request.Resource {
	for i := range resources {
		for _, item := range estimate.Items {
			if item.Address == resources[i].Address {
				resources[i].MonthlyCost = resources[i].MonthlyCost.Plus(item.MonthlyCost)
			}
		}
	}
	return resources
}
