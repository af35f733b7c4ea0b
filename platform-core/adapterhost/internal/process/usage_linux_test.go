package process

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestUsage(t *testing.T) {
	threads, memory := parseStatus([]byte("Name:\tx\nThreads:\t12\nRssAnon:\t    2048 kB\nRssFile:\t  9 kB\nRssShmem:\t 1 kB\nVmSwap:\t 1 kB\n"))
	assert.Equal(t, 12, threads)
	assert.Equal(t, uint64(2050<<10), memory)
	assert.Equal(t, 1700*time.Millisecond, parseStat([]byte("7 (a) b ) S 1 7 7 0 -1 4194560 9 0 0 0 150 20 3 4 20 0")))
	for _, broken := range []string{"", "7 (a) S 1", "7 (a) S 1 7 7 0 -1 4194560 9 0 0 0 x 20 3 4"} {
		assert.Zero(t, parseStat([]byte(broken)))
	}
	_, known := (&Process{}).Usage()
	assert.False(t, known)
}
