package providerb

import (
	"fmt"
	"net/netip"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

var networkAddresses = vnets.AddressRule(ID+".network.addresses",
	"The network has room for the nodes, the API server and the private endpoints",
	"nodes, the API server and the private endpoints",
	func(req request.Request) (int, bool) {
		size, ok := sizeFor(req.ClusterSize, req.Environment)
		return size.longestPrefix(), ok
	}, request.SizeField, request.EnvironmentField, request.NetworkField)

var networkClusterRange = adapter.NativeRule{
	ID:    ID + ".network.cluster-range",
	Field: request.NetworkField,
	Level: profile.Advisory,
	Title: "The network lies outside the ranges of clusters' services and pods",
	Expected: "a range that overlaps none of the profile's pod_cidrs and service_cidrs, which are " +
		adapter.ListOf(insideClusters) + " by default",
	Reads: []string{request.NetworkField},
	CheckInput: func(in adapter.Input) *adapter.Finding {
		req, inside := in.Request, readPools(in)
		taken, overlaps := adapter.Overlapped(slices.Concat(inside.services, inside.pods), req.NetworkCIDR)
		if _, _, free := inside.free(req.NetworkCIDR); !overlaps || !free {
			return nil
		}
		use := "pods"
		if slices.Contains(inside.services, taken) {
			use = "services"
		}
		suggested := inside.outside(req.NetworkCIDR)
		return &adapter.Finding{
			Message: fmt.Sprintf("Other clusters may use %s for their %s, and through a hub those could not reach the network %s.",
				taken, use, req.NetworkCIDR),
			Remediation: fmt.Sprintf("Type a range beside it, such as %s, where the environment is to be reached from others.",
				suggested),
			Suggestion: request.Text(suggested.String()),
		}
	},
}

var networkPools = adapter.NativeRule{
	ID:       ID + ".network.pools",
	Field:    request.NetworkField,
	Level:    profile.Mandatory,
	Title:    "A range is left for the cluster's services, and one for its pods",
	Expected: "a range that leaves one of the profile's service_cidrs and one of its pod_cidrs free",
	Reads:    []string{request.NetworkField},
	CheckInput: func(in adapter.Input) *adapter.Finding {
		inside := readPools(in)
		if _, _, free := inside.free(in.Request.NetworkCIDR); free {
			return nil
		}
		suggested := inside.outside(in.Request.NetworkCIDR)
		return &adapter.Finding{
			Message: fmt.Sprintf("The network %s leaves no range for the cluster's services and pods, which take one each of %s and %s.",
				in.Request.NetworkCIDR, adapter.ListOf(inside.services), adapter.ListOf(inside.pods)),
			Remediation: fmt.Sprintf("Type a range beside them, such as %s.", suggested),
			Suggestion:  request.Text(suggested.String()),
		}
	},
}

// outside returns another network of the same length outside the ranges of clusters.
func (p pools) outside(vnet netip.Prefix) netip.Prefix {
	beside := vnets
	beside.Avoid = slices.Concat(insideClusters, p.services, p.pods)
	return beside.Other(vnet)
}

// inTheHub returns the ranges and addresses of the hub that the profile names.
func inTheHub(in adapter.Input) []netip.Prefix {
	hub := prefixes(slices.Concat(in.SettingList("hub_cidrs"), in.SettingList("runner_cidrs")))
	for _, text := range append([]string{in.Setting("egress_next_hop_ip")}, in.SettingList("dns_servers")...) {
		if address, err := netip.ParseAddr(text); err == nil {
			hub = append(hub, netip.PrefixFrom(address, address.BitLen()))
		}
	}
	return hub
}
