package process

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// CheckPeer returns ErrAddress if this host is connected to somebody else at the
// process's address: the kernel keeps who it was that listened (SO_PEERCRED in
// unix(7)). go-plugin makes the connection and shows it to nobody, so it is
// looked for among the host's descriptors, which does no harm to the others. A
// connection that is gone is nil: nothing can be sent over it. So is a system
// without /proc, where no level is vouched for either.
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
