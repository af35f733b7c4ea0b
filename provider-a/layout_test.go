package providera

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

func TestLongestPrefixes(t *testing.T) {
	for _, name := range request.Sizes() {
		assert.Equal(t, 24, sizes[name].longestPrefix(), name)
	}
}

func TestLayoutOfANetwork(t *testing.T) {
	l, cut := layoutFor(netip.MustParsePrefix("10.40.0.0/20"), 3, 3, nil)
	assert.True(t, cut)
	assert.Equal(t, "10.40.0.0/22, 10.40.4.0/22, 10.40.8.0/22", adapter.ListOf(l.private))
	assert.Equal(t, "10.40.12.0/28, 10.40.12.16/28, 10.40.12.32/28", adapter.ListOf(l.egress))
	assert.Equal(t, "172.20.0.0/16", l.services.String())
}

// TestPodsOfASmallNetworkAreBesideIt checks where pods take addresses: of the network
// as far as it has addresses for those of every size, so that another size moves none.
func TestPodsOfASmallNetworkAreBesideIt(t *testing.T) {
	for cidr, want := range map[string]string{
		"10.40.0.0/21":  "",
		"10.40.0.0/22":  "100.64.0.0/18, 100.64.64.0/18, 100.64.128.0/18",
		"10.40.0.0/24":  "100.64.0.0/18, 100.64.64.0/18, 100.64.128.0/18",
		"100.64.8.0/24": "100.65.0.0/18, 100.65.64.0/18, 100.65.128.0/18",
	} {
		l, cut := layoutFor(netip.MustParsePrefix(cidr), 3, 3, network.PodRanges.Value)
		assert.True(t, cut, cidr)
		assert.Equal(t, want, adapter.ListOf(l.pods), cidr)
	}
}
