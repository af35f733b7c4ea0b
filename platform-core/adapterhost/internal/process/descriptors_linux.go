package process

import (
	"math"

	"golang.org/x/sys/unix"
)

// closeDescriptors keeps the host's descriptors from its children. Those that
// Go opened are not inherited anyway; this is for the ones that the host was
// itself started with.
func closeDescriptors() {
	if unix.CloseRange(3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC) != nil {
		closeEach() // a kernel before 5.11
	}
}
