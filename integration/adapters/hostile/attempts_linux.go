package main

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
)

// attempt is one way out.
type attempt struct {
	name string
	try  func() error
}

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
	{"read the host by process_vm_readv", func() error { return called(sysProcessVMReadv, uintptr(os.Getppid()), 0, 0) }},
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
	{"setns", func() error { return called(sysSetns, beyond, 0, 0) }},
	{"mount", func() error { return called(syscall.SYS_MOUNT, 0, 0, 0) }},
	{"chroot", func() error { return syscall.Chroot("/") }},
	{"bpf", func() error { return called(sysBPF, beyond, 0, 0) }},
	{"perf_event_open", func() error { return called(syscall.SYS_PERF_EVENT_OPEN, 0, 0, 0) }},
	{"userfaultfd", func() error { return called(sysUserfaultfd, 1<<30, 0, 0) }},
	{"add a key", func() error { return called(syscall.SYS_ADD_KEY, 0, 0, 0) }},
	{"open by handle", func() error { return called(sysOpenByHandle, beyond, 0, 0) }},
	{"openat2", func() error { return called(437, beyond, 0, 0) }},
	{"a descriptor of the host", hostDescriptor},
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
	file, err := os.OpenFile(filepath.Join(scratch, "new"), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
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
	fd, _, errno := syscall.RawSyscall(sysMemfdCreate, uintptr(unsafe.Pointer(name)), 0, 0)
	if errno != 0 {
		return errno
	}
	defer func() { _ = syscall.Close(int(fd)) }()
	return executed(fd)
}

// execAgain aims at the descriptor through which the host's shim ran this file.
func execAgain() error {
	const through = 64
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
	_, _, errno := syscall.RawSyscall6(sysExecveat, fd, uintptr(unsafe.Pointer(&empty)),
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
