package providerb

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/request"
)

func TestLongestPrefixes(t *testing.T) {
	for _, size := range request.Sizes() {
		for _, stage := range request.Environments() {
			s, ok := sizeFor(size, stage)
			assert.True(t, ok, size)
			assert.Equal(t, 25, s.longestPrefix(), "%s %s", size, stage)
		}
	}
}

func TestLayoutOfANetwork(t *testing.T) {
	l, cut := layoutFor(netip.MustParsePrefix("10.40.0.0/20"), pools{services: network.Services.Value, pods: network.Pods.Value})
	assert.True(t, cut)
	assert.Equal(t, "10.40.0.0/22", l.nodes.String())
	assert.Equal(t, "10.40.8.0/28", l.apiServer.String())
	assert.Equal(t, "10.40.10.0/23", l.endpoints.String())
	assert.Equal(t, "172.20.0.0/16", l.services.String())
	assert.Equal(t, "172.20.0.10", l.dns.String())
	assert.Equal(t, "10.244.0.0/16", l.pods.String())
}
