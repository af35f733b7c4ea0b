package main

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

func addressOf(memory *[4096]byte) uintptr {
	return uintptr(unsafe.Pointer(memory)) + uintptr(len(memory))
}

// forever is how long a thread of idleThread sleeps at a time.
var forever = unix.Timespec{Sec: 1 << 30} //nolint:unused // the assembly reads it
