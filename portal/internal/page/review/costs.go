package review

import (
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/amount"
	"platform.internal/portal/internal/topology"
)

// Cost is one line of the estimate.
type Cost struct{ Item, Address, Price, Sum string }

func costs(e request.Estimate) []Cost {
	list := make([]Cost, len(e.Items))
	for i, item := range e.Items {
		list[i] = Cost{item.Item, item.Address, string(item.UnitPrice) + " " + item.PerUnit(), amount.Dollars(item.MonthlyCost)}
		if item.UnitPrice == "" {
			list[i].Price = "unknown"
		}
		if !item.Counted() {
			list[i].Sum = "by use"
		}
	}
	return list
}

// Resource is one row of the table of resources.
type Resource struct {
	Type, Name, Region, Parent, Cost string
	Controls                         []string
}

// Resources is the table of resources.
type Resources struct {
	Rows []Resource
	// Region is where all of them are; empty where they are in several.
	Region string
}

func table(resources []request.Resource) Resources {
	list := make([]Resource, len(resources))
	region := ""
	for i, r := range resources {
		if i == 0 {
			region = r.Region
		} else if r.Region != region {
			region = ""
		}
		list[i] = Resource{Type: r.Type, Name: r.Name, Region: r.Region, Parent: r.Parent, Cost: amount.Dollars(r.MonthlyCost)}
		for _, c := range r.Controls {
			list[i].Controls = append(list[i].Controls, topology.Badge(c))
		}
	}
	return Resources{list, region}
}
