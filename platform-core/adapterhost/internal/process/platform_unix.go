//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package process

import (
	"io/fs"
	"os"
	"syscall"
)

// TCP reports whether go-plugin connects over loopback TCP, which every user of
// the machine can reach.
const TCP = false

// Executable reports whether a file is meant to be executed.
func Executable(info fs.FileInfo) bool { return info.Mode().Perm()&0o111 != 0 }

// temporary is the parent of the socket folders. It is named outright because
// os.TempDir asks the environment; it must be short, because a socket's path
// may have only 104 bytes.
func temporary() (string, error) { return "/tmp", nil }

// closeDescriptors keeps the host's descriptors from a process that is not
// confined; the launch shim closes them itself. Those that Go opened are not
// inherited anyway: this is for the ones that the host was started with. Those
// that are not open refuse, which does no harm.
func closeDescriptors() {
	const maxDescriptors = 4096
	for fd := 3; fd < maxDescriptors; fd++ {
		syscall.CloseOnExec(fd)
	}
}

// lock takes a folder until it is closed, or this process ends however it does:
// flock(2). It reports whether nobody else has it.
func lock(folder *os.File) bool {
	return syscall.Flock(int(folder.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil // #nosec G115 -- a descriptor is small
}

// owned reports whether a file is this process's user's: root can open what
// another user left, and shall leave it.
func owned(info os.FileInfo) bool {
	status, ok := info.Sys().(*syscall.Stat_t)
	return ok && int64(status.Uid) == int64(os.Getuid())
}
