package providerb

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

const networkField = "network_cidr"

// suggestedPrefix is the largest network that a rule suggests in another place:
// one that is no larger than an environment may ask for.
const suggestedPrefix = 16

var networkVNetPrefix = newRule(profile.Mandatory, "network.vnet-prefix", networkField,
	"The network has a size that a virtual network can have",
	fmt.Sprintf("a prefix from /%d to /%d", network.VNetPrefix.Shortest, network.VNetPrefix.Longest),
	func(req request.Request) *finding {
		asked := req.NetworkCIDR
		if !asked.IsValid() {
			return nil // there is no network to say anything of
		}
		nearest := min(max(asked.Bits(), network.VNetPrefix.Shortest), network.VNetPrefix.Longest)
		if asked.Bits() == nearest {
			return nil
		}
		suggested := suggestNetwork(asked, nearest)
		return &finding{
			message: fmt.Sprintf("A virtual network cannot have the range %s, because its prefix must be from /%d to /%d.",
				asked, network.VNetPrefix.Shortest, network.VNetPrefix.Longest),
			remediation: fmt.Sprintf("Type a range of that size, such as %s.", suggested),
			suggestion:  request.Text(suggested.String()),
		}
	})

var networkAddresses = newRule(profile.Mandatory, "network.addresses", networkField,
	"The network has room for the nodes, the API server and the private endpoints",
	fmt.Sprintf("a prefix of at most /%d for small, /%d for medium, /%d for large",
		sizing.Sizes[request.Small].longestPrefix(), sizing.Sizes[request.Medium].longestPrefix(), sizing.Sizes[request.Large].longestPrefix()),
	func(req request.Request) *finding {
		size, known := sizeFor(req.ClusterSize, req.Environment)
		longest := size.longestPrefix()
		if !known || req.NetworkCIDR.Bits() <= longest {
			return nil
		}
		suggested := suggestNetwork(req.NetworkCIDR, longest)
		return &finding{
			message: fmt.Sprintf("The network %s is too small for the nodes, the API server and the private endpoints of a %s cluster.",
				req.NetworkCIDR, req.ClusterSize),
			remediation: fmt.Sprintf("Type a range of /%d or larger, such as %s.", longest, suggested),
			suggestion:  request.Text(suggested.String()),
		}
	})

var networkReservedRange = newRule(profile.Mandatory, "network.reserved-range", networkField,
	"The network lies outside the ranges that clash with the provider's own",
	"a range that overlaps none of "+clashingRanges(),
	func(req request.Request) *finding {
		clash, clashes := clashOf(req.NetworkCIDR)
		if !clashes {
			return nil
		}
		suggested := suggestNetwork(req.NetworkCIDR, max(req.NetworkCIDR.Bits(), suggestedPrefix))
		return &finding{
			message:     fmt.Sprintf("The network %s overlaps %s, which %s.", req.NetworkCIDR, clash.Range, clash.Why),
			remediation: fmt.Sprintf("Type a range that is free of it, such as %s.", suggested),
			suggestion:  request.Text(suggested.String()),
		}
	})

// clashingRanges returns the ranges that a network must not overlap, in words.
func clashingRanges() string {
	var ranges []netip.Prefix
	for _, c := range network.Clashes {
		ranges = append(ranges, c.Range)
	}
	return inWords(ranges)
}

// inWords returns ranges as a reader sees them.
func inWords(ranges []netip.Prefix) string {
	var words []string
	for _, r := range ranges {
		words = append(words, r.String())
	}
	return strings.Join(words, ", ")
}

var networkClusterRange = newRule(profile.Advisory, "network.cluster-range", networkField,
	"The network lies outside the ranges of clusters' services and pods",
	"a range that overlaps none of "+inWords(slices.Concat(network.ServiceRanges.Ranges, network.PodRanges.Ranges)),
	func(req request.Request) *finding {
		inner, inside, overlaps := clusterRangeOf(req.NetworkCIDR)
		if !overlaps {
			return nil
		}
		suggested := suggestNetwork(req.NetworkCIDR, max(req.NetworkCIDR.Bits(), suggestedPrefix))
		return &finding{
			message: fmt.Sprintf("Other clusters may use %s for their %s, and through a hub those could not reach the network %s.",
				inner, inside, req.NetworkCIDR),
			remediation: fmt.Sprintf("Type a range beside it, such as %s, where the environment is to be reached from others.", suggested),
			suggestion:  request.Text(suggested.String()),
		}
	})
