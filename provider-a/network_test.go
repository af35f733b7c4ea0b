package providera

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
)

func TestSubnetsAreApartAndInside(t *testing.T) {
	for name, order := range scenarios() {
		p, err := planFor(order)
		require.NoError(t, err, name)
		taken := blocksOf(p.layout)
		for i, block := range taken {
			assert.True(t, isInside(order.Request.NetworkCIDR, block), "%s: %s", name, block)
			assert.Equal(t, block.Masked(), block, name)
			for _, other := range taken[i+1:] {
				assert.False(t, block.Overlaps(other), "%s: %s and %s", name, block, other)
			}
		}
		for _, outside := range outsideOf(p.layout) {
			assert.False(t, outside.Overlaps(order.Request.NetworkCIDR), "%s: %s", name, outside)
		}
	}
}

func isInside(network, block netip.Prefix) bool {
	return network.Bits() <= block.Bits() && network.Contains(block.Addr())
}

// TestEveryAllowedLengthHoldsItsSize runs each size through the lengths that
// the platform's common rules leave.
func TestEveryAllowedLengthHoldsItsSize(t *testing.T) {
	for _, size := range environment.Sizes() {
		for bits := 16; bits <= 24; bits++ {
			request := goodRequest(sized(size), production)
			request.NetworkCIDR = netip.PrefixFrom(netip.MustParseAddr("10.40.0.0"), bits)
			_, err := planFor(orderOf(installation.Simulation, request))
			fits := bits <= sizes[size].longestPrefix()
			assert.Equal(t, fits, err == nil, "%s in /%d: %v", size, bits, err)
			assert.Equal(t, fits, networkAddresses.check(request) == nil, "%s in /%d", size, bits)
		}
	}
}
