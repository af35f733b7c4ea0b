//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package process

import (
	"os"
	"syscall"
)

// lock takes a folder until it is closed, or this process ends however it does:
// flock(2). It reports whether nobody else has it.
func lock(folder *os.File) bool {
	return syscall.Flock(int(folder.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil // #nosec G115 -- a descriptor is small
}

// mine reports whether this process's user owns a file: root can open what
// another user left, and shall leave it.
func mine(info os.FileInfo) bool {
	status, ok := info.Sys().(*syscall.Stat_t)
	return ok && int64(status.Uid) == int64(os.Getuid())
}
