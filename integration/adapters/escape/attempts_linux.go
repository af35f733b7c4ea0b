package escape

import (
	"context"
	"fmt"
	"io"
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
	{"raw socket", socket(syscall.AF_INET, syscall.SOCK_RAW, syscall.IPPROTO_ICMP)},
	{"netlink socket", socket(syscall.AF_NETLINK, syscall.SOCK_RAW, 0)},
	{"connect to a Unix socket of the host", func() error { return dialed("unix", hostSocket) }},
	{"connect to an abstract Unix socket", func() error { return dialed("unix", "@"+filepath.Base(hostSocket)) }},
	{"Unix datagram socket", socket(syscall.AF_UNIX, syscall.SOCK_DGRAM, 0)},
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
	{"fork", call(syscall.SYS_CLONE, syscall.CLONE_SIGHAND)}, // one that the kernel cannot make: clone(2), EINVAL
	{"clone3", call(435)},
	{"ptrace the host", call(syscall.SYS_PTRACE, syscall.PTRACE_ATTACH, beyond)},
	{"read the host by process_vm_readv", call(unix.SYS_PROCESS_VM_READV, host)},
	{"signal the host", func() error { return syscall.Kill(os.Getppid(), 0) }},
	{"signal the host's group", func() error { return syscall.Kill(0, 0) }},
	{"signal by owning a descriptor", ownDescriptor},
	{"signal through a pidfd", call(434, host)},
	{"set the host's limits", call(syscall.SYS_PRLIMIT64, host, syscall.RLIMIT_NOFILE, 0, buffer())},
	{"raise its own limits", raiseLimits},
	{"outlive the host", call(syscall.SYS_PRCTL, syscall.PR_SET_PDEATHSIG)},
	{"leave the session", call(syscall.SYS_SETSID)},
	{"io_uring", call(425)},
	{"unshare", call(syscall.SYS_UNSHARE, 1)},
	{"setns", call(unix.SYS_SETNS, beyond)},
	{"mount", call(syscall.SYS_MOUNT)},
	{"chroot", func() error { return syscall.Chroot("/") }},
	{"bpf", call(unix.SYS_BPF, beyond)},
	{"perf_event_open", call(syscall.SYS_PERF_EVENT_OPEN)},
	{"userfaultfd", call(unix.SYS_USERFAULTFD, 1<<30)},
	{"add a key", call(syscall.SYS_ADD_KEY)},
	{"open by handle", call(unix.SYS_OPEN_BY_HANDLE_AT, beyond)},
	{"openat2", call(437, beyond)},
	{"a descriptor of the host", hostDescriptor},
	// As go-plugin does for its socket, it opens what is there as if it were new.
	{"tell whether a path is there", callAt(unix.SYS_OPENAT, secretFile, newFileFlags, 0o600)},
	{"look at a path by stat", call(statCall, path("/etc/shadow"), buffer())},
	{"look at a path by fstatat", callAt(newfstatat, "/etc/shadow", buffer())},
	{"look at a path by statx", callAt(unix.SYS_STATX, "/etc/shadow", 0, unix.STATX_ALL)},
	{"look at a path by faccessat", callAt(unix.SYS_FACCESSAT, "/etc/shadow")},
	{"read a link", callAt(unix.SYS_READLINKAT, "/proc/self/exe", buffer(), 4096)},
	{"hold a path (O_PATH)", callAt(unix.SYS_OPENAT, "/etc", unix.O_PATH)},
	{"make a file without a name", callAt(unix.SYS_OPENAT, scratch, unix.O_TMPFILE|unix.O_RDWR, 0o600)},
	{"read the libraries' folder", callAt(unix.SYS_OPENAT, "/usr/lib/none", unix.O_RDONLY)},
	{"take a file's handle", callAt(unix.SYS_NAME_TO_HANDLE_AT, "/", buffer(), buffer())},
	{"watch a folder", call(unix.SYS_INOTIFY_INIT1)},
	{"watch all files", call(unix.SYS_FANOTIFY_INIT)},
	{"listen on an abstract Unix socket", listenAbstract},
	{"IPv6 socket", socket(unix.AF_INET6, unix.SOCK_STREAM, 0)},
	{"packet socket", socket(unix.AF_PACKET, unix.SOCK_DGRAM, 0)},
	{"kernel cryptography socket", socket(unix.AF_ALG, unix.SOCK_SEQPACKET, 0)},
	{"socket to the hypervisor", socket(unix.AF_VSOCK, unix.SOCK_STREAM, 0)},
	{"Unix packet socket", socket(unix.AF_UNIX, unix.SOCK_SEQPACKET, 0)},
	{"send a message with descriptors", call(unix.SYS_SENDMSG, 0, buffer())},
	{"receive a message with descriptors", call(unix.SYS_RECVMSG, 0, buffer())},
	{"send to an address", call(unix.SYS_SENDTO, 0, buffer())},
	{"splice", call(unix.SYS_SPLICE, beyond, 0, beyond)},
	{"sendfile", call(unix.SYS_SENDFILE, beyond, beyond)},
	{"take hold of the host's process", call(unix.SYS_GETSOCKOPT, 0, unix.SOL_SOCKET, unix.SO_PEERPIDFD)},
	{"load a program into a socket", call(unix.SYS_SETSOCKOPT, 0, unix.SOL_SOCKET, unix.SO_ATTACH_FILTER)},
	{"take a descriptor of the host", call(unix.SYS_PIDFD_GETFD, beyond)},
	{"write to the host by process_vm_writev", call(unix.SYS_PROCESS_VM_WRITEV, host)},
	{"compare with the host", call(unix.SYS_KCMP, host, host)},
	{"signal a thread of the host", call(unix.SYS_TGKILL, host, host)},
	{"queue a signal to the host", call(unix.SYS_RT_SIGQUEUEINFO, host)},
	{"bind the host to a processor", call(unix.SYS_SCHED_SETAFFINITY, host)},
	{"take precedence", call(unix.SYS_SETPRIORITY, 9)},
	// A file that is not there: a kernel that looks says so.
	{"exec by absolute path through its descriptor", call(unix.SYS_EXECVEAT, shimDescriptor,
		path(filepath.Join(scratch, "none")), nothing(), nothing(), unix.AT_EMPTY_PATH)},
	{"exec by path", callAt(unix.SYS_EXECVEAT, filepath.Join(scratch, "none"))},
	{"vfork", call(unix.SYS_CLONE, unix.CLONE_VFORK|unix.CLONE_SIGHAND)},
	{"shared memory", func() error { return mapped(unix.MAP_SHARED) }},
	{"memory that grows", func() error { return mapped(unix.MAP_PRIVATE | unix.MAP_GROWSDOWN) }},
	{"memory that is moved", call(unix.SYS_MREMAP, 4096, 4096, 8192)},
	{"memory that is kept by protection", protect},
	{"report broken memory", call(unix.SYS_MADVISE, 1, 4096, unix.MADV_HWPOISON)},
	{"secret memory", call(unix.SYS_MEMFD_SECRET, beyond)},
	{"System V memory", call(unix.SYS_SHMGET)},
	{"System V messages", call(unix.SYS_MSGGET, beyond)},
	{"POSIX messages", call(unix.SYS_MQ_OPEN, path("/none/"))},
	{"a larger pipe", call(unix.SYS_FCNTL, 1, unix.F_SETPIPE_SZ, 1)},
	{"type into a terminal", call(unix.SYS_IOCTL, 0, unix.TIOCSTI, buffer())},
	{"supervise system calls", call(unix.SYS_SECCOMP, 1, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER)},
	{"become traceable", call(unix.SYS_PRCTL, unix.PR_SET_PTRACER, beyond)},
	{"adopt processes", call(unix.SYS_PRCTL, unix.PR_SET_CHILD_SUBREAPER)},
	{"change its capabilities", call(unix.SYS_CAPSET)},
	{"clone a mount", callAt(unix.SYS_OPEN_TREE, scratch)},
	{"open a file system", call(unix.SYS_FSOPEN, path("none"))},
	{"load a kernel module", call(unix.SYS_FINIT_MODULE, beyond)},
	{"set a timer that signals", call(unix.SYS_TIMER_CREATE, beyond)},
}

// newFileFlags open nothing that exists: that it is there shows by another error than that it must not be.
const newFileFlags = unix.O_RDWR | unix.O_CREAT | unix.O_EXCL | unix.O_CLOEXEC

// beyond is no process, descriptor or command.
const beyond = 1<<31 - 1

// host is the process that started this one.
var host = uintptr(os.Getppid())

// call is the attempt to make a system call.
func call(number uintptr, arguments ...uintptr) func() error {
	return func() error {
		_, err := called(number, arguments...)
		return err
	}
}

func called(number uintptr, arguments ...uintptr) (result uintptr, err error) {
	var a [6]uintptr
	copy(a[:], arguments)
	result, _, errno := syscall.RawSyscall6(number, a[0], a[1], a[2], a[3], a[4], a[5])
	if errno != 0 {
		err = errno
	}
	return result, err
}

// callAt is the attempt to make a call that takes a folder's descriptor and a path.
func callAt(number uintptr, file string, arguments ...uintptr) func() error {
	folder := unix.AT_FDCWD
	all := append([]uintptr{uintptr(folder), path(file)}, append(arguments, make([]uintptr, 2-len(arguments))...)...)
	return func() error {
		result, err := called(number, append(all, buffer())...)
		if err == nil && (number == unix.SYS_OPENAT || number == unix.SYS_OPEN_TREE) {
			_ = syscall.Close(int(result))
		}
		return err
	}
}

// socket is the attempt to open one.
func socket(domain, kind, protocol int) func() error {
	return func() error {
		fd, err := syscall.Socket(domain, kind, protocol)
		if err == nil {
			_ = syscall.Close(fd)
		}
		return err
	}
}

func undone(err error, name string) error {
	if err == nil {
		_ = os.Remove(filepath.Join(scratch, name))
	}
	return err
}

func parent() string { return strconv.Itoa(os.Getppid()) }

func dialed(network, address string) error {
	return closed(net.Dial(network, address))
}

// closed closes what an attempt has opened, and returns why it opened nothing.
func closed(opened io.Closer, err error) error {
	if err == nil {
		_ = opened.Close()
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
	return closed(net.Listen("tcp", "127.0.0.1:0"))
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
	return undone(closed(os.OpenFile(filepath.Join(scratch, "new"), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)), "new")
}

func appendTo() error {
	return closed(os.OpenFile(filepath.Join(scratch, "appendable"), os.O_APPEND|os.O_WRONLY, 0))
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
	return closed(os.Open(filepath.Join("/proc", process, file)))
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
	fd, err := called(unix.SYS_MEMFD_CREATE, path("escape"))
	if err != nil {
		return err
	}
	defer func() { _ = syscall.Close(int(fd)) }()
	return executed(fd)
}

// execAgain aims at the descriptor through which the host's shim ran this file.
func execAgain() error {
	if err := syscall.Dup3(1, shimDescriptor, syscall.O_CLOEXEC); err != nil {
		if executed(shimDescriptor) == syscall.EBADF {
			return errNothingThere // the filter lets it pass, and there is nothing to run
		}
		return err
	}
	return executed(shimDescriptor)
}

func executed(fd uintptr) error {
	return call(unix.SYS_EXECVEAT, fd, path(""), nothing(), nothing(), unix.AT_EMPTY_PATH)()
}

// ownDescriptor would have the kernel send the host a signal when a pipe has
// something to read.
func ownDescriptor() error {
	var pipe [2]int
	if err := syscall.Pipe2(pipe[:], syscall.O_CLOEXEC); err != nil {
		return err
	}
	defer func() { _, _ = syscall.Close(pipe[0]), syscall.Close(pipe[1]) }()
	return call(syscall.SYS_FCNTL, uintptr(pipe[0]), syscall.F_SETOWN, host)()
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

// nothing returns the address of an empty list for the kernel.
func nothing() uintptr { return uintptr(unsafe.Pointer(&none)) }

var (
	kept []*byte
	page [4096]byte
	none [1]uintptr
)

// shimDescriptor is the one through which the host's shim ran this file.
const shimDescriptor = 63

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
