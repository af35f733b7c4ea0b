//go:build amd64 || arm64

package process

import (
	"runtime"

	"golang.org/x/sys/unix"

	"platform.internal/platform-core/adapterhost/internal/shim"
	"platform.internal/platform-core/internal/confinement"
)

// current is AT_FDCWD as the first argument, an int.
var current = confinement.Has(0, 1<<32-1, 1<<32+unix.AT_FDCWD)

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
func calls(pid int, empty uint64, linked, loaded bool) []confinement.Rule {
	rules := append(confinement.Serving(pid), starting(empty)...)
	if linked {
		rules = append(rules, confinement.Protecting()...)
	}
	if loaded {
		rules = append(rules, loading()...)
	}
	return rules
}

// starting are the further calls of a process on its way to listen.
func starting(empty uint64) []confinement.Rule {
	rules := confinement.Always(
		unix.SYS_BRK, unix.SYS_SET_TID_ADDRESS, unix.SYS_BIND, unix.SYS_LISTEN,
		// plugin.Serve confines the process further.
		unix.SYS_LANDLOCK_CREATE_RULESET, unix.SYS_LANDLOCK_RESTRICT_SELF,
	)
	if runtime.GOARCH == "amd64" { // the register of thread-local storage
		const archPrctl, setFS = 158, 0x1002
		rules = append(rules, confinement.On(archPrctl, confinement.Is(0, setFS)))
	}
	return append(rules,
		confinement.On(unix.SYS_EXECVEAT, itself(empty)...),
		confinement.On(unix.SYS_PRCTL, confinement.Is(0, unix.PR_SET_NO_NEW_PRIVS), confinement.Is(1, 1)),
		confinement.On(unix.SYS_SECCOMP,
			confinement.Is(0, unix.SECCOMP_SET_MODE_FILTER), confinement.Is(1, unix.SECCOMP_FILTER_FLAG_TSYNC)),
		// A stream that listens. There is no connect, no socketpair and no sendmsg, so
		// it cannot be turned towards a socket of the host.
		confinement.On(unix.SYS_SOCKET, confinement.Is(0, unix.AF_UNIX),
			confinement.Has(1, streamMask, unix.SOCK_STREAM), confinement.Is(2, 0)),
		confinement.On(unix.SYS_SETSOCKOPT, confinement.Is(1, unix.SOL_SOCKET), confinement.Is(2, unix.SO_REUSEADDR)),
		// An adapter by go-plugin makes and removes a file to find a name for its socket, as
		// os.CreateTemp does. This opens no file that exists; Landlock limits where.
		confinement.On(unix.SYS_OPENAT, current, confinement.Has(2, ^uint64(largeFile), newFile), confinement.Is(3, 0o600)),
		confinement.On(unix.SYS_UNLINKAT, current, confinement.Is(2, 0)),
		// Its own limits, to read.
		confinement.On(unix.SYS_PRLIMIT64, confinement.Is(0, 0), confinement.Is(2, 0)),
	)
}

// itself lets the shim run the adapter's own bytes, which shim.ExecDescriptor
// does once. The kernel would take an absolute path before the descriptor, and a
// filter sees no path; but it sees where the path is, and the adapter does not
// know where the shim had its empty one.
func itself(empty uint64) []confinement.Condition {
	when := []confinement.Condition{confinement.Is(0, shim.ExecDescriptor), confinement.Is(4, unix.AT_EMPTY_PATH)}
	if empty != 0 {
		when = append(when, confinement.Is(1, empty))
	}
	return when
}

// loading are the further calls of a dynamic loader, which opens libraries; which
// files it reaches is Landlock's matter.
func loading() []confinement.Rule {
	const readOnly = unix.O_ACCMODE | unix.O_CREAT | unix.O_TRUNC
	rules := confinement.Always(unix.SYS_PREAD64, unix.SYS_READLINKAT, unix.SYS_FACCESSAT)
	if runtime.GOARCH == "amd64" { // also what the C library calls by its older names
		const access, archPrctl, newfstatat = 21, 158, 262
		rules = append(rules, confinement.Always(access, archPrctl, newfstatat)...)
	} else {
		const fstatat = 79
		rules = append(rules, confinement.Always(fstatat)...)
	}
	return append(rules, confinement.On(unix.SYS_OPENAT, confinement.Has(2, readOnly, unix.O_RDONLY)))
}
