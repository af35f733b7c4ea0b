package template

import (
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/environment"
)

// The addresses that prices and parents name.
const (
	networkAddress = "terraform_data.network"
	clusterAddress = "terraform_data.cluster"
)

// inventory collects the resources that terraform/main.tf declares for a plan.
type inventory struct {
	plan      plan
	resources []environment.Resource
}

// resourcesOf returns the resources of a plan with their costs, sorted by
// address. A setting that is named like an argument of main.tf has its value.
func resourcesOf(p plan, estimate environment.Estimate) []environment.Resource {
	list := &inventory{plan: p}
	list.add(networkAddress, "network", "", environment.Properties{"cidr": p.order.Request.NetworkCIDR.String()})
	list.add("terraform_data.key", "key", "", environment.Properties{"rotation_days": "90"}, environment.EncryptionAtRest)
	list.add("terraform_data.logs", "logs", "",
		environment.Properties{"retention_days": strconv.Itoa(p.logDays)}, environment.CentralLogging)
	list.add(clusterAddress, "cluster", networkAddress,
		environment.Properties{"encrypted": "true", "nodes": strconv.Itoa(p.nodes), "private": "true"},
		environment.EncryptionAtRest, environment.PrivateCluster)
	list.add("terraform_data.identity", "identity", clusterAddress,
		environment.Properties{"namespace": p.order.Request.Application}, environment.LeastPrivilege)
	slices.SortFunc(list.resources, func(a, b environment.Resource) int { return strings.Compare(a.Address, b.Address) })
	return priced(list.resources, estimate)
}

// add appends a resource that lives in parent, or in none. Controls come sorted.
func (l *inventory) add(address, suffix, parent string, settings environment.Properties, controls ...environment.Control) {
	kind, _, _ := strings.Cut(address, ".")
	l.resources = append(l.resources, environment.Resource{
		Address: address, Type: kind, Name: l.plan.name + "-" + suffix, Region: l.plan.order.Request.Region, Parent: parent,
		Controls: append([]environment.Control{}, controls...), Properties: settings, MonthlyCost: environment.Cents(0),
	})
}
