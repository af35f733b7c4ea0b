//go:build linux && (amd64 || arm64)

package confinement

import (
	"slices"

	"golang.org/x/sys/unix"

	"platform.internal/platform-core/internal/confinement/shim"
)

// serving are the calls of an adapter that listens and answers: what Go's
// scheduler, memory and poller make (the runtime's sys_linux_*.s and
// internal/runtime/syscall), and reading and writing what is open. None of them
// opens, connects, starts or reaches anything. The busiest come first.
func serving(pid int) []rule {
	rules := always(
		unix.SYS_FUTEX, unix.SYS_EPOLL_PWAIT, unix.SYS_READ, unix.SYS_WRITE, unix.SYS_NANOSLEEP,
		unix.SYS_CLOCK_GETTIME, unix.SYS_SCHED_YIELD, unix.SYS_RT_SIGRETURN,
		unix.SYS_CLOSE, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_EXIT, unix.SYS_EXIT_GROUP, unix.SYS_FSTAT,
		unix.SYS_ACCEPT4, unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EVENTFD2,
		unix.SYS_GETPEERNAME, unix.SYS_GETPID, unix.SYS_GETRANDOM, unix.SYS_GETSOCKNAME,
		unix.SYS_GETTID, unix.SYS_LSEEK, unix.SYS_MEMBARRIER, unix.SYS_MINCORE, unix.SYS_MUNMAP, unix.SYS_PIPE2, unix.SYS_READV, unix.SYS_RESTART_SYSCALL, unix.SYS_RSEQ,
		unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_SCHED_GETAFFINITY, unix.SYS_SET_ROBUST_LIST,
		unix.SYS_SHUTDOWN, unix.SYS_SIGALTSTACK, unix.SYS_UNAME, unix.SYS_WRITEV,
	)
	rules = append(rules, memory()...)
	// The runtime signals its threads to preempt them, to have each make a call
	// (os_linux.go, sigPerThreadSyscall), and to die of what it met (signal_unix.go).
	// SIGKILL is left to the host, which can then tell who did it.
	own := is(0, uint64(pid)) // #nosec G115 -- a process ID is never negative
	for _, signal := range []unix.Signal{unix.SIGURG, perThread, unix.SIGABRT, unix.SIGSEGV, unix.SIGBUS, unix.SIGFPE, unix.SIGPIPE} {
		rules = append(rules, on(unix.SYS_TGKILL, own, is(2, uint64(signal)))) // #nosec G115 -- 1 to 31
	}
	return append(rules,
		on(unix.SYS_CLONE, has(0, threadFlags|newNamespace, unix.CLONE_THREAD|unix.CLONE_VM|unix.CLONE_SIGHAND)),
		// Not SO_PEERPIDFD, which is a hold on the host's process.
		on(unix.SYS_GETSOCKOPT, is(1, unix.SOL_SOCKET), is(2, unix.SO_ERROR)),
		on(unix.SYS_GETSOCKOPT, is(1, unix.SOL_SOCKET), is(2, unix.SO_TYPE)),
		// Not F_SETOWN and F_SETSIG, which have the kernel signal any process.
		on(unix.SYS_FCNTL, is(1, unix.F_GETFD)), on(unix.SYS_FCNTL, is(1, unix.F_SETFD)),
		on(unix.SYS_FCNTL, is(1, unix.F_GETFL)), on(unix.SYS_FCNTL, is(1, unix.F_SETFL)),
		on(unix.SYS_FCNTL, is(1, unix.F_DUPFD_CLOEXEC)),
		// Names of mappings and threads.
		on(unix.SYS_PRCTL, is(0, unix.PR_SET_VMA)), on(unix.SYS_PRCTL, is(0, unix.PR_SET_NAME)),
	)
}

// memory is what RLIMIT_DATA counts, which is what a process is bounded by:
// private pages that it can write to. What is shared, what grows like a stack,
// and what was written and then protected is not counted, so it cannot be had.
// Nor can a page be reported as broken, which the privileged may.
func memory() []rule {
	const uncounted = unix.MAP_TYPE | unix.MAP_GROWSDOWN | unix.MAP_HUGETLB
	rules := []rule{
		on(unix.SYS_MMAP, has(3, uncounted, unix.MAP_PRIVATE)),
		on(unix.SYS_MPROTECT, has(2, unix.PROT_WRITE, unix.PROT_WRITE)),
	}
	for _, advice := range []uint64{
		unix.MADV_DONTNEED, unix.MADV_FREE, unix.MADV_HUGEPAGE, unix.MADV_NOHUGEPAGE, unix.MADV_COLLAPSE, unix.MADV_DONTDUMP,
	} {
		rules = append(rules, on(unix.SYS_MADVISE, is(2, advice)))
	}
	return rules
}

// protecting is the further call of a process that a C linker has laid out: its
// start protects what it has relocated, and its threads guard their stacks.
func protecting() []rule { return always(unix.SYS_MPROTECT) }

// perThread is the runtime's sigPerThreadSyscall, SIGRTMIN + 1.
const perThread = 33

// threadFlags tell a thread from a process; newNamespace are the flags that
// would give it a world of its own, and vfork's.
const (
	threadFlags  = unix.CLONE_THREAD | unix.CLONE_VM | unix.CLONE_SIGHAND
	newNamespace = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
		unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_PTRACE | unix.CLONE_VFORK
)

// starting are the further calls of a process on its way to listen. empty is the
// address of the shim's path; 0 for any.
func starting(empty uint64) []rule {
	rules := always(
		unix.SYS_BRK, unix.SYS_SET_TID_ADDRESS, unix.SYS_BIND, unix.SYS_LISTEN,
		// Serve lays its own box within this one.
		unix.SYS_LANDLOCK_CREATE_RULESET, unix.SYS_LANDLOCK_RESTRICT_SELF,
	)
	return append(rules,
		on(unix.SYS_EXECVEAT, itself(empty)...),
		on(unix.SYS_PRCTL, is(0, unix.PR_SET_NO_NEW_PRIVS), is(1, 1)),
		on(unix.SYS_SECCOMP, is(0, unix.SECCOMP_SET_MODE_FILTER), is(1, unix.SECCOMP_FILTER_FLAG_TSYNC)),
		// A stream that listens. There is no connect, no socketpair and no sendmsg, so
		// it cannot be turned towards a socket of the host.
		on(unix.SYS_SOCKET, is(0, unix.AF_UNIX), has(1, streamMask, unix.SOCK_STREAM), is(2, 0)),
		on(unix.SYS_SETSOCKOPT, is(1, unix.SOL_SOCKET), is(2, unix.SO_REUSEADDR)),
		// go-plugin makes and removes a file to find a free name for its socket, as
		// os.CreateTemp does. This opens no file that exists; Landlock says where.
		on(unix.SYS_OPENAT, current, has(2, ^uint64(largeFile), newFile), is(3, 0o600)),
		on(unix.SYS_UNLINKAT, current, is(2, 0)),
		// Its own limits, to read.
		on(unix.SYS_PRLIMIT64, is(0, 0), is(2, 0)),
	)
}

// itself lets the shim run the adapter's own bytes, which shim.ExecDescriptor
// does once. The kernel would take an absolute path before the descriptor, and a
// filter sees no path; but it sees where the path is, and the adapter does not
// know where the shim had its empty one.
func itself(empty uint64) []condition {
	when := []condition{is(0, shim.ExecDescriptor), is(4, unix.AT_EMPTY_PATH)}
	if empty != 0 {
		when = append(when, is(1, empty))
	}
	return when
}

// current is AT_FDCWD as the first argument, an int.
var current = has(0, 1<<32-1, 1<<32+unix.AT_FDCWD)

const (
	newFile = unix.O_RDWR | unix.O_CREAT | unix.O_EXCL | unix.O_CLOEXEC
	// largeFile are the bits that the C library may add, on either architecture;
	// they open nothing more.
	largeFile = 0o100000 | 0o400000
)

// streamMask leaves a socket's type of type and flags: socket(2).
const streamMask = 0xf

// loading are the further calls of a dynamic loader, which opens libraries; the
// files that it reaches are Landlock's matter.
func loading() []rule {
	rules := always(unix.SYS_PREAD64, newfstatat, unix.SYS_READLINKAT, unix.SYS_FACCESSAT)
	return append(rules, on(unix.SYS_OPENAT, has(2, unix.O_ACCMODE|unix.O_CREAT|unix.O_TRUNC, unix.O_RDONLY)))
}

// launching are the calls of an adapter from before its first instruction.
func (l Launch) launching(empty uint64) []rule {
	rules := slices.Concat(serving(l.PID), starting(empty), startingHere())
	if l.Linked {
		rules = append(rules, protecting()...)
	}
	if l.Loaded {
		rules = slices.Concat(rules, loading(), loadingHere())
	}
	return rules
}

func always(calls ...uint32) []rule {
	rules := make([]rule, len(calls))
	for i, call := range calls {
		rules[i] = on(call)
	}
	return rules
}
