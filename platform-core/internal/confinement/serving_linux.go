//go:build linux && (amd64 || arm64)

package confinement

import "golang.org/x/sys/unix"

// ServingRules are the calls of an adapter that listens and answers: what Go's
// scheduler, memory and poller make (the runtime's sys_linux_*.s and
// internal/runtime/syscall), and reading and writing what is open. None of them
// opens, connects, starts or reaches anything. The busiest come first.
func ServingRules(pid int) []CallRule {
	rules := AllowAll(
		unix.SYS_FUTEX, unix.SYS_EPOLL_PWAIT, unix.SYS_READ, unix.SYS_WRITE, unix.SYS_NANOSLEEP,
		unix.SYS_CLOCK_GETTIME, unix.SYS_SCHED_YIELD, unix.SYS_RT_SIGRETURN,
		unix.SYS_CLOSE, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_EXIT, unix.SYS_EXIT_GROUP, unix.SYS_FSTAT,
		unix.SYS_ACCEPT4, unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EVENTFD2,
		unix.SYS_GETPEERNAME, unix.SYS_GETPID, unix.SYS_GETRANDOM, unix.SYS_GETSOCKNAME,
		unix.SYS_GETTID, unix.SYS_LSEEK, unix.SYS_MEMBARRIER, unix.SYS_MINCORE, unix.SYS_MUNMAP, unix.SYS_PIPE2,
		unix.SYS_READV, unix.SYS_RESTART_SYSCALL, unix.SYS_RSEQ,
		unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_SCHED_GETAFFINITY, unix.SYS_SET_ROBUST_LIST,
		unix.SYS_SHUTDOWN, unix.SYS_SIGALTSTACK, unix.SYS_UNAME, unix.SYS_WRITEV,
	)
	rules = append(rules, memory()...)
	// The runtime signals its threads to preempt them, to have each make a call
	// (os_linux.go, sigPerThreadSyscall), and to die of what it met (signal_unix.go).
	// SIGKILL is left to the host, which then knows who sent it.
	own := Equals(0, uint64(pid)) // #nosec G115 -- a process ID is never negative
	for _, signal := range []unix.Signal{
		unix.SIGURG, perThread, unix.SIGABRT, unix.SIGSEGV, unix.SIGBUS, unix.SIGFPE, unix.SIGPIPE,
	} {
		rules = append(rules, Allow(unix.SYS_TGKILL, own, Equals(2, uint64(signal)))) // #nosec G115 -- 1 to 31
	}
	return append(rules,
		Allow(unix.SYS_CLONE, HasBits(0, threadFlags|newNamespace, threadFlags)),
		// Not SO_PEERPIDFD, which is a hold on the host's process.
		Allow(unix.SYS_GETSOCKOPT, Equals(1, unix.SOL_SOCKET), Equals(2, unix.SO_ERROR)),
		Allow(unix.SYS_GETSOCKOPT, Equals(1, unix.SOL_SOCKET), Equals(2, unix.SO_TYPE)),
		// Not F_SETOWN and F_SETSIG, which have the kernel signal any process.
		Allow(unix.SYS_FCNTL, Equals(1, unix.F_GETFD)), Allow(unix.SYS_FCNTL, Equals(1, unix.F_SETFD)),
		Allow(unix.SYS_FCNTL, Equals(1, unix.F_GETFL)), Allow(unix.SYS_FCNTL, Equals(1, unix.F_SETFL)),
		Allow(unix.SYS_FCNTL, Equals(1, unix.F_DUPFD_CLOEXEC)),
		// Names of mappings and threads.
		Allow(unix.SYS_PRCTL, Equals(0, unix.PR_SET_VMA)), Allow(unix.SYS_PRCTL, Equals(0, unix.PR_SET_NAME)),
	)
}

// memory allows what RLIMIT_DATA counts, the limit of a process: private pages
// that it can write to. What is shared, what grows like a stack, and what was
// written and then protected is not counted, so it is refused. Nor can a page be
// reported as broken, which the privileged may.
func memory() []CallRule {
	const uncounted = unix.MAP_TYPE | unix.MAP_GROWSDOWN | unix.MAP_HUGETLB
	rules := []CallRule{
		Allow(unix.SYS_MMAP, HasBits(3, uncounted, unix.MAP_PRIVATE)),
		Allow(unix.SYS_MPROTECT, HasBits(2, unix.PROT_WRITE, unix.PROT_WRITE)),
	}
	for _, advice := range []uint64{
		unix.MADV_DONTNEED, unix.MADV_FREE, unix.MADV_HUGEPAGE, unix.MADV_NOHUGEPAGE, unix.MADV_COLLAPSE, unix.MADV_DONTDUMP,
	} {
		rules = append(rules, Allow(unix.SYS_MADVISE, Equals(2, advice)))
	}
	return rules
}

// ProtectingRules is the further call of a process that a C linker has laid out: its
// start protects what it has relocated, and its threads guard their stacks.
func ProtectingRules() []CallRule { return AllowAll(unix.SYS_MPROTECT) }

// perThread is the runtime's sigPerThreadSyscall, SIGRTMIN + 1.
const perThread = 33

// threadFlags distinguish a thread from a process; newNamespace are the flags of
// new namespaces, of tracing and of vfork.
const (
	threadFlags  = unix.CLONE_THREAD | unix.CLONE_VM | unix.CLONE_SIGHAND
	newNamespace = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
		unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_PTRACE | unix.CLONE_VFORK
)
