package providera

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

func TestLongestPrefixes(t *testing.T) {
	assert.Equal(t, 23, sizes[request.Small].longestPrefix())
	assert.Equal(t, 22, sizes[request.Medium].longestPrefix())
	assert.Equal(t, 21, sizes[request.Large].longestPrefix())
}

func TestLayoutOfANetwork(t *testing.T) {
	l, cut := layoutFor(netip.MustParsePrefix("10.40.0.0/20"), 3, 3)
	assert.True(t, cut)
	assert.Equal(t, "10.40.0.0/22, 10.40.4.0/22, 10.40.8.0/22", adapter.ListOf(l.private))
	assert.Equal(t, "10.40.12.0/28, 10.40.12.16/28, 10.40.12.32/28", adapter.ListOf(l.egress))
	assert.Equal(t, "172.20.0.0/16", l.services.String())
}
