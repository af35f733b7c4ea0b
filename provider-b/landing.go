package providerb

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// The ways out of a network.
const (
	ownEgress = "own"
	hubEgress = "hub"
)

// access is who reaches and administers the clusters by the settings.
var access = adapter.Access{
	Provider: ID,
	Passed: "The Kubernetes API is reached from hub_cidrs or with run_command, and the groups of cluster_admin_group_object_ids " +
		"administer the cluster.",
	Remediation: "In the profile's settings, write run_command: on, or hub_virtual_network_id and hub_cidrs; and cluster_admin_group_object_ids.",
	Lacking: func(setting func(string) string) string {
		reached := setting("hub_cidrs") != "" || setting("run_command") == "on"
		switch administered := setting("cluster_admin_group_object_ids") != ""; {
		case !reached && !administered:
			return "Nobody outside the environment's network reaches its private Kubernetes API, and nobody administers the cluster."
		case !reached:
			return "Nobody outside the environment's network reaches its private Kubernetes API."
		case !administered:
			return "Nobody administers the cluster."
		}
		return ""
	},
}

// The settings with the ranges for pods and services.
const (
	podPool     = "pod_cidrs"
	servicePool = "service_cidrs"
)

// pools are the ranges for services and pods of clusters, the preferred ones first.
type pools struct{ services, pods []netip.Prefix }

// readPools returns the pools of an input.
func readPools(in adapter.Input) pools {
	return pools{prefixes(in.SettingList(servicePool)), prefixes(in.SettingList(podPool))}
}

// prefixes returns the ranges of a setting, without texts that are no ranges.
func prefixes(list []string) (ranges []netip.Prefix) {
	for _, text := range list {
		if r, err := netip.ParsePrefix(text); err == nil {
			ranges = append(ranges, r)
		}
	}
	return ranges
}

// hubNetwork is the setting of the hub's network.
const hubNetwork = "hub_virtual_network_id"

// checkSettings returns the settings that contradict each other. They are also conditions in main.tf, but a profile
// shows them earlier than a plan.
func checkSettings(p profile.Profile) []adapter.SettingFault {
	return slices.Concat(hubFaults(p), zoneFaults(p), addressFaults(p), rangeFaults(p),
		adapter.TagFaults(p, maxTags, tagKeys, "azure", "microsoft", "windows"))
}

// tagKeys are the keys of the environment's tags in main.tf. Only its resource group has ExpiresOn, Fingerprint, Network
// and RequestId.
var tagKeys = []string{
	"Application", "CostCentre", "DataClassification", "Environment", "ExpiresOn", "Fingerprint", "ManagedBy", "Network",
	"Owner", "RequestId",
}

// maxTags is the maximum number of an organisation's tags. A private DNS zone has at most 15, and the environment
// needs the others.
const maxTags = 9

// hubFaults returns missing settings of a hub, and settings that need a hub.
func hubFaults(p profile.Profile) (faults []adapter.SettingFault) {
	set := func(name string) bool { return p.Settings[name] != "" }
	if p.Settings["egress"] == hubEgress {
		for _, needed := range []string{"egress_next_hop_ip", hubNetwork} {
			if !set(needed) {
				faults = append(faults, adapter.SettingFault{Setting: needed, Message: "is missing; egress hub needs it"})
			}
		}
		return faults
	}
	behind := []string{"hub_cidrs", "runner_cidrs", "dns_servers"}
	if i := slices.IndexFunc(behind, set); i >= 0 && !set(hubNetwork) {
		faults = append(faults, adapter.SettingFault{Setting: hubNetwork, Message: "is missing; " + behind[i] +
			" are reached through it"})
	}
	if set("egress_next_hop_ip") {
		faults = append(faults, adapter.SettingFault{
			Setting: "egress", Message: "must be hub where egress_next_hop_ip is given; leave that out with egress own",
		})
	}
	return faults
}

// The setting of who writes the names of private endpoints, and its values.
const (
	privateDNS = "private_dns"
	ownDNS     = "own"
	centralDNS = "central"
	policyDNS  = "policy"
)

// apiServerZone is the setting of the zone of API servers, and publicName its value that is no zone.
const (
	apiServerZone = "api_server_dns_zone_id"
	publicName    = "none"
)

// endpointZones are the settings of the central zones of private endpoints.
var endpointZones = []string{"blob_dns_zone_id", "vault_dns_zone_id"}

// zoneFaults returns the DNS zones that do not fit private_dns, the DNS servers or the regions.
func zoneFaults(p profile.Profile) (faults []adapter.SettingFault) {
	fault := func(setting, format string, values ...any) {
		faults = append(faults, adapter.SettingFault{Setting: setting, Message: fmt.Sprintf(format, values...)})
	}
	writer := p.Settings[privateDNS]
	given := func(zone string) bool { return p.Settings[zone] != "" }
	const unseen = "because dns_servers see no zone of an environment"
	if i := slices.IndexFunc(endpointZones, given); i >= 0 && writer != centralDNS {
		fault(privateDNS, "must be central where %s is given; leave that out with private_dns %s", endpointZones[i], writer)
	} else if given("dns_servers") && writer == ownDNS {
		fault(privateDNS, "must be central or policy, %s", unseen)
	}
	for _, zone := range endpointZones {
		if writer == centralDNS && !given(zone) {
			fault(zone, "is missing; private_dns central needs it")
		}
	}
	if given("dns_servers") && !given(apiServerZone) {
		fault(apiServerZone, "is missing; write a central zone or none, %s", unseen)
	}
	zone := strings.ToLower(p.Settings[apiServerZone])
	elsewhere := func(region string) bool { return isZone(zone) && !strings.HasSuffix(zone, "."+region+".azmk8s.io") }
	if i := slices.IndexFunc(p.AllowedRegions, elsewhere); i >= 0 {
		fault(apiServerZone, "is not a zone of the allowed region %s; write private.%[1]s.azmk8s.io, "+
			"or allow only the region of the zone", p.AllowedRegions[i])
	}
	return faults
}

// isZone reports whether a value of the zone of API servers is a zone.
func isZone(value string) bool { return strings.HasPrefix(value, "/") }

// addressFaults returns the addresses of a hub that are not private.
func addressFaults(p profile.Profile) (faults []adapter.SettingFault) {
	for _, name := range []string{"egress_next_hop_ip", "dns_servers"} {
		for _, text := range strings.Split(p.Settings[name], ",") {
			if a, err := netip.ParseAddr(text); err == nil && !adapter.IsPrivate(netip.PrefixFrom(a, a.BitLen())) {
				faults = append(faults, adapter.SettingFault{Setting: name, Message: fmt.Sprintf(
					"has %s, which is not private; write an address of %s", a, adapter.ListOf(adapter.PrivateRanges()))})
			}
		}
	}
	return faults
}

// rangeFaults returns the ranges that a setting does not accept, and pools without two disjoint ranges.
func rangeFaults(p profile.Profile) (faults []adapter.SettingFault) {
	for _, name := range []string{"hub_cidrs", "runner_cidrs", podPool, servicePool} {
		for _, r := range prefixes(strings.Split(p.Settings[name], ",")) {
			if message := rangeFault(name, r); message != "" {
				faults = append(faults, adapter.SettingFault{Setting: name, Message: message})
			}
		}
	}
	ranges := func(name string) []netip.Prefix { return prefixes(strings.Split(p.Settings[name], ",")) }
	inside := pools{ranges(servicePool), ranges(podPool)}
	if _, _, apart := inside.free(); !apart && len(inside.services) > 0 && len(inside.pods) > 0 {
		faults = append(faults, adapter.SettingFault{
			Setting: podPool, Message: "has no range that lies outside one of service_cidrs; write a range beside them",
		})
	}
	return faults
}

// rangeFault says why a setting does not accept a range; empty if it does.
func rangeFault(name string, r netip.Prefix) string {
	if !adapter.IsPrivate(r) {
		return fmt.Sprintf("has %s, which is not private; write a range of %s", r, adapter.ListOf(adapter.PrivateRanges()))
	}
	longest := map[string]int{podPool: longestPodPrefix(), servicePool: network.ServicePrefix.Longest}[name]
	inCluster := longest != 0
	switch {
	case inCluster && slices.ContainsFunc(network.Clashes, func(c adapter.RangeNote) bool { return c.Range.Overlaps(r) }):
		return fmt.Sprintf("has %s, and AKS keeps a part of it for itself; write another range", r)
	case inCluster && r.Bits() > longest:
		return fmt.Sprintf("has %s, which is too small; write a range of /%d or larger", r, longest)
	case name == servicePool && r.Bits() < network.ServicePrefix.Shortest:
		return fmt.Sprintf("has %s, which is too large; write a range of /%d or smaller", r, network.ServicePrefix.Shortest)
	}
	return ""
}

// longestPodPrefix returns the longest prefix of a range with a /24 for each node of every size, also during an
// upgrade.
func longestPodPrefix() int {
	nodes := 0
	for name := range sizing.Sizes {
		s, _ := sizeFor(name, request.Production)
		nodes = max(nodes, s.peakNodes())
	}
	return adapter.PrefixFor(nodes << 8)
}
