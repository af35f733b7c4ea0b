package probe

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSets(t *testing.T) {
	assert.Len(t, All.Names(), len(names))
	assert.Nil(t, Set(0).Names())
	assert.Equal(t, All, ParseNames(All.Names()))
	assert.Equal(t, []string{"udp", "exec"}, ParseNames([]string{"exec", "nonsense", "udp"}).Names())
}

// In an unconfined process hardly an attempt is refused: one that found otherwise
// would make a confinement look tighter than it is.
func TestAnUnconfinedProcessIsOpen(t *testing.T) {
	open := Try()
	if runtime.GOOS != "linux" {
		assert.Equal(t, All, open)
		return
	}
	// What the system that runs the tests may itself refuse.
	system := ParseNames([]string{"io_uring", "unshare", "ptrace", "signal"})
	assert.Empty(t, (All &^ system &^ open).Names())
}
