//go:build amd64 || arm64

package process

import (
	"runtime"

	"golang.org/x/sys/unix"

	"platform.internal/platform-core/adapterhost/internal/shim"
	"platform.internal/platform-core/internal/confinement"
)

// current is AT_FDCWD as the first argument, an int.
var current = confinement.HasBits(0, 1<<32-1, 1<<32+unix.AT_FDCWD)

const (
	newFile = unix.O_RDWR | unix.O_CREAT | unix.O_EXCL | unix.O_CLOEXEC
	// largeFile are the bits that the C library may add, on either architecture;
	// they open nothing more.
	largeFile = 0o100000 | 0o400000
	// streamMask leaves a socket's type of type and flags: socket(2).
	streamMask = 0xf
)

// calls are those of an adapter from before its first instruction. empty is the
// address of the shim's path; 0 for any. linked: a C linker laid the binary out;
// loaded: it needs a dynamic loader as well.
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

// starting are the further calls of a process on its way to listen.
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
		confinement.Allow(unix.SYS_EXECVEAT, itself(empty)...),
		confinement.Allow(unix.SYS_PRCTL, confinement.Equals(0, unix.PR_SET_NO_NEW_PRIVS), confinement.Equals(1, 1)),
		confinement.Allow(unix.SYS_SECCOMP,
			confinement.Equals(0, unix.SECCOMP_SET_MODE_FILTER), confinement.Equals(1, unix.SECCOMP_FILTER_FLAG_TSYNC)),
		// A stream that listens. There is no connect, no socketpair and no sendmsg, so
		// it cannot be turned towards a socket of the host.
		confinement.Allow(unix.SYS_SOCKET, confinement.Equals(0, unix.AF_UNIX),
			confinement.HasBits(1, streamMask, unix.SOCK_STREAM), confinement.Equals(2, 0)),
		confinement.Allow(unix.SYS_SETSOCKOPT, confinement.Equals(1, unix.SOL_SOCKET), confinement.Equals(2, unix.SO_REUSEADDR)),
		// An adapter by go-plugin makes and removes a file to find a name for its socket, as
		// os.CreateTemp does. This opens no file that exists; Landlock limits where.
		confinement.Allow(unix.SYS_OPENAT, current, confinement.HasBits(2, ^uint64(largeFile), newFile), confinement.Equals(3, 0o600)),
		confinement.Allow(unix.SYS_UNLINKAT, current, confinement.Equals(2, 0)),
		// Its own limits, to read.
		confinement.Allow(unix.SYS_PRLIMIT64, confinement.Equals(0, 0), confinement.Equals(2, 0)),
	)
}

// itself lets the shim run the adapter's own bytes, which shim.ExecDescriptor
// does once. The kernel would take an absolute path before the descriptor, and a
// filter sees no path; but it sees where the path is, and the adapter does not
// know where the shim had its empty one.
func itself(empty uint64) []confinement.Condition {
	when := []confinement.Condition{confinement.Equals(0, shim.ExecDescriptor), confinement.Equals(4, unix.AT_EMPTY_PATH)}
	if empty != 0 {
		when = append(when, confinement.Equals(1, empty))
	}
	return when
}

// loading are the further calls of a dynamic loader, which opens libraries; which
// files it reaches is Landlock's matter.
func loading() []confinement.CallRule {
	const readOnly = unix.O_ACCMODE | unix.O_CREAT | unix.O_TRUNC
	rules := confinement.AllowAll(unix.SYS_PREAD64, unix.SYS_READLINKAT, unix.SYS_FACCESSAT)
	if runtime.GOARCH == "amd64" { // also what the C library calls by its older names
		const access, archPrctl, newfstatat = 21, 158, 262
		rules = append(rules, confinement.AllowAll(access, archPrctl, newfstatat)...)
	} else {
		const fstatat = 79
		rules = append(rules, confinement.AllowAll(fstatat)...)
	}
	return append(rules, confinement.Allow(unix.SYS_OPENAT, confinement.HasBits(2, readOnly, unix.O_RDONLY)))
}
