package template

import (
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/request"
)

// The addresses that prices and parents name.
const (
	networkAddress = "terraform_data.network"
	clusterAddress = "terraform_data.cluster"
)

// inventory collects the resources that terraform/main.tf declares for a plan.
type inventory struct {
	plan      plan
	resources []request.Resource
}

// resourcesOf returns the resources of a plan with their costs, sorted by
// address. A setting that is named like an argument of main.tf has its value.
func resourcesOf(p plan, estimate request.Estimate) []request.Resource {
	list := &inventory{plan: p}
	list.add(networkAddress, "network", "", request.Properties{"cidr": p.order.Request.NetworkCIDR.String()})
	list.add("terraform_data.key", "key", "", request.Properties{"rotation_days": "90"}, request.EncryptionAtRest)
	list.add("terraform_data.logs", "logs", "",
		request.Properties{"retention_days": strconv.Itoa(p.logDays)}, request.CentralLogging)
	list.add(clusterAddress, "cluster", networkAddress,
		request.Properties{"encrypted": "true", "nodes": strconv.Itoa(p.nodes), "private": "true"},
		request.EncryptionAtRest, request.PrivateCluster)
	list.add("terraform_data.identity", "identity", clusterAddress,
		request.Properties{"namespace": p.order.Request.Application}, request.LeastPrivilege)
	slices.SortFunc(list.resources, func(a, b request.Resource) int { return strings.Compare(a.Address, b.Address) })
	return priced(list.resources, estimate)
}

// add appends a resource that lives in parent, or in none. Controls come sorted.
func (l *inventory) add(address, suffix, parent string, settings request.Properties, controls ...request.Control) {
	kind, _, _ := strings.Cut(address, ".")
	l.resources = append(l.resources, request.Resource{
		Address: address, Type: kind, Name: l.plan.name + "-" + suffix, Region: l.plan.order.Request.Region, Parent: parent,
		Controls: append([]request.Control{}, controls...), Properties: settings, MonthlyCost: request.Cents(0),
	})
}
