//go:build linux && (amd64 || arm64)

package probe

import (
	"runtime"
	"syscall"
	"unsafe"
)

// System calls that package syscall does not have. From 424 on, the numbers are the same for every
// architecture.
var (
	sysMemfdCreate uintptr = 319
	sysGetrandom   uintptr = 318
)

const sysIOUringSetup = 425

func init() {
	if runtime.GOARCH == "arm64" {
		sysMemfdCreate, sysGetrandom = 279, 278
	}
}

// atCurrent is AT_FDCWD as the kernel takes it from a register.
const atCurrent = ^uintptr(99)

// attempts are in the order of names. Each returns the answer of the kernel.
var attempts = [len(names)]func() syscall.Errno{
	tcp, udp, unixConnect, read, write, create, exec, memoryFile, fork, ptrace, signal, ioUring, unshare, library,
}

// Try makes every attempt on the calling thread, and returns those that were not refused.
func Try() Set {
	var open Set
	for i, attempt := range attempts {
		if !refused(attempt()) {
			open |= 1 << i
		}
	}
	return open
}

// refused reports whether the kernel refused a call. Otherwise the call failed because its target
// does not exist.
func refused(errno syscall.Errno) bool {
	switch errno {
	case syscall.EPERM, syscall.EACCES, syscall.ENOSYS, syscall.EAFNOSUPPORT:
		return true
	}
	return false
}

// path returns the address of a NUL-terminated text for the kernel.
func path(text string) uintptr { return uintptr(unsafe.Pointer(unsafe.StringData(text))) }

// call makes a system call. The targets of pointers in the arguments do not move.
//
//go:uintptrescapes
func call(number uintptr, arguments ...uintptr) (uintptr, syscall.Errno) {
	var a [6]uintptr
	copy(a[:], arguments)
	result, _, errno := syscall.RawSyscall6(number, a[0], a[1], a[2], a[3], a[4], a[5])
	return result, errno
}

// closed returns errno. If the call succeeded, it closes the descriptor.
func closed(fd uintptr, errno syscall.Errno) syscall.Errno {
	if errno == 0 {
		_, _ = call(syscall.SYS_CLOSE, fd)
	}
	return errno
}

func socket(domain, kind uintptr) (uintptr, syscall.Errno) {
	return call(syscall.SYS_SOCKET, domain, kind|syscall.SOCK_CLOEXEC|syscall.SOCK_NONBLOCK)
}

func connected(domain uintptr, address unsafe.Pointer, size uintptr) syscall.Errno {
	fd, errno := socket(domain, syscall.SOCK_STREAM)
	if errno != 0 {
		return errno
	}
	_, errno = call(syscall.SYS_CONNECT, fd, uintptr(address), size)
	_, _ = call(syscall.SYS_CLOSE, fd)
	return errno
}

// tcp dials the discard port of this machine, without waiting for an answer.
func tcp() syscall.Errno {
	address := syscall.RawSockaddrInet4{Family: syscall.AF_INET, Port: 9 << 8, Addr: [4]byte{127, 0, 0, 1}}
	return connected(syscall.AF_INET, unsafe.Pointer(&address), syscall.SizeofSockaddrInet4)
}

func udp() syscall.Errno { return closed(socket(syscall.AF_INET, syscall.SOCK_DGRAM)) }

// unixConnect connects to a socket of the host that does not exist.
func unixConnect() syscall.Errno {
	address := syscall.RawSockaddrUnix{Family: syscall.AF_UNIX}
	for i, c := range []byte("/platform-probe") {
		address.Path[i] = int8(c)
	}
	return connected(syscall.AF_UNIX, unsafe.Pointer(&address), syscall.SizeofSockaddrUnix)
}

func open(file string, flags uintptr) syscall.Errno {
	return closed(call(syscall.SYS_OPENAT, atCurrent, path(file), flags|syscall.O_CLOEXEC, 0o600))
}

func read() syscall.Errno { return open("/\x00", syscall.O_RDONLY) }

func write() syscall.Errno { return open("/dev/null\x00", syscall.O_WRONLY) }

// library opens a file that does not exist in a folder of libraries.
func library() syscall.Errno { return open("/usr/lib/platform-probe\x00", syscall.O_RDONLY) }

// create makes an empty file in the parent of the socket folders, and removes it. Everybody can write
// there, so the name is random. A read-only file system also counts as refused.
func create() syscall.Errno {
	file := "/tmp/platform-probe-" + random() + "\x00"
	errno := open(file, syscall.O_RDWR|syscall.O_CREAT|syscall.O_EXCL)
	switch errno {
	case 0:
		_, _ = call(syscall.SYS_UNLINKAT, atCurrent, path(file), 0)
	case syscall.EROFS:
		return syscall.EACCES
	}
	return errno
}

// random returns sixteen random letters. They are constant on a kernel without getrandom(2), which
// has no seccomp either.
func random() string {
	var text [16]byte
	_, _ = call(sysGetrandom, uintptr(unsafe.Pointer(&text)), uintptr(len(text)))
	for i, b := range text {
		text[i] = 'a' + b%16
	}
	return string(text[:])
}

// exec runs a file that does not exist.
func exec() syscall.Errno {
	var none [1]uintptr
	nothing := uintptr(unsafe.Pointer(&none))
	_, errno := call(syscall.SYS_EXECVE, path("/platform-probe\x00"), nothing, nothing)
	return errno
}

func memoryFile() syscall.Errno { return closed(call(sysMemfdCreate, path("platform-probe\x00"))) }

// fork asks for a process with shared signal handlers but separate memory, which is invalid: see
// clone(2), EINVAL.
func fork() syscall.Errno {
	_, errno := call(syscall.SYS_CLONE, syscall.CLONE_SIGHAND)
	return errno
}

func ptrace() syscall.Errno {
	const nobody = 1<<31 - 1 // beyond the largest process ID
	_, errno := call(syscall.SYS_PTRACE, syscall.PTRACE_ATTACH, nobody)
	return errno
}

// signal sends signal 0 to the host, which is never delivered.
func signal() syscall.Errno {
	parent, _ := call(syscall.SYS_GETPPID)
	_, errno := call(syscall.SYS_KILL, parent)
	return errno
}

func ioUring() syscall.Errno {
	_, errno := call(sysIOUringSetup)
	return errno
}

// unshare asks for a flag that does not exist.
func unshare() syscall.Errno {
	_, errno := call(syscall.SYS_UNSHARE, 1)
	return errno
}
