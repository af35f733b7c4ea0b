package testkit

import (
	"fmt"
	"net/netip"
	"slices"
)

// CheckLayout checks the ranges that a network is cut into: each subnet is
// normalised and inside the network, the ranges beside it are outside, and no
// two overlap.
func CheckLayout(network netip.Prefix, subnets, beside []netip.Prefix) error {
	all := slices.Concat(subnets, beside)
	for i, r := range all {
		inside := r.Bits() >= network.Bits() && network.Contains(r.Addr())
		switch {
		case r != r.Masked():
			return fmt.Errorf("the range %s has host bits", r)
		case i < len(subnets) && !inside:
			return fmt.Errorf("the subnet %s is not inside %s", r, network)
		case i >= len(subnets) && r.Overlaps(network):
			return fmt.Errorf("the range %s overlaps %s and must be outside", r, network)
		}
		for _, other := range all[:i] {
			if r.Overlaps(other) {
				return fmt.Errorf("the ranges %s and %s overlap", other, r)
			}
		}
	}
	return nil
}
