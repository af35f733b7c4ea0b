package gke

import (
	"fmt"
	"strconv"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// plan is the plan of an environment for one input.
type plan struct {
	in adapter.Input
	// name starts the name of every resource.
	name string
	// nodes is the number of nodes in each zone.
	nodes int
	// nodeRange is the range of the nodes: the first half of the network. masterRange is the range of the cluster's API:
	// the first block of the second half.
	nodeRange, masterRange string
	// logDays is the number of days for which the project keeps logs.
	logDays int
}

// names limits the names of resources. A name of a service account has at most 30 characters, and "-nodes" takes six.
var names = adapter.NameLimit{Length: 24, Digits: 8}

const (
	machineType = "e2-standard-4"
	diskGiB     = 100
	zones       = 3
	// masterPrefix is the length of the range of a cluster's API.
	masterPrefix = 28
)

var nodesPerZone = map[string]int{request.Small: 1, request.Medium: 2, request.Large: 4}

func nodesInZones(inEach int) string {
	return request.Count(inEach, "node") + " of " + machineType + " in each of three zones"
}

// planFor returns the plan for an input. It fails if the size, the region or the network is not offered. If only the
// network is wrong, it also returns a plan with valid charges.
func planFor(in adapter.Input) (adapter.Plan, error) {
	r := in.Request
	nodes, ok := nodesPerZone[r.ClusterSize]
	_, offered := regions.Find(r.Region)
	bits := r.NetworkCIDR.Bits()
	switch {
	case !ok:
		return nil, fmt.Errorf("the cluster size %q is not offered", r.ClusterSize)
	case !offered:
		return nil, fmt.Errorf("the region %q is not offered", r.Region)
	}
	p := plan{in: in, name: names.Name(in), nodes: nodes, logDays: 90}
	if !r.NetworkCIDR.IsValid() || bits < network.Prefixes.Shortest || bits > network.Prefixes.Longest {
		return p, fmt.Errorf("%s cannot be cut into subnets", r.NetworkCIDR)
	}
	p.nodeRange = adapter.Subnet(r.NetworkCIDR, bits+1, 0).String()
	p.masterRange = adapter.Subnet(adapter.Subnet(r.NetworkCIDR, bits+1, 1), masterPrefix, 0).String()
	if r.DataClassification == request.Restricted {
		p.logDays = 400
	}
	return p, nil
}

// The addresses that charges, parents and controls name.
const (
	clusterAddress  = "google_container_cluster.environment"
	keyAddress      = "google_kms_crypto_key.environment"
	logsAddress     = "google_logging_project_bucket_config.environment"
	natAddress      = "google_compute_router_nat.egress"
	networkAddress  = "google_compute_network.environment"
	nodesAddress    = "google_container_node_pool.workers"
	sinkAddress     = "google_logging_project_sink.archive"
	subnetAddress   = "google_compute_subnetwork.nodes"
	workloadAddress = "google_service_account_iam_member.application"
)

// nodeRoles are the roles of the nodes' service account.
var nodeRoles = []string{"roles/artifactregistry.reader", "roles/container.defaultNodeServiceAccount"}

func (p plan) Resources() []request.Resource {
	own := p.in.Boundary(p.in.OwnBoundary())
	list := adapter.NewInventory(p.in, adapter.Settings{"project": own})
	list.Add(networkAddress, p.name, "", adapter.Settings{"auto_create_subnetworks": "false"})
	list.Add(subnetAddress, p.name+"-nodes", networkAddress, adapter.Settings{"ip_cidr_range": p.nodeRange})
	list.Add("google_compute_router.egress", p.name, networkAddress, adapter.Settings{"network": networkAddress})
	list.Add(natAddress, p.name, networkAddress, adapter.Settings{"router": "google_compute_router.egress"})
	list.Add("google_kms_key_ring.environment", p.name, "", adapter.Settings{"project": own})
	list.Add(keyAddress, p.name, "", adapter.Settings{"rotation_period": "7776000s"}, request.EncryptionAtRest)
	for _, agent := range []string{"compute", "container"} {
		list.Add(adapter.Keyed("google_kms_crypto_key_iam_member.agent", agent), agent, "",
			adapter.Settings{"crypto_key_id": keyAddress, "role": "roles/cloudkms.cryptoKeyEncrypterDecrypter"})
	}
	list.Add(logsAddress, p.name, "", adapter.Settings{"retention_days": strconv.Itoa(p.logDays)})
	list.Add(clusterAddress, p.name, networkAddress, adapter.Settings{
		"key_name": keyAddress, "enable_private_endpoint": "true",
		"master_ipv4_cidr_block": p.masterRange, "release_channel": "STABLE",
	})
	list.Add(nodesAddress, p.name+"-workers", subnetAddress, adapter.Settings{
		"boot_disk_kms_key": keyAddress, "machine_type": machineType, "node_count": strconv.Itoa(p.nodes),
	})
	list.Add("google_service_account.nodes", p.name+"-nodes", "", nil)
	for _, role := range nodeRoles {
		list.Add(adapter.Keyed("google_project_iam_member.nodes", role), role, "", adapter.Settings{"role": role})
	}
	list.Add("google_service_account.application", p.name+"-app", "", nil)
	app := p.in.Request.Application
	list.Add(workloadAddress, app, "", adapter.Settings{"member": fmt.Sprintf("serviceAccount:%s.svc.id.goog[%s/%s]", own, app, app)})
	if archive := p.archive(); archive != "" {
		list.Add(adapter.Indexed(sinkAddress, 0), p.name, "", adapter.Settings{"destination": destination(archive)})
		list.Uphold(adapter.Indexed(sinkAddress, 0), request.CentralLogging, "destination")
	} else {
		list.Uphold(logsAddress, request.CentralLogging, "retention_days")
	}
	list.Uphold(clusterAddress, request.EncryptionAtRest, "key_name")
	list.Uphold(nodesAddress, request.EncryptionAtRest, "boot_disk_kms_key")
	list.Uphold(clusterAddress, request.PrivateCluster, "enable_private_endpoint")
	list.Uphold(workloadAddress, request.LeastPrivilege, "member")
	return list.Resources()
}

// archive returns the project that receives copies of logs; empty in a sandbox.
func (p plan) archive() string {
	if p.in.Mode == profile.Sandbox {
		return ""
	}
	return p.in.Boundary("log_archive")
}

func destination(project string) string {
	return "logging.googleapis.com/projects/" + project + "/locations/global/buckets/environments"
}

func (p plan) Charges() []adapter.Charge {
	nodes := int64(p.nodes) * zones
	return []adapter.Charge{
		{Address: clusterAddress, Price: "cluster", Quantity: prices.HoursPerMonth, Item: "cluster, 730 hours"},
		{Address: nodesAddress, Price: machineType, Quantity: nodes * prices.HoursPerMonth, Item: fmt.Sprintf("%d %s", nodes, machineType)},
		{Address: nodesAddress, Price: "disk", Quantity: nodes * diskGiB, Item: fmt.Sprintf("%d disks of %d GiB", nodes, diskGiB)},
		{Address: keyAddress, Price: "key", Quantity: 1, Item: "1 version of the key"},
		adapter.ByUse(natAddress, "nat", "data through the NAT"),
	}
}

func (p plan) Inputs() map[string]any {
	return adapter.WithTags(p.in, map[string]any{
		"archive_project":          p.archive(),
		"log_retention_days":       p.logDays,
		"master_range":             p.masterRange,
		"name":                     p.name,
		"node_range":               p.nodeRange,
		"nodes_per_zone":           p.nodes,
		"project":                  p.in.Boundary(p.in.OwnBoundary()),
		request.JustificationField: p.in.Request.BusinessJustification,
		request.RegionField:        p.in.Request.Region,
	})
}

func (p plan) Needs() []adapter.Need {
	return []adapter.Need{
		{Kind: adapter.NeedQuota, Name: "CPUS", Text: fmt.Sprintf("%d in %s, and 4 for an update of the nodes", p.nodes*zones*4, p.in.Request.Region)},
		{
			Kind: adapter.NeedRight, Name: "deployer",
			Text: "roles/container.admin, roles/compute.networkAdmin, roles/cloudkms.admin, roles/logging.admin and roles/iam.serviceAccountAdmin in the project",
		},
	}
}

func (p plan) Rationale() map[string]string {
	return map[string]string{
		request.SizeField:           p.in.Request.ClusterSize + ": " + nodesInZones(p.nodes),
		request.ClassificationField: fmt.Sprintf("%s: logs for %d days", p.in.Request.DataClassification, p.logDays),
	}
}
