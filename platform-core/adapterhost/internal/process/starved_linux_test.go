package process

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestKillsForWantOfMemoryAreCounted(t *testing.T) {
	assert.Equal(t, 7, countKills("pgfault 3\noom_kill_disabled 9\noom_kill 7\ndrop 1\n"))
	assert.Equal(t, 7, countKills("oom_kill 7"))
	for _, other := range []string{"", "pgfault 3\n", "oom_kill many\n"} {
		assert.Zero(t, countKills(other), other)
	}
	lines, err := os.ReadFile("/proc/vmstat")
	require.NoError(t, err)
	assert.Contains(t, string(lines), "\noom_kill ", "this kernel counts them")
}
