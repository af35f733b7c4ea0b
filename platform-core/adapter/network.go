package adapter

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Subnet returns the block with a prefix length and an index in an IPv4 network.
func Subnet(network netip.Prefix, bits, index int) netip.Prefix {
	octets := network.Masked().Addr().As4()
	offset := index << (32 - bits)
	for i := range octets {
		octets[i] |= byte(offset >> (24 - 8*i) & 0xff) // these bits are zero in the address of the network
	}
	return netip.PrefixFrom(netip.AddrFrom4(octets), bits)
}

// Subnets returns the first n blocks with a prefix length in an IPv4 network.
func Subnets(network netip.Prefix, bits, n int) []netip.Prefix {
	blocks := make([]netip.Prefix, n)
	for i := range blocks {
		blocks[i] = Subnet(network, bits, i)
	}
	return blocks
}

// PrefixFor returns the longest prefix of an IPv4 network with at least the given number of addresses.
func PrefixFor(addresses int) int {
	bits := 32
	for 1<<(32-bits) < addresses {
		bits--
	}
	return bits
}

// FirstFree returns the first candidate that overlaps none of the taken ranges. It is not ok if there
// is none.
func FirstFree(candidates []netip.Prefix, taken ...netip.Prefix) (netip.Prefix, bool) {
	return first(candidates, func(c netip.Prefix) bool { return !slices.ContainsFunc(taken, c.Overlaps) })
}

// Overlapped returns the first of the ranges that the network overlaps. It is not ok if there is none.
func Overlapped(ranges []netip.Prefix, network netip.Prefix) (netip.Prefix, bool) {
	return first(ranges, network.Overlaps)
}

// first returns the first item that fits. It is not ok if there is none.
func first[T any](items []T, fits func(T) bool) (item T, ok bool) {
	i := slices.IndexFunc(items, fits)
	if i < 0 {
		return item, false
	}
	return items[i], true
}

// ListOf returns the texts of ranges, separated by commas.
func ListOf(ranges []netip.Prefix) string {
	return strings.Join(each(ranges, netip.Prefix.String), ", ")
}

// RangeNote is a range that a network must not overlap.
type RangeNote struct {
	Range netip.Prefix `json:"range"`
	// Why completes "The network 10.0.0.0/8 overlaps 10.1.0.0/16, which", such as "is the bridge of each node".
	Why string `json:"why"`
}

// PrefixRange is the range of allowed prefix lengths.
type PrefixRange struct {
	Shortest int `json:"shortest"`
	Longest  int `json:"longest"`
}

// Networks describes the networks that a provider accepts. It makes rules and suggests networks.
type Networks struct {
	// Kind is the provider's name for a network, such as "VPC".
	Kind     string
	Prefixes PrefixRange
	// Clashes are ranges that a network must not overlap.
	Clashes []RangeNote
	// Avoid are further ranges that a suggested network does not overlap.
	Avoid []netip.Prefix
}

// private are the private ranges: RFC 1918 and RFC 6598.
var private = []netip.Prefix{
	netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("172.16.0.0/12"),
	netip.MustParsePrefix("192.168.0.0/16"), netip.MustParsePrefix("100.64.0.0/10"),
}

// PrivateRanges returns the private ranges: RFC 1918 and RFC 6598.
func PrivateRanges() []netip.Prefix { return slices.Clone(private) }

// IsPrivate reports whether a range is inside one of [PrivateRanges].
func IsPrivate(r netip.Prefix) bool { return Inside(r, private...) }

// Inside reports whether a whole range is inside one of others.
func Inside(r netip.Prefix, others ...netip.Prefix) bool {
	return slices.ContainsFunc(others, func(o netip.Prefix) bool { return o.Bits() <= r.Bits() && o.Overlaps(r) })
}

// fallback is the address of a suggested network if the requested address cannot be used.
var fallback = netip.AddrFrom4([4]byte{10, 20, 0, 0})

// maxSuggested is the prefix of the largest network that is suggested at another address.
const maxSuggested = 16

// Suggest returns a network with a prefix length that is private and overlaps neither Clashes nor
// Avoid. It tries the requested address, then the fallback, then each private /16. If nothing is
// free, it returns the network at the fallback.
func (n Networks) Suggest(asked netip.Prefix, bits int) netip.Prefix {
	places := []netip.Addr{asked.Addr(), fallback}
	for _, r := range private {
		for _, block := range Subnets(r, maxSuggested, 1<<(maxSuggested-r.Bits())) {
			places = append(places, block.Addr())
		}
	}
	place, ok := first(places, func(at netip.Addr) bool { return n.free(netip.PrefixFrom(at, bits).Masked()) })
	if !ok {
		place = fallback
	}
	return netip.PrefixFrom(place, bits).Masked()
}

// free reports whether a network can be suggested.
func (n Networks) free(network netip.Prefix) bool {
	_, clashes := n.clash(network)
	_, avoided := Overlapped(n.Avoid, network)
	return network.IsValid() && IsPrivate(network) && !clashes && !avoided
}

// Other suggests a network with the requested prefix length, but not larger than /16.
func (n Networks) Other(asked netip.Prefix) netip.Prefix {
	return n.Suggest(asked, max(asked.Bits(), maxSuggested))
}

func (n Networks) clash(network netip.Prefix) (RangeNote, bool) {
	return first(n.Clashes, func(c RangeNote) bool { return c.Range.Overlaps(network) })
}

// PrefixRule returns the mandatory rule that the network has a prefix length of Prefixes.
func (n Networks) PrefixRule(id string) NativeRule {
	return NativeRule{
		ID: id, Field: request.NetworkField, Level: profile.Mandatory,
		Title:    "The network has a size that a " + n.Kind + " can have",
		Expected: fmt.Sprintf("a prefix from /%d to /%d", n.Prefixes.Shortest, n.Prefixes.Longest),
		Reads:    []string{request.NetworkField},
		Check:    n.checkPrefix,
	}
}

func (n Networks) checkPrefix(req request.Request) *Finding {
	asked := req.NetworkCIDR
	nearest := min(max(asked.Bits(), n.Prefixes.Shortest), n.Prefixes.Longest)
	if !asked.IsValid() || asked.Bits() == nearest {
		return nil
	}
	suggested := n.Suggest(asked, nearest)
	return &Finding{
		Message: fmt.Sprintf("A %s cannot have the range %s, because its prefix must be from /%d to /%d.",
			n.Kind, asked, n.Prefixes.Shortest, n.Prefixes.Longest),
		Remediation: fmt.Sprintf("Type a range of that size, such as %s.", suggested),
		Suggestion:  request.Text(suggested.String()),
	}
}

// AddressRule returns the mandatory rule that the network has enough addresses. holds names what needs
// them, such as "nodes and load balancers". longest returns the longest prefix for a request; it is
// not ok if the size is unknown. reads are the fields that longest reads.
func (n Networks) AddressRule(
	id, title, holds string, longest func(request.Request) (bits int, ok bool), reads ...string,
) NativeRule {
	limits := each(request.Sizes(), func(size string) string {
		bits, _ := longest(request.Request{ClusterSize: size})
		return fmt.Sprintf("/%d", bits)
	})
	limit := limits[0]
	if len(slices.Compact(slices.Clone(limits))) > 1 {
		for i, size := range request.Sizes() {
			limits[i] += " for " + size
		}
		limit = strings.Join(limits, ", ")
	}
	return NativeRule{
		ID: id, Field: request.NetworkField, Level: profile.Mandatory, Title: title,
		Expected: "a prefix of at most " + limit,
		Reads:    reads,
		Check: func(req request.Request) *Finding {
			bits, ok := longest(req)
			if !ok || req.NetworkCIDR.Bits() <= bits {
				return nil
			}
			suggested := n.Suggest(req.NetworkCIDR, bits)
			return &Finding{
				Message: fmt.Sprintf("The network %s is too small for the %s of a %s cluster.", req.NetworkCIDR, holds,
					req.ClusterSize),
				Remediation: fmt.Sprintf("Type a range of /%d or larger, such as %s.", bits, suggested),
				Suggestion:  request.Text(suggested.String()),
			}
		},
	}
}

// ClashRule returns the mandatory rule that the network overlaps none of Clashes.
func (n Networks) ClashRule(id string) NativeRule {
	return NativeRule{
		ID: id, Field: request.NetworkField, Level: profile.Mandatory,
		Title: "The network lies outside the ranges that clash with the provider's own",
		Expected: "a range that overlaps none of " + ListOf(each(n.Clashes,
			func(c RangeNote) netip.Prefix { return c.Range })),
		Reads: []string{request.NetworkField},
		Check: func(req request.Request) *Finding {
			clash, clashes := n.clash(req.NetworkCIDR)
			if !clashes {
				return nil
			}
			return n.Outside(req.NetworkCIDR, clash)
		},
	}
}

// Outside returns the finding for a network that overlaps a range. It suggests [Networks.Other].
func (n Networks) Outside(network netip.Prefix, overlapped RangeNote) *Finding {
	suggested := n.Other(network)
	return &Finding{
		Message:     fmt.Sprintf("The network %s overlaps %s, which %s.", network, overlapped.Range, overlapped.Why),
		Remediation: fmt.Sprintf("Type a range that is free of it, such as %s.", suggested),
		Suggestion:  request.Text(suggested.String()),
	}
}

// HubRule returns the mandatory rule that the network contains none of the hub's ranges. hub reads them
// from the settings of the profile, whose names are in settings. A range that contains the network is
// accepted, because the network's own route is more specific.
func (n Networks) HubRule(id, settings string, hub func(Input) []netip.Prefix) NativeRule {
	return NativeRule{
		ID: id, Field: request.NetworkField, Level: profile.Mandatory,
		Title:    "The network holds none of the hub's ranges",
		Expected: "a range that holds nothing of the profile's " + settings,
		Reads:    []string{request.NetworkField},
		CheckInput: func(in Input) *Finding {
			return n.holdsHub(in.Request.NetworkCIDR, hub(in))
		},
	}
}

func (n Networks) holdsHub(network netip.Prefix, hub []netip.Prefix) *Finding {
	held, ok := first(hub, func(r netip.Prefix) bool { return Inside(r, network) })
	if !ok {
		return nil
	}
	others := n
	others.Avoid = slices.Clone(n.Avoid)
	for _, r := range hub {
		if r.Bits() >= max(network.Bits(), maxSuggested) {
			others.Avoid = append(others.Avoid, r)
		}
	}
	return others.Outside(network, RangeNote{Range: held,
		Why: "is the hub's: what is sent there would not leave the network"})
}
