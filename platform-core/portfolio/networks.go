package portfolio

import (
	"cmp"
	"encoding/binary"
	"errors"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/request"
)

// Network is the network of a request.
type Network struct {
	RequestID string
	CIDR      netip.Prefix
	place     uint64 // see the function place
}

// Networks finds the networks that share addresses. If two networks share addresses, one of them contains the other.
// Create it with [NewNetworks].
type Networks struct {
	list    []Network // sorted by place
	lengths [33]bool  // whether the list has a network of this prefix length
}

// NewNetworks returns the networks of a list. It sorts the list by address, and larger networks first.
func NewNetworks(list []Network) *Networks {
	n := &Networks{list: list}
	for i, e := range list {
		list[i].place = place(e.CIDR)
		n.lengths[e.CIDR.Bits()] = true
	}
	slices.SortFunc(list, func(a, b Network) int {
		return cmp.Or(cmp.Compare(a.place, b.place), strings.Compare(a.RequestID, b.RequestID))
	})
	return n
}

// Overlapping returns the networks that share addresses with a range. It returns at most limit of them, and the number
// of all. The networks that contain the range come first, the largest before the others. A network also shares
// addresses with itself.
func (n *Networks) Overlapping(p netip.Prefix, limit int) (found []Network, count int) {
	add := func(from, to uint64) {
		part := n.list[n.at(from):n.at(to)]
		found = append(found, part[:min(len(part), limit-len(found))]...)
		count += len(part)
	}
	for bits, has := range n.lengths[:p.Bits()] {
		if has {
			around := place(netip.PrefixFrom(p.Addr(), bits))
			add(around, around+1)
		}
	}
	add(place(p), end(p)<<placeBits)
	return found, count
}

// at returns the index of the first network that is not before a place.
func (n *Networks) at(place uint64) int {
	i, _ := slices.BinarySearchFunc(n.list, place, func(e Network, at uint64) int { return cmp.Compare(e.place, at) })
	return i
}

// placeBits is the number of bits of a place that hold the prefix length.
const placeBits = 6

// place returns a number by which ranges are sorted: a range comes before those that it contains.
func place(p netip.Prefix) uint64 {
	return first(p)<<placeBits | uint64(p.Bits()) // #nosec G115 -- from 0 to 32
}

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

// overlaps returns the first pairs of overlapping networks, sorted, and the number of others. A range of the profile
// that is larger than a network is no overlap, because the network can be a part of it.
func overlaps(list []Network, ranges []Range) (found []Overlap, more int) {
	networks := NewNetworks(slices.Clone(list))
	pairs := 0 // counts each pair twice
	for _, a := range slices.SortedFunc(slices.Values(list), func(a, b Network) int {
		return cmp.Compare(a.RequestID, b.RequestID)
	}) {
		limit := 0
		if len(found) < MaxOverlaps {
			limit = len(list)
		}
		others, count := networks.Overlapping(a.CIDR, limit)
		pairs += count - 1
		own := len(found)
		for _, b := range others {
			if b.RequestID > a.RequestID {
				found = append(found, Overlap{a.RequestID, a.CIDR, b.RequestID, b.CIDR})
			}
		}
		for _, r := range ranges {
			if a.CIDR.Overlaps(r.CIDR) && a.CIDR.Bits() <= r.CIDR.Bits() {
				pairs += 2
				found = append(found, Overlap{a.RequestID, a.CIDR, r.Name, r.CIDR})
			}
		}
		slices.SortFunc(found[own:], func(a, b Overlap) int {
			return cmp.Or(cmp.Compare(a.B, b.B), cmp.Compare(a.BCIDR.String(), b.BCIDR.String()))
		})
	}
	found = append([]Overlap{}, found[:min(len(found), MaxOverlaps)]...)
	return found, pairs/2 - len(found)
}

// FreeRange is the lowest free range of a prefix length; CIDR is nil if the pool has no such range.
type FreeRange struct {
	PrefixLength int           `json:"prefix_length"`
	CIDR         *netip.Prefix `json:"cidr"`
}

// ParsePool returns the pool in a text, such as "10.0.0.0/8".
func ParsePool(text string) (netip.Prefix, error) {
	pool, err := netip.ParsePrefix(text)
	if err != nil || !pool.Addr().Is4() || pool != pool.Masked() {
		return pool, errors.New("must be an IPv4 range without host bits, such as 10.0.0.0/8" + request.RangeText("").Hint(text))
	}
	return pool, nil
}

// ParseLength returns the prefix length in a text, such as "22".
func ParseLength(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 32 {
		return n, errors.New("must be a prefix length from 0 to 32, such as 22")
	}
	return n, nil
}

// Free returns the lowest range of the pool for each length that overlaps no taken range and no range of the profile.
// A range of the profile that is larger than the pool does not count, because the pool can be a part of it.
func (q Question) Free(taken []netip.Prefix) []FreeRange {
	blocked := slices.Clone(taken)
	for _, r := range slices.Concat(q.Ranges, q.Defaults) {
		if r.CIDR.Bits() > q.Pool.Bits() {
			blocked = append(blocked, r.CIDR)
		}
	}
	blocked = slices.DeleteFunc(blocked, func(p netip.Prefix) bool { return !p.Overlaps(q.Pool) })
	slices.SortFunc(blocked, func(a, b netip.Prefix) int { return cmp.Compare(first(a), first(b)) })
	found := []FreeRange{}
	for _, length := range q.Lengths {
		found = append(found, FreeRange{PrefixLength: length, CIDR: lowest(q.Pool, length, blocked)})
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
