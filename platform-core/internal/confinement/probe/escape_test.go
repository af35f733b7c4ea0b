package probe

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSets(t *testing.T) {
	assert.Len(t, All.Names(), Count)
	assert.Nil(t, Set(0).Names())
	assert.Equal(t, All, Of(All.Names()))
	assert.Equal(t, []string{"udp", "exec"}, Of([]string{"exec", "nonsense", "udp"}).Names())
}

// In a process that nothing holds, hardly a way is closed: an attempt that said
// otherwise would make a box look tighter than it is.
func TestAnUnconfinedProcessIsSeenToBeOpen(t *testing.T) {
	open := Try()
	if runtime.GOOS != "linux" {
		assert.Equal(t, All, open)
		return
	}
	// What the system that runs the tests may itself forbid.
	elsewhere := Of([]string{"netlink", "io_uring", "unshare", "mount", "bpf", "ptrace", "limits", "signal"})
	assert.Empty(t, (All &^ elsewhere &^ open).Names())
}
