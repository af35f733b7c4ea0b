package adaptertest

import (
	"iter"
	"net/netip"

	"platform.internal/platform-core/request"
)

// AnyNetwork yields a request in a region for every prefix length of awkward
// addresses, in every size. Most of them cannot be built.
func AnyNetwork(region string) iter.Seq[request.Request] {
	return func(yield func(request.Request) bool) {
		for _, address := range []string{"0.0.0.0", "10.0.0.0", "100.64.0.0", "127.0.0.0", "168.63.129.16", "169.254.0.0",
			"172.16.0.0", "172.17.0.0", "172.31.255.255", "192.0.2.0", "192.168.255.255", "198.19.0.0", "255.255.255.255"} {
			for bits := range 33 {
				for _, size := range request.Sizes() {
					if !yield(Request(region, WithSize(size), withNetworkAround(address, bits))) {
						return
					}
				}
			}
		}
	}
}

// NetworkEnds yields a request in a region for the largest network that the
// common rules allow and the smallest that holds a size, with the prefix length
// that longest returns for it, in each size, environment and private range.
func NetworkEnds(region string, longest func(size string) int) iter.Seq[request.Request] {
	const largest = 16
	return func(yield func(request.Request) bool) {
		for _, size := range request.Sizes() {
			for _, bits := range []int{largest, longest(size)} {
				for _, address := range []string{"10.0.0.0", "10.244.0.0", "10.255.255.255", "100.64.0.0", "172.16.0.0", "172.20.0.0", "192.168.255.255"} {
					for _, stage := range request.Environments() {
						if !yield(Request(region, WithSize(size), WithEnvironment(stage), withNetworkAround(address, bits))) {
							return
						}
					}
				}
			}
		}
	}
}

// cut returns the change to the network of a length around an address.
func withNetworkAround(address string, bits int) Change {
	network := netip.PrefixFrom(netip.MustParseAddr(address), bits).Masked()
	return func(r *request.Request) { r.NetworkCIDR = network }
}
