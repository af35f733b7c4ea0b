package portfolio

import (
	"cmp"
	"encoding/binary"
	"net/netip"
	"slices"
)

// MaxOverlaps is the number of overlaps that a [Portfolio] lists. Equal networks have an overlap for each pair.
const MaxOverlaps = 10_000

// Overlap is a pair of networks that share addresses. B is the name of a range for a range of the profile, and a
// request ID otherwise, which is greater than A.
type Overlap struct {
	A     string       `json:"a"`
	ACIDR netip.Prefix `json:"a_cidr"`
	B     string       `json:"b"`
	BCIDR netip.Prefix `json:"b_cidr"`
}

// overlaps returns the first pairs of overlapping networks, and the number of others. Of two ranges that overlap, one
// contains the other. A range of the profile that contains a network is no overlap: the network is routed from there.
func overlaps(list []Environment, ranges []Range) (found []Overlap, more int) {
	networks := slices.Clone(list)
	slices.SortFunc(networks, func(a, b Environment) int { // a range comes before those that it contains
		return cmp.Or(a.NetworkCIDR.Addr().Compare(b.NetworkCIDR.Addr()),
			cmp.Compare(a.NetworkCIDR.Bits(), b.NetworkCIDR.Bits()))
	})
	count := 0
	add := func(o Overlap) {
		if count++; len(found) == 2*MaxOverlaps {
			found = firstOverlaps(found)
		}
		found = append(found, o)
	}
	var around []Environment // the networks that contain the current one
	for _, n := range networks {
		around = slices.DeleteFunc(around, func(e Environment) bool { return !e.NetworkCIDR.Overlaps(n.NetworkCIDR) })
		for _, e := range around {
			a, b := e, n
			if a.RequestID > b.RequestID {
				a, b = b, a
			}
			add(Overlap{a.RequestID, a.NetworkCIDR, b.RequestID, b.NetworkCIDR})
		}
		around = append(around, n)
		for _, r := range ranges {
			if n.NetworkCIDR.Overlaps(r.CIDR) && n.NetworkCIDR.Bits() <= r.CIDR.Bits() {
				add(Overlap{n.RequestID, n.NetworkCIDR, r.Name, r.CIDR})
			}
		}
	}
	found = firstOverlaps(found)
	return found, count - len(found)
}

// firstOverlaps sorts overlaps and returns the first of them, at most [MaxOverlaps].
func firstOverlaps(list []Overlap) []Overlap {
	slices.SortFunc(list, func(a, b Overlap) int {
		return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B), cmp.Compare(a.BCIDR.String(), b.BCIDR.String()))
	})
	return append([]Overlap{}, list[:min(len(list), MaxOverlaps)]...)
}

// FreeRange is the lowest free range of a prefix length; CIDR is nil if the pool has no such range.
type FreeRange struct {
	PrefixLength int           `json:"prefix_length"`
	CIDR         *netip.Prefix `json:"cidr"`
}

// free returns the lowest range of the pool for each length that overlaps no taken range.
func free(pool netip.Prefix, lengths []int, taken []netip.Prefix) []FreeRange {
	blocked := slices.DeleteFunc(slices.Clone(taken), func(p netip.Prefix) bool { return !p.Overlaps(pool) })
	slices.SortFunc(blocked, func(a, b netip.Prefix) int { return a.Addr().Compare(b.Addr()) })
	found := []FreeRange{}
	for _, length := range lengths {
		found = append(found, FreeRange{PrefixLength: length, CIDR: lowest(pool, length, blocked)})
	}
	return found
}

// lowest returns the lowest range of a length in the pool that overlaps none of the blocked ones, which are sorted.
func lowest(pool netip.Prefix, length int, blocked []netip.Prefix) *netip.Prefix {
	if length < pool.Bits() {
		return nil
	}
	size := uint64(1) << (32 - length)
	at := first(pool)
	for _, b := range blocked {
		if first(b) >= at+size {
			break
		}
		if after := end(b); after > at {
			at = (after + size - 1) / size * size
		}
	}
	if at+size > end(pool) {
		return nil
	}
	var address [4]byte
	binary.BigEndian.PutUint32(address[:], uint32(at)) // #nosec G115 -- inside the pool
	p := netip.PrefixFrom(netip.AddrFrom4(address), length)
	return &p
}

// first returns the first address of a range as a number.
func first(p netip.Prefix) uint64 {
	a := p.Masked().Addr().As4()
	return uint64(binary.BigEndian.Uint32(a[:]))
}

// end returns the number after the last address of a range.
func end(p netip.Prefix) uint64 { return first(p) + 1<<(32-p.Bits()) }
