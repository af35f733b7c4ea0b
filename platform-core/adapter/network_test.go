package adapter_test

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter"
)

// ranges reads ranges; an empty text is no range.
func ranges(texts ...string) []netip.Prefix {
	var list []netip.Prefix
	for _, text := range texts {
		p, _ := netip.ParsePrefix(text)
		list = append(list, p)
	}
	return list
}

func TestSubnets(t *testing.T) {
	for _, tt := range []struct {
		network     string
		bits, index int
		want        string
	}{
		{"10.0.0.0/16", 18, 3, "10.0.192.0/18"},
		{"10.40.0.7/20", 22, 1, "10.40.4.0/22"},
		{"10.255.0.0/16", 28, 4095, "10.255.255.240/28"},
		{"0.0.0.0/0", 8, 200, "200.0.0.0/8"},
		{"172.20.0.0/16", 32, 10, "172.20.0.10/32"},
	} {
		assert.Equal(t, tt.want, adapter.Subnet(ranges(tt.network)[0], tt.bits, tt.index).String())
	}
	assert.Equal(t, ranges("10.0.0.0/18", "10.0.64.0/18", "10.0.128.0/18"), adapter.Subnets(ranges("10.0.0.0/16")[0], 18, 3))
	assert.Empty(t, adapter.Subnets(ranges("10.0.0.0/16")[0], 18, 0))
}

func TestPrefixForAddresses(t *testing.T) {
	for addresses, want := range map[int]int{0: 32, 1: 32, 2: 31, 5: 29, 256: 24, 257: 23} {
		assert.Equal(t, want, adapter.PrefixFor(addresses), addresses)
	}
}

func TestOverlaps(t *testing.T) {
	list := ranges("10.0.0.0/16", "10.1.0.0/16", "10.2.0.0/16")
	free, ok := adapter.FirstFree(list, ranges("10.0.0.0/15")...)
	assert.True(t, ok)
	assert.Equal(t, "10.2.0.0/16", free.String())
	_, ok = adapter.FirstFree(list, ranges("10.0.0.0/8")...)
	assert.False(t, ok)
	overlapped, ok := adapter.Overlapped(list, ranges("10.1.128.0/20")[0])
	assert.True(t, ok)
	assert.Equal(t, "10.1.0.0/16", overlapped.String())
	_, ok = adapter.Overlapped(list, netip.Prefix{})
	assert.False(t, ok)
	assert.Equal(t, "10.0.0.0/16, 10.1.0.0/16", adapter.ListOf(list[:2]))
}

var networks = adapter.Networks{
	Kind: "VPC", Prefixes: adapter.PrefixRange{Shortest: 12, Longest: 28},
	Clashes: []adapter.RangeNote{
		{Range: netip.MustParsePrefix("169.254.0.0/16"), Why: "is link-local"},
		{Range: netip.MustParsePrefix("172.17.0.0/16"), Why: "is Docker's"},
	},
	Avoid: ranges("10.100.0.0/16"),
}

func TestSuggestedNetworks(t *testing.T) {
	for _, tt := range []struct {
		asked string
		bits  int
		want  string
	}{
		{"10.40.1.0/24", 20, "10.40.0.0/20"},
		{"192.168.0.0/24", 16, "192.168.0.0/16"},
		{"192.168.0.0/24", 15, "10.20.0.0/15"}, // more than the private range
		{"8.8.8.0/24", 24, "10.20.0.0/24"},     // public
		{"172.17.3.0/24", 24, "10.20.0.0/24"},  // clashes
		{"172.16.0.0/24", 12, "10.16.0.0/12"},  // would clash once it is larger
		{"10.100.3.0/24", 24, "10.20.0.0/24"},  // avoided
		{"", 20, "10.20.0.0/20"},               // no network
		{"2001:db8::/32", 20, "10.20.0.0/20"},  // no IPv4
		{"255.255.255.255/32", 8, "10.0.0.0/8"},
	} {
		assert.Equal(t, tt.want, networks.Suggest(ranges(tt.asked)[0], tt.bits).String(), tt.asked)
	}
	taken := networks
	taken.Avoid = ranges("10.0.0.0/8")
	assert.Equal(t, "172.16.0.0/16", taken.Suggest(ranges("10.40.0.0/16")[0], 16).String(), "the next that is free")
	taken.Avoid = ranges("0.0.0.0/0")
	assert.Equal(t, "10.20.0.0/16", taken.Suggest(ranges("10.40.0.0/16")[0], 16).String(), "nothing is free")
	assert.Equal(t, "10.20.0.0/16", networks.Other(ranges("169.0.0.0/8")[0]).String())
	assert.Equal(t, "10.20.0.0/26", networks.Other(ranges("169.254.0.0/26")[0]).String())
}

func TestPrivateRanges(t *testing.T) {
	for r, private := range map[string]bool{
		"10.0.0.0/8": true, "172.31.255.255/32": true, "192.168.0.0/16": true, "100.64.0.0/10": true,
		"10.0.0.0/7": false, "172.32.0.0/16": false, "8.8.8.8/32": false, "100.128.0.0/16": false, "0.0.0.0/0": false, "fd00::/8": false, "": false,
	} {
		assert.Equal(t, private, adapter.IsPrivate(ranges(r)[0]), r)
	}
	adapter.PrivateRanges()[0] = ranges("8.0.0.0/8")[0]
	assert.False(t, adapter.IsPrivate(ranges("8.8.8.8/32")[0]), "what is returned is a copy")
	assert.True(t, adapter.Inside(ranges("10.1.0.0/16")[0], ranges("10.0.0.0/16", "10.1.0.0/16")...))
	assert.False(t, adapter.Inside(ranges("10.0.0.0/8")[0], ranges("10.0.0.0/16")...))
	assert.False(t, adapter.Inside(ranges("10.0.0.0/8")[0]))
}

func TestHubRule(t *testing.T) {
	for name, c := range map[string]struct{ hub, asked, message, suggested string }{
		"no hub":              {"", "10.40.0.0/20", "", ""},
		"beside":              {"10.41.0.0/20", "10.40.0.0/20", "", ""},
		"hub of all networks": {"10.0.0.0/8", "10.40.0.0/20", "", ""},
		"the same":            {"10.40.0.0/20", "10.40.0.0/20", "The network 10.40.0.0/20 overlaps 10.40.0.0/20, which is the hub's: what is sent there would not leave the network.", "10.20.0.0/20"},
		"inside":              {"10.20.3.0/24", "10.20.0.0/20", "The network 10.20.0.0/20 overlaps 10.20.3.0/24, which is the hub's: what is sent there would not leave the network.", "10.0.0.0/20"},
		"an address":          {"10.20.3.4/32", "10.20.0.0/12", "The network 10.20.0.0/12 overlaps 10.20.3.4/32, which is the hub's: what is sent there would not leave the network.", "10.0.0.0/16"},
	} {
		rule := networks.HubRule("provider_t.network.hub", "hub_cidr", func(adapter.Input) []netip.Prefix {
			if c.hub == "" {
				return nil
			}
			return ranges(c.hub)
		})
		req := input().Request
		req.NetworkCIDR = ranges(c.asked)[0]
		t.Run(name, func(t *testing.T) { checkFinding(t, rule, req, c.message, c.suggested) })
	}
}

func TestNetworkRules(t *testing.T) {
	prefix, clash := networks.PrefixRule("provider_t.network.prefix"), networks.ClashRule("provider_t.network.clash")
	assert.Equal(t, "a prefix from /12 to /28", prefix.Expected)
	assert.Equal(t, "The network has a size that a VPC can have", prefix.Title)
	assert.Equal(t, "a range that overlaps none of 169.254.0.0/16, 172.17.0.0/16", clash.Expected)
	for _, tt := range []struct {
		rule                        adapter.NativeRule
		network, message, suggested string
	}{
		{prefix, "10.0.0.0/12", "", ""},
		{prefix, "10.0.0.0/28", "", ""},
		{prefix, "", "", ""},
		{prefix, "10.0.0.0/8", "A VPC cannot have the range 10.0.0.0/8, because its prefix must be from /12 to /28.", "10.0.0.0/12"},
		{prefix, "10.3.0.0/29", "A VPC cannot have the range 10.3.0.0/29, because its prefix must be from /12 to /28.", "10.3.0.0/28"},
		{clash, "10.0.0.0/20", "", ""},
		{clash, "", "", ""},
		{clash, "172.16.0.0/12", "The network 172.16.0.0/12 overlaps 172.17.0.0/16, which is Docker's.", "172.16.0.0/16"},
		{clash, "0.0.0.0/0", "The network 0.0.0.0/0 overlaps 169.254.0.0/16, which is link-local.", "10.20.0.0/16"},
	} {
		req := input().Request
		req.NetworkCIDR = ranges(tt.network)[0]
		checkFinding(t, tt.rule, req, tt.message, tt.suggested)
	}
}
