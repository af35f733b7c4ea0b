package store_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
)

func TestWhatIsLeft(t *testing.T) {
	x := store.NewIndex(10)
	assert.True(t, x.RecordUsage.Left(10))
	assert.False(t, x.RecordUsage.Left(11))
	for range 31 {
		x.RecordUsage.AddKey()
	}
	assert.True(t, x.RecordUsage.Left(9), "40 keys")
	assert.False(t, x.RecordUsage.Left(10))
	x.AddRecord(store.RecordSummary{Summary: wire.Summary{RequestID: "req-1"}, Size: 600 << 10})
	assert.True(t, x.RecordUsage.Left(6), "of 1 MiB")
	assert.False(t, x.RecordUsage.Left(7))
}
