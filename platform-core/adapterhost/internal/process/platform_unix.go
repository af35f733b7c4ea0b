//go:build unix

package process

import (
	"io/fs"
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

// mostDescriptors is how many descriptors closeEach looks at.
const mostDescriptors = 4096

// closeEach marks each descriptor above the standard ones as not to be
// inherited; those that are not open refuse, which does no harm.
func closeEach() {
	for fd := 3; fd < mostDescriptors; fd++ {
		syscall.CloseOnExec(fd)
	}
}
