package providera

import (
	"fmt"
	"net/netip"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

const networkField = "network_cidr"

var networkVPCPrefix = newRule(profile.Mandatory, "network.vpc-prefix", networkField,
	"The network has a size that a VPC can have",
	fmt.Sprintf("a prefix from /%d to /%d", network.VPCPrefix.Shortest, network.VPCPrefix.Longest),
	func(req request.Request) *finding {
		asked := req.NetworkCIDR
		if !asked.IsValid() {
			return nil // there is no network to say anything of
		}
		nearest := min(max(asked.Bits(), network.VPCPrefix.Shortest), network.VPCPrefix.Longest)
		if asked.Bits() == nearest {
			return nil
		}
		suggested := suggestNetwork(asked, nearest)
		return &finding{
			message: fmt.Sprintf("A VPC cannot have the range %s, because its prefix must be from /%d to /%d.",
				asked, network.VPCPrefix.Shortest, network.VPCPrefix.Longest),
			remediation: fmt.Sprintf("Type a range of that size, such as %s.", suggested),
			suggestion:  request.Text(suggested.String()),
		}
	})

var networkAddresses = newRule(profile.Mandatory, "network.addresses", networkField,
	"The network has an address for every pod of the cluster size",
	fmt.Sprintf("a prefix of at most /%d for small, /%d for medium, /%d for large",
		sizes[request.Small].longestPrefix(), sizes[request.Medium].longestPrefix(), sizes[request.Large].longestPrefix()),
	func(req request.Request) *finding {
		size, known := sizes[req.ClusterSize]
		longest := size.longestPrefix()
		if !known || req.NetworkCIDR.Bits() <= longest {
			return nil
		}
		suggested := suggestNetwork(req.NetworkCIDR, longest)
		return &finding{
			message: fmt.Sprintf("The network %s is too small for a %s cluster, where every pod takes an address of a subnet.",
				req.NetworkCIDR, req.ClusterSize),
			remediation: fmt.Sprintf("Type a range of /%d or larger, such as %s, or choose a smaller cluster.", longest, suggested),
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
		suggested := suggestNetwork(req.NetworkCIDR, max(req.NetworkCIDR.Bits(), network.VPCPrefix.Shortest))
		return &finding{
			message:     fmt.Sprintf("The network %s overlaps %s, which %s.", req.NetworkCIDR, clash.Range, clash.Why),
			remediation: fmt.Sprintf("Type a range that is free of it, such as %s.", suggested),
			suggestion:  request.Text(suggested.String()),
		}
	})

var networkDefaultVPC = newRule(profile.Advisory, "network.default-vpc", networkField,
	"The network lies outside the range of default VPCs",
	fmt.Sprintf("a range that does not overlap %s", network.DefaultVPC.Range),
	func(req request.Request) *finding {
		if !network.DefaultVPC.Range.Overlaps(req.NetworkCIDR) {
			return nil
		}
		suggested := suggestNetwork(req.NetworkCIDR, max(req.NetworkCIDR.Bits(), network.VPCPrefix.Shortest))
		return &finding{
			message: fmt.Sprintf("The network %s overlaps %s, which %s.",
				req.NetworkCIDR, network.DefaultVPC.Range, network.DefaultVPC.Why),
			remediation: fmt.Sprintf("Type a range that is free of it, such as %s.", suggested),
			suggestion:  request.Text(suggested.String()),
		}
	})

var networkClusterRange = newRule(profile.Advisory, "network.cluster-range", networkField,
	"The network lies outside the ranges of clusters' services",
	"a range that overlaps none of "+listed(network.ServiceRanges.Ranges),
	func(req request.Request) *finding {
		taken, overlaps := clusterRangeOf(req.NetworkCIDR)
		if !overlaps || req.NetworkCIDR.Bits() < network.VPCPrefix.Shortest {
			return nil // what is too large for a VPC is refused for that
		}
		suggested := suggestNetwork(req.NetworkCIDR, req.NetworkCIDR.Bits())
		return &finding{
			message: fmt.Sprintf("The network %s overlaps %s, which other clusters use for their services: through a hub their pods could not reach it.",
				req.NetworkCIDR, taken),
			remediation: fmt.Sprintf("Type a range that is free of it, such as %s, or keep it for an environment that no other cluster calls.", suggested),
			suggestion:  request.Text(suggested.String()),
		}
	})

// listed returns ranges in words.
func listed(ranges []netip.Prefix) string {
	var words []string
	for _, r := range ranges {
		words = append(words, r.String())
	}
	return strings.Join(words, ", ")
}

// clashingRanges returns the ranges that a network must not overlap, in words.
func clashingRanges() string {
	var ranges []netip.Prefix
	for _, c := range network.Clashes {
		ranges = append(ranges, c.Range)
	}
	return listed(ranges)
}
