package adaptertest

import (
	"fmt"
	"net/netip"
)

// CheckLayout holds the ranges that a network is cut into: each subnet is
// normalised and inside the network, the ranges beside it are outside, and no
// two overlap.
func CheckLayout(network netip.Prefix, subnets, beside []netip.Prefix) error {
	for _, s := range subnets {
		if s != s.Masked() {
			return fmt.Errorf("the subnet %s has host bits", s)
		}
		if s.Bits() < network.Bits() || !network.Contains(s.Addr()) {
			return fmt.Errorf("the subnet %s is not inside %s", s, network)
		}
	}
	for _, b := range beside {
		if b.Overlaps(network) {
			return fmt.Errorf("the range %s overlaps %s, beside which it must stand", b, network)
		}
	}
	return apart(append(append([]netip.Prefix{}, subnets...), beside...))
}

func apart(ranges []netip.Prefix) error {
	for i, r := range ranges {
		for _, other := range ranges[i+1:] {
			if r.Overlaps(other) {
				return fmt.Errorf("the ranges %s and %s overlap", r, other)
			}
		}
	}
	return nil
}
