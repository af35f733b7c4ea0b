package template

import (
	"fmt"
	"strconv"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// plan is what is built for a request. The methods below write it down: as the
// resources that terraform/main.tf declares, as what they are charged for, as the
// inputs of main.tf, and for a reviewer.
type plan struct {
	in adapter.Input
	// name starts the name of every resource.
	name  string
	nodes int
	// logDays is how long logs are kept.
	logDays int
}

// names fit the provider's shortest limit.
var names = adapter.NameLimit{Length: 40, Digits: 10}

// nodes are the nodes of each cluster size.
var nodes = map[string]int{request.Small: 2, request.Medium: 3, request.Large: 6}

// planFor returns the plan of an input. It fails if nothing can be built. If only the network is missing, it also returns a
// plan with valid charges.
func planFor(in adapter.Input) (adapter.Plan, error) {
	r := in.Request
	size, ok := nodes[r.ClusterSize]
	_, offered := regions.Find(r.Region)
	switch {
	case !ok:
		return nil, fmt.Errorf("the cluster size %q is not offered", r.ClusterSize)
	case !offered:
		return nil, fmt.Errorf("the region %q is not offered", r.Region)
	}
	p := plan{in: in, name: names.Name(in), nodes: size, logDays: 90}
	if !r.NetworkCIDR.IsValid() {
		return p, fmt.Errorf("%s has no network", r.Application)
	}
	if r.DataClassification == request.Restricted {
		p.logDays = 730
	}
	return p, nil
}

// The addresses that prices and parents name.
const (
	networkAddress = "terraform_data.network"
	clusterAddress = "terraform_data.cluster"
)

func (p plan) Resources() []request.Resource {
	list := adapter.NewInventory(p.in, adapter.Settings{"account_id": p.in.Boundary(p.in.OwnBoundary())})
	list.Add(networkAddress, p.name+"-network", "", adapter.Settings{"cidr": p.in.Request.NetworkCIDR.String()})
	list.Add("terraform_data.key", p.name+"-key", "", adapter.Settings{"rotation_days": "90"}, request.EncryptionAtRest)
	list.Add("terraform_data.logs", p.name+"-logs", "", adapter.Settings{
		"archive_account": p.in.Boundary("log_archive"), "key": "terraform_data.key", "retention_days": strconv.Itoa(p.logDays),
	})
	list.Add(clusterAddress, p.name+"-cluster", networkAddress,
		adapter.Settings{"encrypted": "true", "key": "terraform_data.key", "nodes": strconv.Itoa(p.nodes), "private": "true"})
	list.Add("terraform_data.identity", p.name+"-identity", clusterAddress,
		adapter.Settings{"service_account": p.in.Request.Application})
	p.uphold(list)
	return list.Resources()
}

// uphold names the argument that upholds each control, for the evidence. The host checks each: see adapter.Upholding.
func (p plan) uphold(list *adapter.Inventory) {
	list.Uphold(clusterAddress, request.EncryptionAtRest, "key")
	list.Uphold("terraform_data.logs", request.EncryptionAtRest, "key")
	list.Uphold(clusterAddress, request.PrivateCluster, "private")
	list.Uphold("terraform_data.identity", request.LeastPrivilege, "service_account")
	if p.in.Mode == profile.Sandbox { // it has no archive: its own logs are all there is
		list.Uphold("terraform_data.logs", request.CentralLogging, "retention_days")
	} else {
		list.Uphold("terraform_data.logs", request.CentralLogging, "archive_account")
	}
}

func (p plan) Charges() []adapter.Charge {
	return []adapter.Charge{{
		Address: clusterAddress, Price: "node", Quantity: int64(p.nodes) * prices.HoursPerMonth,
		Item: fmt.Sprintf("%d nodes", p.nodes),
	}}
}

func (p plan) Inputs() map[string]any {
	return adapter.WithTags(p.in, map[string]any{
		"account_id":               p.in.Boundary(p.in.OwnBoundary()),
		"log_archive_account_id":   p.in.Boundary("log_archive"),
		"log_retention_days":       p.logDays,
		"name":                     p.name,
		"nodes":                    p.nodes,
		request.JustificationField: p.in.Request.BusinessJustification,
		request.NetworkField:       p.in.Request.NetworkCIDR,
		request.RegionField:        p.in.Request.Region,
	})
}

func (p plan) Needs() []adapter.Need {
	return []adapter.Need{
		{Kind: adapter.NeedQuota, Name: "nodes", Text: fmt.Sprintf("%d in %s", p.nodes, p.in.Request.Region)},
		{Kind: adapter.NeedRight, Name: "deployer", Text: "make, change and remove terraform_data in the account"},
	}
}

func (p plan) Rationale() map[string]string {
	return map[string]string{
		request.SizeField:           fmt.Sprintf("%s: %d nodes", p.in.Request.ClusterSize, p.nodes),
		request.ClassificationField: fmt.Sprintf("%s: logs for %d days", p.in.Request.DataClassification, p.logDays),
	}
}
