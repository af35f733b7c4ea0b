//go:build amd64 || arm64

package process

import (
	"runtime"

	"golang.org/x/sys/unix"

	"platform.internal/platform-core/adapterhost/internal/shim"
	"platform.internal/platform-core/internal/confinement"
)

// currentFolder is the condition that the first argument, an int, is AT_FDCWD.
var currentFolder = confinement.HasBits(0, 1<<32-1, 1<<32+unix.AT_FDCWD)

const (
	newFile = unix.O_RDWR | unix.O_CREAT | unix.O_EXCL | unix.O_CLOEXEC
	// largeFile is the bits that the C library may add on each architecture. They give no further
	// access.
	largeFile = 0o100000 | 0o400000
	// streamMask selects the type of a socket from its type and flags: socket(2).
	streamMask = 0xf
)

// calls returns the system calls that an adapter may make from the start. empty is the address
// of the shim's empty path; 0 for any. linked says that a C linker made the binary, and loaded
// that the binary needs a dynamic loader.
func calls(pid int, empty uint64, linked, loaded bool) []confinement.CallRule {
	rules := append(confinement.ServingRules(pid), starting(empty)...)
	if linked {
		rules = append(rules, confinement.ProtectingRules()...)
	}
	if loaded {
		rules = append(rules, loading()...)
	}
	return rules
}

// starting returns the additional calls of a process until it listens.
func starting(empty uint64) []confinement.CallRule {
	rules := confinement.AllowAll(
		unix.SYS_BRK, unix.SYS_SET_TID_ADDRESS, unix.SYS_BIND, unix.SYS_LISTEN,
		// plugin.Serve confines the process further.
		unix.SYS_LANDLOCK_CREATE_RULESET, unix.SYS_LANDLOCK_RESTRICT_SELF,
	)
	if runtime.GOARCH == "amd64" { // the register of thread-local storage
		const archPrctl, setFS = 158, 0x1002
		rules = append(rules, confinement.Allow(archPrctl, confinement.Equals(0, setFS)))
	}
	return append(rules,
		confinement.Allow(unix.SYS_EXECVEAT, execConditions(empty)...),
		confinement.Allow(unix.SYS_PRCTL, confinement.Equals(0, unix.PR_SET_NO_NEW_PRIVS), confinement.Equals(1, 1)),
		confinement.Allow(unix.SYS_SECCOMP,
			confinement.Equals(0, unix.SECCOMP_SET_MODE_FILTER), confinement.Equals(1, unix.SECCOMP_FILTER_FLAG_TSYNC)),
		// A stream socket that listens. Without connect, socketpair and sendmsg, it cannot reach a
		// socket of the host.
		confinement.Allow(unix.SYS_SOCKET, confinement.Equals(0, unix.AF_UNIX),
			confinement.HasBits(1, streamMask, unix.SOCK_STREAM), confinement.Equals(2, 0)),
		confinement.Allow(unix.SYS_SETSOCKOPT, confinement.Equals(1, unix.SOL_SOCKET),
			confinement.Equals(2, unix.SO_REUSEADDR)),
		// An adapter that uses go-plugin makes and removes a file to find a name for its socket, as
		// os.CreateTemp does. This opens no existing file. Landlock limits the folder.
		confinement.Allow(unix.SYS_OPENAT, currentFolder,
			confinement.HasBits(2, ^uint64(largeFile), newFile), confinement.Equals(3, 0o600)),
		confinement.Allow(unix.SYS_UNLINKAT, currentFolder, confinement.Equals(2, 0)),
		// To read its own limits.
		confinement.Allow(unix.SYS_PRLIMIT64, confinement.Equals(0, 0), confinement.Equals(2, 0)),
	)
}

// execConditions returns the conditions of the execveat call with which the shim runs the
// adapter. With an absolute path, the kernel would ignore the descriptor. A filter cannot see
// the path, but it sees the address of the path. The adapter does not know the address of the
// shim's empty path.
func execConditions(empty uint64) []confinement.Condition {
	when := []confinement.Condition{confinement.Equals(0, shim.ExecDescriptor), confinement.Equals(4, unix.AT_EMPTY_PATH)}
	if empty != 0 {
		when = append(when, confinement.Equals(1, empty))
	}
	return when
}

// loading returns the additional calls of a dynamic loader, which opens libraries. Landlock
// limits the files.
func loading() []confinement.CallRule {
	const readOnly = unix.O_ACCMODE | unix.O_CREAT | unix.O_TRUNC
	rules := confinement.AllowAll(unix.SYS_PREAD64, unix.SYS_READLINKAT, unix.SYS_FACCESSAT)
	if runtime.GOARCH == "amd64" { // the C library also uses older calls
		const access, archPrctl, newfstatat = 21, 158, 262
		rules = append(rules, confinement.AllowAll(access, archPrctl, newfstatat)...)
	} else {
		const fstatat = 79
		rules = append(rules, confinement.AllowAll(fstatat)...)
	}
	return append(rules, confinement.Allow(unix.SYS_OPENAT, confinement.HasBits(2, readOnly, unix.O_RDONLY)))
}
