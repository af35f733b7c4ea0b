package providera

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// TestEveryAllowedLengthHoldsItsSize runs each size through the lengths that
// the platform's common rules leave.
func TestEveryAllowedLengthHoldsItsSize(t *testing.T) {
	for _, size := range request.Sizes() {
		for bits := 16; bits <= 24; bits++ {
			request := goodRequest(adaptertest.With(request.SizeField, size), adaptertest.Production, adaptertest.With(request.NetworkField, fmt.Sprintf("10.40.0.0/%d", bits)))
			_, err := planFor(adaptertest.Input(description, profile.Simulation, request))
			fits := bits <= sizes[size].longestPrefix()
			assert.Equal(t, fits, err == nil, "%s in /%d: %v", size, bits, err)
			assert.Equal(t, fits, networkAddresses.Check(request) == nil, "%s in /%d", size, bits)
		}
	}
}
