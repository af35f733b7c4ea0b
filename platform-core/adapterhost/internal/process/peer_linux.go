package process

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// CheckPeer returns ErrAddress if this host is connected to another process at
// the process's address: the kernel keeps who listened (SO_PEERCRED in unix(7)).
// go-plugin makes the connection and does not expose it, so it is looked for among
// the host's descriptors, which does no harm to the others. The error is nil for a
// connection that is gone, over which nothing can be sent, and on a system without
// /proc, where no confinement is reported either.
func (p *Process) CheckPeer() error {
	descriptors, _ := os.ReadDir("/proc/self/fd")
	for _, d := range descriptors {
		fd, err := strconv.Atoi(d.Name())
		if err != nil || !connectedTo(fd, p.address) {
			continue
		}
		peer, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
		if err == nil && int(peer.Pid) != p.PID() {
			return fmt.Errorf("%w: process %d listens there, and %d was started", ErrAddress, peer.Pid, p.PID())
		}
	}
	return nil
}

func connectedTo(fd int, address string) bool {
	peer, err := unix.Getpeername(fd)
	if err != nil {
		return false
	}
	name, is := peer.(*unix.SockaddrUnix)
	return is && name.Name == address
}
