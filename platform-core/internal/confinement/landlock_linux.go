//go:build linux && (amd64 || arm64)

package confinement

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Landlock returns the ruleset that forbids all that the Landlock of this kernel can forbid. It has
// the members of struct landlock_ruleset_attr that the kernel knows. It is empty on a kernel
// without Landlock.
func Landlock() []uint64 {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return nil
	}
	return landlock(int(version))
}

// The members of the ruleset.
const (
	landlockFiles = iota
	landlockNetwork
	landlockScope
)

// landlock returns the ruleset of a version of Landlock: landlock(7).
func landlock(version int) (ruleset []uint64) {
	for _, added := range []struct {
		version, member int
		access          uint64
	}{
		{1, landlockFiles, unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1}, // the first 13
		{2, landlockFiles, unix.LANDLOCK_ACCESS_FS_REFER},
		{3, landlockFiles, unix.LANDLOCK_ACCESS_FS_TRUNCATE},
		{4, landlockNetwork, unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP},
		{5, landlockFiles, unix.LANDLOCK_ACCESS_FS_IOCTL_DEV},
		{6, landlockScope, unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL},
	} {
		if version < added.version {
			break
		}
		for len(ruleset) <= added.member {
			ruleset = append(ruleset, 0)
		}
		ruleset[added.member] |= added.access
	}
	return ruleset
}

// restrict applies a Landlock domain that forbids everything to every thread of this process. Each
// thread gets its own domain, so the domain must not forbid signals: the Go runtime needs them to
// preempt threads.
func restrict() error {
	ruleset := Landlock()
	if len(ruleset) == 0 {
		return syscall.ENOSYS
	}
	if len(ruleset) > landlockScope {
		ruleset[landlockScope] &^= unix.LANDLOCK_SCOPE_SIGNAL
	}
	fd, _, errno := unix.Syscall(
		unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&ruleset[0])), uintptr(8*len(ruleset)), 0)
	if errno != 0 {
		return errno
	}
	defer func() { _ = unix.Close(int(fd)) }()
	return onEveryThread(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0)
}

// onEveryThread makes a call on each thread of this process. If C code may have its own threads, Go
// cannot do that, and the error is ENOTSUP. Then only the host's confinement has Landlock.
func onEveryThread(call, first, second uintptr) error {
	_, _, errno := syscall.AllThreadsSyscall6(call, first, second, 0, 0, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}
