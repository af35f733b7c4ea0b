//go:build linux && (amd64 || arm64)

package confinement

import (
	"encoding/binary"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"platform.internal/platform-core/internal/confinement/shim"
)

// generation is the version of Landlock that the kernel has; 0 for none.
func generation() int {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(version)
}

// ruleset is the kernel's struct landlock_ruleset_attr: what a domain forbids
// wherever no rule allows it. See landlock(7) for which version brought what.
type ruleset struct{ files, network, scope uint64 }

// forbidding returns the ruleset of everything that the version can forbid.
func forbidding(version int) ruleset {
	r := ruleset{files: unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1} // the first 13, of version 1
	for _, since := range []struct {
		version int
		add     ruleset
	}{
		{2, ruleset{files: unix.LANDLOCK_ACCESS_FS_REFER}},
		{3, ruleset{files: unix.LANDLOCK_ACCESS_FS_TRUNCATE}},
		{4, ruleset{network: unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP}},
		{5, ruleset{files: unix.LANDLOCK_ACCESS_FS_IOCTL_DEV}},
		{6, ruleset{scope: unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL}},
	} {
		if version >= since.version {
			r.files, r.network, r.scope = r.files|since.add.files, r.network|since.add.network, r.scope|since.add.scope
		}
	}
	return r
}

// encoded returns the ruleset as the kernel of the version takes it: older ones
// know fewer of its members.
func (r ruleset) encoded(version int) []byte {
	if version < 1 {
		return nil
	}
	data := binary.NativeEndian.AppendUint64(nil, r.files)
	if version >= 4 {
		data = binary.NativeEndian.AppendUint64(data, r.network)
	}
	if version >= 6 {
		data = binary.NativeEndian.AppendUint64(data, r.scope)
	}
	return data
}

const (
	readAccess = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_EXECUTE
	// socketAccess is what go-plugin does in its folder: see starting.
	socketAccess = unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE
)

// libraries are where a dynamic loader looks: ld.so(8).
func libraries() []shim.Rule {
	var rules []shim.Rule
	for _, path := range []string{"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache"} {
		rules = append(rules, shim.Rule{Path: path, Access: readAccess})
	}
	return rules
}

// restrict puts every thread of this process into a domain in which nothing is
// allowed. Threads get domains of their own, so signals between them must not
// be scoped: the kernel would keep the runtime from preempting them.
func restrict() error {
	version := generation()
	if version < 1 {
		return syscall.ENOSYS
	}
	wanted := forbidding(version)
	wanted.scope &^= unix.LANDLOCK_SCOPE_SIGNAL
	attributes := wanted.encoded(version)
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attributes[0])), uintptr(len(attributes)), 0)
	if errno != 0 {
		return errno
	}
	defer func() { _ = unix.Close(int(fd)) }()
	return onEveryThread(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0)
}

// onEveryThread makes a call on each thread of this process. Go can do that only
// where no C code has threads of its own; elsewhere the host's box, which was
// laid when there was one thread, is the one with Landlock.
func onEveryThread(call, first, second uintptr) error {
	_, _, errno := syscall.AllThreadsSyscall6(call, first, second, 0, 0, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}
