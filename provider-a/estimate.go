package providera

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

// at returns the charge at the region's price; price and cost are unknown where
// the table has none. An item says so where another price stands in for its own.
func (c charge) at(region string) request.EstimateItem {
	item := request.EstimateItem{
		Address: c.address, Item: c.item, Quantity: strconv.FormatInt(c.quantity, 10), Unit: prices.Units[c.price],
	}
	if p, known := prices.find(region, c.price); known {
		item.UnitPrice = p.USD.decimal()
		item.MonthlyCost = p.USD.times(c.quantity)
		if p.StandIn != "" {
			item.Item += " (price of " + p.StandIn + ")"
		}
	}
	return item
}

// charges returns what the plan is charged for. What depends on use alone, such
// as data transfer, is left out; the price table names it.
func charges(p plan) []charge {
	hours := prices.HoursPerMonth
	nodes := int64(p.size.FirstNodes)
	list := []charge{
		{"aws_eks_cluster.this", clusterPrice, hours, fmt.Sprintf("EKS control plane, %d hours", hours)},
		{"aws_eks_node_group.this", p.size.InstanceType, nodes * hours,
			fmt.Sprintf("%s node, %d x %d hours", p.size.InstanceType, nodes, hours)},
		{"aws_eks_node_group.this", volumePrice, nodes * int64(p.size.DiskGiB),
			fmt.Sprintf("%s volume, %d x %d GB", sizeTable.Node.VolumeType, nodes, p.size.DiskGiB)},
	}
	for name := range p.keys {
		list = append(list, charge{keyed("aws_kms_key.this", name), keyPrice, 1, "customer-managed key"})
	}
	list = append(list, gatewayCharges(len(p.layout.egress), hours)...)
	return append(list, logCharges(int64(p.size.LogGB))...)
}

func gatewayCharges(gateways int, hours int64) []charge {
	var list []charge
	for i := range gateways {
		list = append(list,
			charge{indexed("aws_nat_gateway.this", i), natGatewayPrice, hours, fmt.Sprintf("NAT gateway, %d hours", hours)},
			charge{indexed("aws_eip.nat", i), publicAddressPrice, hours, fmt.Sprintf("IPv4 address, %d hours", hours)})
	}
	return list
}

// logShares says how the expected logs spread over the log groups, in tenths.
var logShares = map[string]int64{
	applicationLogs: sizeTable.LogTenths.Application, clusterLogs: sizeTable.LogTenths.Cluster, flowLogs: sizeTable.LogTenths.Flow,
}

func logCharges(gigabytes int64) []charge {
	var list []charge
	for _, group := range logGroupKeys {
		share := gigabytes * logShares[group] / 10
		list = append(list, charge{keyed("aws_cloudwatch_log_group.this", group), logIngestionPrice, share,
			fmt.Sprintf("log ingestion, %d GB", share)})
	}
	return list
}

// priced returns the resources with their monthly costs: the sum of the items
// of each, and nothing for one that has none.
func priced(resources []request.Resource, estimate request.Estimate) []request.Resource {
	for i := range resources {
		resources[i].MonthlyCost = request.Cents(0)
		for _, item := range estimate.Items {
			if item.Address == resources[i].Address {
				resources[i].MonthlyCost = resources[i].MonthlyCost.Plus(item.MonthlyCost)
			}
		}
	}
	return resources
}
