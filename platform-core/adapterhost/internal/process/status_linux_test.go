package process

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestUsage(t *testing.T) {
	_, ok := measure(0)
	assert.False(t, ok, "there is no such process")
	before, ok := measure(os.Getpid())
	assert.True(t, ok)
	assert.Positive(t, before.threads)
	assert.Greater(t, before.memory, uint64(1<<20))
	began := time.Now()
	for time.Since(began) < 50*time.Millisecond { // computes
	}
	after, _ := measure(os.Getpid())
	assert.Greater(t, after.processor, before.processor)
	assert.Less(t, after.processor, time.Hour)
}
