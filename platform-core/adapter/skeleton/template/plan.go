package template

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// plan is what an order amounts to: everything that the inventory, the estimate
// and the inputs of Terraform say.
type plan struct {
	order adapter.Input
	// name starts the name of every resource.
	name  string
	nodes int
	// logDays is how long logs are kept.
	logDays int
}

// nodes are the nodes of each cluster size.
var nodes = map[string]int{request.Small: 2, request.Medium: 3, request.Large: 6}

// planFor returns the plan of an order, or why the order cannot be sized.
func planFor(order adapter.Input) (plan, error) {
	r := order.Request
	size, known := nodes[r.ClusterSize]
	offered := slices.ContainsFunc(regions(), func(o profile.Region) bool { return o.Name == r.Region })
	switch {
	case !known:
		return plan{}, fmt.Errorf("the cluster size %q is not offered", r.ClusterSize)
	case !offered:
		return plan{}, fmt.Errorf("the region %q is not offered", r.Region)
	case !r.NetworkCIDR.IsValid():
		return plan{}, fmt.Errorf("%s has no network", r.Application)
	}
	p := plan{order: order, name: nameOf(order), nodes: size, logDays: 90}
	if r.DataClassification == request.Restricted {
		p.logDays = 730
	}
	return p, nil
}

// nameOf returns a name that no other request has: the request's ID is in it.
func nameOf(order adapter.Input) string {
	id := strings.TrimPrefix(order.Identity.RequestID, "req-")
	return order.Request.Application + "-" + id[:min(len(id), 8)]
}
