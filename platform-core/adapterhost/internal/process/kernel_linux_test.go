package process

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestUsage(t *testing.T) {
	_, known := (&Process{}).Usage()
	assert.False(t, known, "it did not start")
	own := &Process{}
	own.started.Store(&os.Process{Pid: os.Getpid()})
	before, known := own.Usage()
	assert.True(t, known)
	assert.Positive(t, before.Threads)
	assert.Greater(t, before.Memory, uint64(1<<20))
	began := time.Now()
	for time.Since(began) < 50*time.Millisecond { // computes
	}
	after, _ := own.Usage()
	assert.Greater(t, after.Processor, before.Processor)
	assert.Less(t, after.Processor, time.Hour)
}
