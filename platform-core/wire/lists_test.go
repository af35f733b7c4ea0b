package wire_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/wire"
)

func TestAge(t *testing.T) {
	now := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	for d, want := range map[time.Duration]struct {
		n    int
		unit string
	}{
		-time.Minute: {0, "minute"}, 90 * time.Second: {1, "minute"}, 119 * time.Minute: {119, "minute"}, 2 * time.Hour: {2, "hour"},
		47 * time.Hour: {47, "hour"}, 48 * time.Hour: {2, "day"}, 3000 * 24 * time.Hour: {3000, "day"},
	} {
		n, unit := (&wire.ProposalOrigin{ReceivedAt: now.Add(-d)}).Age(now)
		assert.Equal(t, want.n, n)
		assert.Equal(t, want.unit, unit)
	}
}
