package escape

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

var attempts = []attempt{
	{"dial TCP", dialTCP},
	{"dial UDP and send", dialUDP},
	{"look a name up (DNS)", lookUp},
	{"listen on TCP", listenTCP},
	{"raw socket", func() error { return opened(syscall.AF_INET, syscall.SOCK_RAW, syscall.IPPROTO_ICMP) }},
	{"netlink socket", func() error { return opened(syscall.AF_NETLINK, syscall.SOCK_RAW, 0) }},
	{"connect to a Unix socket of the host", func() error { return dialed("unix", hostSocket) }},
	{"connect to an abstract Unix socket", func() error { return dialed("unix", "@"+filepath.Base(hostSocket)) }},
	{"Unix datagram socket", func() error { return opened(syscall.AF_UNIX, syscall.SOCK_DGRAM, 0) }},
	{"socket pair", socketPair},
	{"read a file", func() error { _, err := os.ReadFile(secretFile); return err }},
	{"read /etc/passwd", func() error { _, err := os.ReadFile("/etc/passwd"); return err }},
	{"list a folder", func() error { _, err := os.ReadDir("/"); return err }},
	{"write a file", func() error { return os.WriteFile(filepath.Join(scratch, "written"), []byte("x"), 0o600) }},
	{"make a new file", newFile},
	{"append to a file", appendTo},
	{"make a folder", func() error { return undone(os.Mkdir(filepath.Join(scratch, "folder"), 0o700), "folder") }},
	{"make a link", func() error { return undone(os.Symlink("/", filepath.Join(scratch, "link")), "link") }},
	{"remove a file", func() error { return os.Remove(filepath.Join(scratch, "removable")) }},
	{"change a file's mode", func() error { return os.Chmod(secretFile, 0o600) }},
	{"read a credential of the environment", credential},
	{"read /proc/self/environ", func() error { return readProc("self", "environ") }},
	{"read the host's environment", func() error { return readProc(parent(), "environ") }},
	{"read the host's memory", func() error { return readProc(parent(), "mem") }},
	{"exec a program", execProgram},
	{"exec in place of itself", execInPlace},
	{"exec a memory file", execMemoryFile},
	{"exec its own descriptor again", execAgain},
	{"fork", fork},
	{"clone3", func() error { return called(435, 0, 0, 0) }},
	{"ptrace the host", func() error { return called(syscall.SYS_PTRACE, syscall.PTRACE_ATTACH, beyond, 0) }},
	{"read the host by process_vm_readv", func() error { return called(unix.SYS_PROCESS_VM_READV, uintptr(os.Getppid()), 0, 0) }},
	{"signal the host", func() error { return syscall.Kill(os.Getppid(), 0) }},
	{"signal the host's group", func() error { return syscall.Kill(0, 0) }},
	{"signal by owning a descriptor", ownDescriptor},
	{"signal through a pidfd", func() error { return called(434, uintptr(os.Getppid()), 0, 0) }},
	{"set the host's limits", hostLimits},
	{"raise its own limits", raiseLimits},
	{"outlive the host", func() error { return called(syscall.SYS_PRCTL, syscall.PR_SET_PDEATHSIG, 0, 0) }},
	{"leave the session", func() error { return called(syscall.SYS_SETSID, 0, 0, 0) }},
	{"io_uring", func() error { return called(425, 0, 0, 0) }},
	{"unshare", func() error { return called(syscall.SYS_UNSHARE, 1, 0, 0) }},
	{"setns", func() error { return called(unix.SYS_SETNS, beyond, 0, 0) }},
	{"mount", func() error { return called(syscall.SYS_MOUNT, 0, 0, 0) }},
	{"chroot", func() error { return syscall.Chroot("/") }},
	{"bpf", func() error { return called(unix.SYS_BPF, beyond, 0, 0) }},
	{"perf_event_open", func() error { return called(syscall.SYS_PERF_EVENT_OPEN, 0, 0, 0) }},
	{"userfaultfd", func() error { return called(unix.SYS_USERFAULTFD, 1<<30, 0, 0) }},
	{"add a key", func() error { return called(syscall.SYS_ADD_KEY, 0, 0, 0) }},
	{"open by handle", func() error { return called(unix.SYS_OPEN_BY_HANDLE_AT, beyond, 0, 0) }},
	{"openat2", func() error { return called(437, beyond, 0, 0) }},
	{"a descriptor of the host", hostDescriptor},
	{"tell whether a path is there", exists},
	{"look at a path by stat", func() error { return called(statCall, path("/etc/shadow"), buffer(), 0) }},
	{"look at a path by fstatat", func() error { return at(newfstatat, "/etc/shadow", buffer(), 0) }},
	{"look at a path by statx", func() error { return at(unix.SYS_STATX, "/etc/shadow", 0, unix.STATX_ALL) }},
	{"look at a path by faccessat", func() error { return at(unix.SYS_FACCESSAT, "/etc/shadow", 0, 0) }},
	{"read a link", func() error { return at(unix.SYS_READLINKAT, "/proc/self/exe", buffer(), 4096) }},
	{"hold a path (O_PATH)", func() error { return at(unix.SYS_OPENAT, "/etc", unix.O_PATH, 0) }},
	{"make a file without a name", func() error { return at(unix.SYS_OPENAT, scratch, unix.O_TMPFILE|unix.O_RDWR, 0o600) }},
	{"read the libraries' folder", func() error { return at(unix.SYS_OPENAT, "/usr/lib/none", unix.O_RDONLY, 0) }},
	{"take a file's handle", func() error { return at(unix.SYS_NAME_TO_HANDLE_AT, "/", buffer(), buffer()) }},
	{"watch a folder", func() error { return called(unix.SYS_INOTIFY_INIT1, 0, 0, 0) }},
	{"watch all files", func() error { return called(unix.SYS_FANOTIFY_INIT, 0, 0, 0) }},
	{"listen on an abstract Unix socket", listenAbstract},
	{"IPv6 socket", func() error { return opened(unix.AF_INET6, unix.SOCK_STREAM, 0) }},
	{"packet socket", func() error { return opened(unix.AF_PACKET, unix.SOCK_DGRAM, 0) }},
	{"kernel cryptography socket", func() error { return opened(unix.AF_ALG, unix.SOCK_SEQPACKET, 0) }},
	{"socket to the hypervisor", func() error { return opened(unix.AF_VSOCK, unix.SOCK_STREAM, 0) }},
	{"Unix packet socket", func() error { return opened(unix.AF_UNIX, unix.SOCK_SEQPACKET, 0) }},
	{"send a message with descriptors", func() error { return called(unix.SYS_SENDMSG, 0, buffer(), 0) }},
	{"receive a message with descriptors", func() error { return called(unix.SYS_RECVMSG, 0, buffer(), 0) }},
	{"send to an address", func() error { return called(unix.SYS_SENDTO, 0, buffer(), 0) }},
	{"splice", func() error { return called(unix.SYS_SPLICE, beyond, 0, beyond) }},
	{"sendfile", func() error { return called(unix.SYS_SENDFILE, beyond, beyond, 0) }},
	{"take hold of the host's process", func() error { return called(unix.SYS_GETSOCKOPT, 0, unix.SOL_SOCKET, unix.SO_PEERPIDFD) }},
	{"load a program into a socket", func() error { return called(unix.SYS_SETSOCKOPT, 0, unix.SOL_SOCKET, unix.SO_ATTACH_FILTER) }},
	{"take a descriptor of the host", func() error { return called(unix.SYS_PIDFD_GETFD, beyond, 0, 0) }},
	{"write to the host by process_vm_writev", func() error { return called(unix.SYS_PROCESS_VM_WRITEV, uintptr(os.Getppid()), 0, 0) }},
	{"compare with the host", func() error { return called(unix.SYS_KCMP, uintptr(os.Getppid()), uintptr(os.Getppid()), 0) }},
	{"signal a thread of the host", func() error { return called(unix.SYS_TGKILL, uintptr(os.Getppid()), uintptr(os.Getppid()), 0) }},
	{"queue a signal to the host", func() error { return called(unix.SYS_RT_SIGQUEUEINFO, uintptr(os.Getppid()), 0, 0) }},
	{"bind the host to a processor", func() error { return called(unix.SYS_SCHED_SETAFFINITY, uintptr(os.Getppid()), 0, 0) }},
	{"take precedence", func() error { return called(unix.SYS_SETPRIORITY, 9, 0, 0) }},
	{"exec by absolute path through its descriptor", execByPath},
	{"exec by path", func() error { return at(unix.SYS_EXECVEAT, filepath.Join(scratch, "none"), 0, 0) }},
	{"vfork", func() error { return called(unix.SYS_CLONE, unix.CLONE_VFORK|unix.CLONE_SIGHAND, 0, 0) }},
	{"shared memory", func() error { return mapped(unix.MAP_SHARED) }},
	{"memory that grows", func() error { return mapped(unix.MAP_PRIVATE | unix.MAP_GROWSDOWN) }},
	{"memory that is moved", func() error { return called(unix.SYS_MREMAP, 4096, 4096, 8192) }},
	{"memory that is kept by protection", protect},
	{"report broken memory", func() error { return called(unix.SYS_MADVISE, 1, 4096, unix.MADV_HWPOISON) }},
	{"secret memory", func() error { return called(unix.SYS_MEMFD_SECRET, beyond, 0, 0) }},
	{"System V memory", func() error { return called(unix.SYS_SHMGET, 0, 0, 0) }},
	{"System V messages", func() error { return called(unix.SYS_MSGGET, beyond, 0, 0) }},
	{"POSIX messages", func() error { return called(unix.SYS_MQ_OPEN, path("/none/"), 0, 0) }},
	{"a larger pipe", func() error { return called(unix.SYS_FCNTL, 1, unix.F_SETPIPE_SZ, 1) }},
	{"type into a terminal", func() error { return called(unix.SYS_IOCTL, 0, unix.TIOCSTI, buffer()) }},
	{"supervise system calls", func() error { return called(unix.SYS_SECCOMP, 1, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, 0) }},
	{"become traceable", func() error { return called(unix.SYS_PRCTL, unix.PR_SET_PTRACER, beyond, 0) }},
	{"adopt processes", func() error { return called(unix.SYS_PRCTL, unix.PR_SET_CHILD_SUBREAPER, 0, 0) }},
	{"change its capabilities", func() error { return called(unix.SYS_CAPSET, 0, 0, 0) }},
	{"clone a mount", func() error { return at(unix.SYS_OPEN_TREE, scratch, 0, 0) }},
	{"open a file system", func() error { return called(unix.SYS_FSOPEN, path("none"), 0, 0) }},
	{"load a kernel module", func() error { return called(unix.SYS_FINIT_MODULE, beyond, 0, 0) }},
	{"set a timer that signals", func() error { return called(unix.SYS_TIMER_CREATE, beyond, 0, 0) }},
}

// beyond is no process, descriptor or command.
const beyond = 1<<31 - 1

func called(number, first, second, third uintptr) error {
	if _, _, errno := syscall.RawSyscall6(number, first, second, third, 0, 0, 0); errno != 0 {
		return errno
	}
	return nil
}

func undone(err error, name string) error {
	if err == nil {
		_ = os.Remove(filepath.Join(scratch, name))
	}
	return err
}

func parent() string { return strconv.Itoa(os.Getppid()) }

func dialed(network, address string) error {
	connection, err := net.Dial(network, address)
	if err == nil {
		_ = connection.Close()
	}
	return err
}

func dialTCP() error { return dialed("tcp", tcpAddress) }

func dialUDP() error {
	connection, err := net.Dial("udp", udpAddress)
	if err != nil {
		return err
	}
	_, err = connection.Write([]byte("escaped"))
	_ = connection.Close()
	return err
}

// lookUp asks the test's UDP listener, which never answers; a question that was
// sent is an escape.
func lookUp() error {
	var failed error
	resolver := net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		failed = dialUDP()
		return nil, os.ErrClosed
	}}
	_, _ = resolver.LookupHost(context.Background(), "platform.invalid.")
	return failed
}

func listenTCP() error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err == nil {
		_ = listener.Close()
	}
	return err
}

func opened(domain, kind, protocol int) error {
	fd, err := syscall.Socket(domain, kind, protocol)
	if err == nil {
		_ = syscall.Close(fd)
	}
	return err
}

func socketPair() error {
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_DGRAM, 0)
	if err == nil {
		_, _ = syscall.Close(pair[0]), syscall.Close(pair[1])
	}
	return err
}

// newFile opens nothing that exists, which package init may do: go-plugin needs it.
func newFile() error {
	file, err := os.OpenFile(filepath.Join(scratch, "new"), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err == nil {
		_ = file.Close()
		_ = os.Remove(file.Name())
	}
	return err
}

func appendTo() error {
	file, err := os.OpenFile(filepath.Join(scratch, "appendable"), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_ = file.Close()
	}
	return err
}

func credential() error {
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); !strings.HasPrefix(name, "PLUGIN_") && name != "PLATFORM_ADAPTER" {
			return nil
		}
	}
	return errNothingThere
}

func readProc(process, file string) error {
	opened, err := os.Open(filepath.Join("/proc", process, file))
	if err == nil {
		_ = opened.Close()
	}
	return err
}

func execProgram() error {
	process, err := os.StartProcess("/bin/true", []string{"true"}, &os.ProcAttr{})
	if err == nil {
		_, _ = process.Wait()
	}
	return err
}

// execInPlace names a file that is not there: a kernel that looks says so.
func execInPlace() error { return syscall.Exec(filepath.Join(scratch, "none"), []string{"none"}, nil) }

func execMemoryFile() error {
	name, _ := syscall.BytePtrFromString("escape")
	fd, _, errno := syscall.RawSyscall(unix.SYS_MEMFD_CREATE, uintptr(unsafe.Pointer(name)), 0, 0)
	if errno != 0 {
		return errno
	}
	defer func() { _ = syscall.Close(int(fd)) }()
	return executed(fd)
}

// execAgain aims at the descriptor through which the host's shim ran this file.
func execAgain() error {
	const through = 63
	if err := syscall.Dup3(1, through, syscall.O_CLOEXEC); err != nil {
		if executed(through) == syscall.EBADF {
			return errNothingThere // the filter lets it pass, and there is nothing to run
		}
		return err
	}
	return executed(through)
}

func executed(fd uintptr) error {
	var empty byte
	var none [1]uintptr
	const atEmptyPath = 0x1000
	_, _, errno := syscall.RawSyscall6(unix.SYS_EXECVEAT, fd, uintptr(unsafe.Pointer(&empty)),
		uintptr(unsafe.Pointer(&none)), uintptr(unsafe.Pointer(&none)), atEmptyPath, 0)
	return errno
}

// fork asks for a process that the kernel cannot make: see clone(2), EINVAL.
func fork() error { return called(syscall.SYS_CLONE, syscall.CLONE_SIGHAND, 0, 0) }

// ownDescriptor would have the kernel send the host a signal when a pipe has
// something to read.
func ownDescriptor() error {
	var pipe [2]int
	if err := syscall.Pipe2(pipe[:], syscall.O_CLOEXEC); err != nil {
		return err
	}
	defer func() { _, _ = syscall.Close(pipe[0]), syscall.Close(pipe[1]) }()
	return called(syscall.SYS_FCNTL, uintptr(pipe[0]), syscall.F_SETOWN, uintptr(os.Getppid()))
}

func hostLimits() error {
	var limit syscall.Rlimit
	if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(os.Getppid()), syscall.RLIMIT_NOFILE, 0,
		uintptr(unsafe.Pointer(&limit)), 0, 0); errno != 0 {
		return errno
	}
	return nil
}

func raiseLimits() error {
	limit := syscall.Rlimit{Cur: 4096, Max: 4096}
	return syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)
}

// hostDescriptor looks for anything open beyond the standard ones and what the
// runtime and the SDK opened themselves: pipes, sockets and pollers.
func hostDescriptor() error {
	for fd := 3; fd < 256; fd++ {
		var stat syscall.Stat_t
		if syscall.Fstat(fd, &stat) != nil {
			continue
		}
		switch stat.Mode & syscall.S_IFMT {
		case syscall.S_IFREG, syscall.S_IFDIR, syscall.S_IFBLK, syscall.S_IFCHR:
			return fmt.Errorf("descriptor %d is of a file", fd)
		}
	}
	return errNothingThere
}

// path returns the address of a NUL-terminated text for the kernel, and buffer
// that of a page to write to. Both stay.
func path(text string) uintptr {
	pointer, err := unix.BytePtrFromString(text)
	if err != nil {
		panic(err)
	}
	kept = append(kept, pointer)
	return uintptr(unsafe.Pointer(pointer))
}

func buffer() uintptr { return uintptr(unsafe.Pointer(&page)) }

var (
	kept []*byte
	page [4096]byte
)

// at makes a call that takes a folder's descriptor and a path.
func at(number uintptr, file string, first, second uintptr) error {
	folder := unix.AT_FDCWD
	result, _, errno := syscall.RawSyscall6(number, uintptr(folder), path(file), first, second, buffer(), 0)
	if errno != 0 {
		return errno
	}
	if number == unix.SYS_OPENAT || number == unix.SYS_OPEN_TREE {
		_ = syscall.Close(int(result))
	}
	return nil
}

// exists opens what is there as if it were new, as go-plugin does for its socket:
// that it is there shows by another error than that it must not be.
func exists() error {
	return at(unix.SYS_OPENAT, secretFile, unix.O_RDWR|unix.O_CREAT|unix.O_EXCL|unix.O_CLOEXEC, 0o600)
}

func listenAbstract() error {
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return err
	}
	defer func() { _ = unix.Close(fd) }()
	if err := unix.Bind(fd, &unix.SockaddrUnix{Name: "@platform-hostile-" + strconv.Itoa(os.Getpid())}); err != nil {
		return err
	}
	return unix.Listen(fd, 1)
}

// execByPath names a file that is not there: a kernel that looks says so.
func execByPath() error {
	const through = 63
	var none [1]uintptr
	_, _, errno := syscall.RawSyscall6(unix.SYS_EXECVEAT, through, path(filepath.Join(scratch, "none")),
		uintptr(unsafe.Pointer(&none)), uintptr(unsafe.Pointer(&none)), unix.AT_EMPTY_PATH, 0)
	return errno
}

func mapped(kind int) error {
	memory, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_WRITE, kind|unix.MAP_ANON)
	if err == nil {
		_ = unix.Munmap(memory)
	}
	return err
}

func protect() error {
	memory, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return err
	}
	defer func() { _ = unix.Munmap(memory) }()
	return unix.Mprotect(memory, unix.PROT_READ)
}
