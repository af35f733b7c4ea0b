package adaptertest

import (
	"net/netip"
	"testing"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// Requests returns a request for each combination of a region of the
// description, size, environment and classification.
func Requests(d adapter.Description) (list []request.Request) {
	for _, region := range d.Regions {
		for _, size := range request.Sizes() {
			for _, stage := range request.Environments() {
				for _, classification := range request.Classifications() {
					list = append(list, Request(region.Name, WithSize(size), WithEnvironment(stage), WithClassification(classification)))
				}
			}
		}
	}
	return list
}

// Inputs returns an input for each combination of Requests in each mode.
func Inputs(d adapter.Description) (list []adapter.Input) {
	for _, r := range Requests(d) {
		for _, mode := range Modes() {
			list = append(list, Input(d, mode, r))
		}
	}
	return list
}

// Sample returns the whole list, and a seventeenth of it in a test that is run
// with -short: every region, size, environment, classification and mode is in it
// still, but not each combination of them.
func Sample[T any](list []T) (sample []T) {
	const step = 17 // a prime, so that the values of each field take turns
	if !testing.Short() {
		return list
	}
	for i := 0; i < len(list); i += step {
		sample = append(sample, list[i])
	}
	return sample
}

// BadRequests returns the requests of Requests, each with networks and names of
// applications that rules of providers object to.
func BadRequests(d adapter.Description) (list []request.Request) {
	networks := []string{"0.0.0.0/0", "10.0.0.0/8", "10.0.0.0/30", "169.254.8.0/24", "172.16.0.0/12", "172.31.0.0/16",
		"192.0.2.0/26", "198.19.0.0/32", "255.255.255.255/32"}
	for _, r := range Requests(d) {
		for _, cidr := range networks {
			r.NetworkCIDR = netip.MustParsePrefix(cidr)
			for _, r.Application = range []string{"default", "kube-a234567890123456789012-8z", "my-micro-soft-app", "windows"} {
				list = append(list, r)
			}
		}
	}
	return list
}

// AnyNetwork returns a request in a region for every prefix length of awkward
// addresses, in every size. Most of them cannot be built.
func AnyNetwork(region string) (list []request.Request) {
	for _, address := range []string{"0.0.0.0", "10.0.0.0", "100.64.0.0", "127.0.0.0", "168.63.129.16", "169.254.0.0",
		"172.16.0.0", "172.17.0.0", "172.31.255.255", "192.0.2.0", "192.168.255.255", "198.19.0.0", "255.255.255.255"} {
		for bits := range 33 {
			for _, size := range request.Sizes() {
				list = append(list, Request(region, WithSize(size), withNetworkAround(address, bits)))
			}
		}
	}
	return list
}

// NetworkEnds returns a request in a region for the largest network that the
// common rules allow and the smallest that holds a size, with the prefix length
// that longest returns for it, in each size, environment and private range.
func NetworkEnds(region string, longest func(size string) int) (list []request.Request) {
	const largest = 16
	for _, size := range request.Sizes() {
		for _, bits := range []int{largest, longest(size)} {
			for _, address := range []string{"10.0.0.0", "10.244.0.0", "10.255.255.255", "100.64.0.0", "172.16.0.0", "172.20.0.0", "192.168.255.255"} {
				for _, stage := range request.Environments() {
					list = append(list, Request(region, WithSize(size), WithEnvironment(stage), withNetworkAround(address, bits)))
				}
			}
		}
	}
	return list
}

// withNetworkAround returns the change to the network of a length around an
// address.
func withNetworkAround(address string, bits int) Change {
	network := netip.PrefixFrom(netip.MustParseAddr(address), bits).Masked()
	return func(r *request.Request) { r.NetworkCIDR = network }
}
