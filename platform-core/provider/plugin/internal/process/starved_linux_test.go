package process

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestKillsForWantOfMemoryAreCounted(t *testing.T) {
	assert.Equal(t, 7, countOf("pgfault 3\noom_kill_disabled 9\noom_kill 7\ndrop 1\n", "oom_kill"))
	assert.Equal(t, 7, countOf("oom_kill 7", "oom_kill"))
	for _, other := range []string{"", "pgfault 3\n", "oom_kill many\n"} {
		assert.Zero(t, countOf(other, "oom_kill"), other)
	}
	lines, err := os.ReadFile("/proc/vmstat")
	require.NoError(t, err)
	assert.Contains(t, string(lines), "\noom_kill ", "this kernel counts them")
}
