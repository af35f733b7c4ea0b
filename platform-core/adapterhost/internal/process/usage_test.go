package process

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestUsage(t *testing.T) {
	threads, memory := parseStatus("Name:\tx\nThreads:\t12\nRssAnon:\t    2048 kB\nRssFile:\t  9 kB\nRssShmem:\t 1 kB\nVmSwap:\t 1 kB\n")
	assert.Equal(t, 12, threads)
	assert.Equal(t, uint64(2050<<10), memory)
	assert.Equal(t, 1700*time.Millisecond, parseStat("7 (a) b ) S 1 7 7 0 -1 4194560 9 0 0 0 150 20 3 4 20 0"))
	for _, broken := range []string{"", "7 (a) S 1", "7 (a) S 1 7 7 0 -1 4194560 9 0 0 0 x 20 3 4"} {
		assert.Zero(t, parseStat(broken))
	}
	_, known := (&Process{}).Usage()
	assert.False(t, known)
}

func TestKillsForWantOfMemoryAreCounted(t *testing.T) {
	assert.Equal(t, 7, countKills("pgfault 3\noom_kill_disabled 9\noom_kill 7\ndrop 1\n"))
	for _, other := range []string{"", "pgfault 3\n", "oom_kill many\n"} {
		assert.Zero(t, countKills(other), other)
	}
}
