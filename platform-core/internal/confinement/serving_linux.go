//go:build linux && (amd64 || arm64)

package confinement

import "golang.org/x/sys/unix"

// ServingRules returns the rules for an adapter that listens and answers. They allow the calls of
// Go's scheduler, memory and poller (the runtime's sys_linux_*.s and internal/runtime/syscall), and
// reading and writing of open descriptors. None of them opens a file, connects, or starts a
// process. The most frequent calls come first.
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
	// The runtime signals its threads to preempt them, to make a call on each (os_linux.go,
	// sigPerThreadSyscall), and to end after a fatal signal (signal_unix.go). SIGKILL is refused, so
	// the host knows that another process sent it.
	own := Equals(0, uint64(pid)) // #nosec G115 -- a process ID is never negative
	for _, signal := range []unix.Signal{
		unix.SIGURG, perThread, unix.SIGABRT, unix.SIGSEGV, unix.SIGBUS, unix.SIGFPE, unix.SIGPIPE,
	} {
		rules = append(rules, Allow(unix.SYS_TGKILL, own, Equals(2, uint64(signal)))) // #nosec G115 -- 1 to 31
	}
	return append(rules,
		Allow(unix.SYS_CLONE, HasBits(0, threadFlags|newNamespace, threadFlags)),
		// Not SO_PEERPIDFD, which returns a descriptor of the host's process.
		Allow(unix.SYS_GETSOCKOPT, Equals(1, unix.SOL_SOCKET), Equals(2, unix.SO_ERROR)),
		Allow(unix.SYS_GETSOCKOPT, Equals(1, unix.SOL_SOCKET), Equals(2, unix.SO_TYPE)),
		// Not F_SETOWN and F_SETSIG, which make the kernel signal any process.
		Allow(unix.SYS_FCNTL, Equals(1, unix.F_GETFD)), Allow(unix.SYS_FCNTL, Equals(1, unix.F_SETFD)),
		Allow(unix.SYS_FCNTL, Equals(1, unix.F_GETFL)), Allow(unix.SYS_FCNTL, Equals(1, unix.F_SETFL)),
		Allow(unix.SYS_FCNTL, Equals(1, unix.F_DUPFD_CLOEXEC)),
		// The names of mappings and threads.
		Allow(unix.SYS_PRCTL, Equals(0, unix.PR_SET_VMA)), Allow(unix.SYS_PRCTL, Equals(0, unix.PR_SET_NAME)),
	)
}

// memory returns the rules for memory. They allow only what RLIMIT_DATA counts: private writable
// pages. They refuse shared pages, pages that grow like a stack, and pages that are made read-only
// after writing. They also refuse to report a page as broken, which is a privilege.
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

// ProtectingRules returns the additional rules for a binary that a C linker made. Its start protects
// relocated pages, and its threads protect the end of their stacks.
func ProtectingRules() []CallRule { return AllowAll(unix.SYS_MPROTECT) }

// perThread is the runtime's sigPerThreadSyscall, SIGRTMIN + 1.
const perThread = 33

// threadFlags distinguish a thread from a process. newNamespace is the flags of new namespaces, of
// tracing and of vfork.
const (
	threadFlags  = unix.CLONE_THREAD | unix.CLONE_VM | unix.CLONE_SIGHAND
	newNamespace = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
		unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_PTRACE | unix.CLONE_VFORK
)
