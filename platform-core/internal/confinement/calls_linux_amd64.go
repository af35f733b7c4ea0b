package confinement

import "golang.org/x/sys/unix"

// architecture is the table that the numbers of calls are from.
const architecture = unix.AUDIT_ARCH_X86_64

const newfstatat = unix.SYS_NEWFSTATAT

// startingHere sets the register of thread-local storage.
func startingHere() []rule { return []rule{on(unix.SYS_ARCH_PRCTL, is(0, archSetFS))} }

// archSetFS is ARCH_SET_FS of arch_prctl(2).
const archSetFS = 0x1002

// loadingHere is what the C library calls by its older names.
func loadingHere() []rule { return always(unix.SYS_ACCESS, unix.SYS_ARCH_PRCTL) }
