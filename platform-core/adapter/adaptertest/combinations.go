package adaptertest

import (
	"iter"
	"net/netip"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// Requests yields a request for each combination of a region of the
// description, size, environment and classification.
func Requests(d adapter.Description) iter.Seq[request.Request] {
	return func(yield func(request.Request) bool) {
		for _, region := range d.Regions {
			if !eachIn(region.Name, yield) {
				return
			}
		}
	}
}

// eachIn yields the combinations of one region, and reports whether more are
// wanted.
func eachIn(region string, yield func(request.Request) bool) bool {
	for _, size := range request.Sizes() {
		for _, stage := range request.Environments() {
			for _, classification := range request.Classifications() {
				if !yield(Request(region, WithSize(size), WithEnvironment(stage), WithClassification(classification))) {
					return false
				}
			}
		}
	}
	return true
}

// Inputs yields an order for each combination of Requests in each mode.
func Inputs(d adapter.Description) iter.Seq[adapter.Input] {
	return func(yield func(adapter.Input) bool) {
		for r := range Requests(d) {
			for _, mode := range Modes() {
				if !yield(Input(d, mode, r)) {
					return
				}
			}
		}
	}
}

// BadRequests yields the requests of Requests, each with networks and names of
// applications that rules of providers object to.
func BadRequests(d adapter.Description) iter.Seq[request.Request] {
	var networks []netip.Prefix
	for _, cidr := range []string{"0.0.0.0/0", "10.0.0.0/8", "10.0.0.0/30", "169.254.8.0/24", "172.16.0.0/12", "172.31.0.0/16",
		"192.0.2.0/26", "198.19.0.0/32", "255.255.255.255/32"} {
		networks = append(networks, netip.MustParsePrefix(cidr))
	}
	applications := []string{"default", "kube-a234567890123456789012-8z", "my-micro-soft-app", "windows"}
	return func(yield func(request.Request) bool) {
		for r := range Requests(d) {
			for _, r.NetworkCIDR = range networks {
				for _, r.Application = range applications {
					if !yield(r) {
						return
					}
				}
			}
		}
	}
}
