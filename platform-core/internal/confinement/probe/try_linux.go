//go:build linux && (amd64 || arm64)

package probe

import (
	"syscall"
	"unsafe"
)

// atCurrent is AT_FDCWD as the kernel takes it from a register.
const atCurrent = ^uintptr(99)

// attempts are in the order of names. Each returns what the kernel said.
var attempts = [Count]func() syscall.Errno{
	tcp, udp, netlink, unixConnect, read, environment, write, create, exec, memoryFile,
	fork, ptrace, signal, limits, ioUring, unshare, mount, bpf,
	stat, execPath, libraries, sharedMemory, stackMemory, protectedMemory,
}

// Try makes every attempt on the calling thread and returns those that are open.
func Try() Set {
	var open Set
	for i, attempt := range attempts {
		if !refused(attempt()) {
			open |= 1 << i
		}
	}
	return open
}

// refused tells a closed way from one that failed because it leads nowhere.
func refused(said syscall.Errno) bool {
	switch said {
	case syscall.EPERM, syscall.EACCES, syscall.ENOSYS, syscall.EAFNOSUPPORT:
		return true
	}
	return false
}

// path returns the address of a NUL-terminated text for the kernel.
func path(text string) uintptr { return uintptr(unsafe.Pointer(unsafe.StringData(text))) }

func closed(fd uintptr) { _, _, _ = syscall.RawSyscall(syscall.SYS_CLOSE, fd, 0, 0) }

func socket(domain, kind uintptr) (uintptr, syscall.Errno) {
	fd, _, said := syscall.RawSyscall(syscall.SYS_SOCKET, domain, kind|syscall.SOCK_CLOEXEC|syscall.SOCK_NONBLOCK, 0)
	return fd, said
}

// opened reports what a socket of the kind meets.
func opened(domain, kind uintptr) syscall.Errno {
	fd, said := socket(domain, kind)
	if said == 0 {
		closed(fd)
	}
	return said
}

func connected(domain uintptr, address unsafe.Pointer, size uintptr) syscall.Errno {
	fd, said := socket(domain, syscall.SOCK_STREAM)
	if said != 0 {
		return said
	}
	_, _, said = syscall.RawSyscall(syscall.SYS_CONNECT, fd, uintptr(address), size)
	closed(fd)
	return said
}

// tcp dials the discard port of this machine, without waiting for an answer.
func tcp() syscall.Errno {
	address := syscall.RawSockaddrInet4{Family: syscall.AF_INET, Port: 9 << 8, Addr: [4]byte{127, 0, 0, 1}}
	return connected(syscall.AF_INET, unsafe.Pointer(&address), syscall.SizeofSockaddrInet4)
}

func udp() syscall.Errno { return opened(syscall.AF_INET, syscall.SOCK_DGRAM) }

func netlink() syscall.Errno { return opened(syscall.AF_NETLINK, syscall.SOCK_RAW) }

// unixConnect looks for a socket of the host that is not there.
func unixConnect() syscall.Errno {
	address := syscall.RawSockaddrUnix{Family: syscall.AF_UNIX}
	for i, c := range []byte("/platform-escape") {
		address.Path[i] = int8(c)
	}
	return connected(syscall.AF_UNIX, unsafe.Pointer(&address), syscall.SizeofSockaddrUnix)
}

func open(file string, flags uintptr) syscall.Errno {
	fd, _, said := syscall.RawSyscall6(syscall.SYS_OPENAT, atCurrent, path(file), flags|syscall.O_CLOEXEC, 0o600, 0, 0)
	if said == 0 {
		closed(fd)
	}
	return said
}

func read() syscall.Errno { return open("/\x00", syscall.O_RDONLY) }

// environment opens the process's own, which is as closed as its parent's.
func environment() syscall.Errno { return open("/proc/self/environ\x00", syscall.O_RDONLY) }

func write() syscall.Errno { return open("/dev/null\x00", syscall.O_WRONLY) }

// create makes an empty file where the socket folders are, as go-plugin makes its
// own, and takes it away again. Anybody may write there, so its name is one that
// nobody can have taken before; a file system that is only read refuses as well.
func create() syscall.Errno {
	file := "/tmp/platform-escape-" + random() + "\x00"
	said := open(file, syscall.O_RDWR|syscall.O_CREAT|syscall.O_EXCL)
	switch said {
	case 0:
		_, _, _ = syscall.RawSyscall(syscall.SYS_UNLINKAT, atCurrent, path(file), 0)
	case syscall.EROFS:
		return syscall.EACCES
	}
	return said
}

// random returns sixteen letters; the same ones on a kernel without getrandom(2),
// which has no box either.
func random() string {
	var text [16]byte
	_, _, _ = syscall.RawSyscall(sysGetrandom, uintptr(unsafe.Pointer(&text)), uintptr(len(text)), 0)
	for i, b := range text {
		text[i] = 'a' + b%16
	}
	return string(text[:])
}

// exec would run a file that does not exist.
func exec() syscall.Errno {
	var none [1]uintptr
	nothing := uintptr(unsafe.Pointer(&none))
	_, _, said := syscall.RawSyscall(syscall.SYS_EXECVE, path("/platform-escape\x00"), nothing, nothing)
	return said
}

func memoryFile() syscall.Errno {
	fd, _, said := syscall.RawSyscall(sysMemfdCreate, path("platform-escape\x00"), 0, 0)
	if said == 0 {
		closed(fd)
	}
	return said
}

// fork asks for a process with shared signal handlers and its own memory, which
// there is none of: see clone(2), EINVAL.
func fork() syscall.Errno {
	_, _, said := syscall.RawSyscall6(syscall.SYS_CLONE, syscall.CLONE_SIGHAND, 0, 0, 0, 0, 0)
	return said
}

// nobody is a process ID beyond the kernel's largest.
const nobody = 1<<31 - 1

func ptrace() syscall.Errno {
	_, _, said := syscall.RawSyscall6(syscall.SYS_PTRACE, syscall.PTRACE_ATTACH, nobody, 0, 0, 0, 0)
	return said
}

func parent() uintptr {
	pid, _, _ := syscall.RawSyscall(syscall.SYS_GETPPID, 0, 0, 0)
	return pid
}

// signal sends the host signal 0, which reaches nobody.
func signal() syscall.Errno {
	_, _, said := syscall.RawSyscall(syscall.SYS_KILL, parent(), 0, 0)
	return said
}

// limits reads a limit of the host, as it would be set.
func limits() syscall.Errno {
	var limit syscall.Rlimit
	_, _, said := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, parent(), syscall.RLIMIT_NOFILE, 0, uintptr(unsafe.Pointer(&limit)), 0, 0)
	return said
}

func ioUring() syscall.Errno {
	_, _, said := syscall.RawSyscall(sysIOUringSetup, 0, 0, 0)
	return said
}

// unshare asks for a flag that there is not.
func unshare() syscall.Errno {
	_, _, said := syscall.RawSyscall(syscall.SYS_UNSHARE, 1, 0, 0)
	return said
}

func mount() syscall.Errno {
	_, _, said := syscall.RawSyscall6(syscall.SYS_MOUNT, 0, 0, 0, 0, 0, 0)
	return said
}

// bpf asks for a command that there is not.
func bpf() syscall.Errno {
	_, _, said := syscall.RawSyscall(sysBPF, nobody, 0, 0)
	return said
}

// stat looks for a file that does not exist.
func stat() syscall.Errno {
	var found syscall.Stat_t
	_, _, said := syscall.RawSyscall6(sysNewfstatat, atCurrent, path("/platform-escape\x00"), uintptr(unsafe.Pointer(&found)), 0, 0, 0)
	return said
}

// execPath would run a file that does not exist through the descriptor that a
// shim uses: the kernel takes an absolute path before it.
func execPath() syscall.Errno {
	const descriptor, atEmptyPath = 64, 0x1000
	var none [1]uintptr
	nothing := uintptr(unsafe.Pointer(&none))
	_, _, said := syscall.RawSyscall6(sysExecveat, descriptor, path("/platform-escape\x00"), nothing, nothing, atEmptyPath, 0)
	return said
}

// libraries reads where a dynamic loader does.
func libraries() syscall.Errno { return open("/usr/lib/platform-escape\x00", syscall.O_RDONLY) }

const page = 4096

// mapped reports what a new page of the kind meets.
func mapped(kind uintptr, then func(address uintptr) syscall.Errno) syscall.Errno {
	address, _, said := syscall.RawSyscall6(syscall.SYS_MMAP, 0, page, syscall.PROT_READ|syscall.PROT_WRITE,
		kind|syscall.MAP_ANON, ^uintptr(0), 0)
	if said != 0 {
		return said
	}
	said = then(address)
	_, _, _ = syscall.RawSyscall(syscall.SYS_MUNMAP, address, page, 0)
	return said
}

func had(uintptr) syscall.Errno { return 0 }

// sharedMemory asks for memory that no limit counts.
func sharedMemory() syscall.Errno { return mapped(syscall.MAP_SHARED, had) }

// stackMemory asks for memory that grows, or that is moved to where it can: no
// limit counts a stack's.
func stackMemory() syscall.Errno {
	if said := mapped(syscall.MAP_PRIVATE|syscall.MAP_GROWSDOWN, had); !refused(said) {
		return said
	}
	_, _, said := syscall.RawSyscall6(syscall.SYS_MREMAP, page, page, 2*page, 0, 0, 0)
	return said
}

// protectedMemory asks to keep what was written where it can no longer be: no
// limit counts that either.
func protectedMemory() syscall.Errno {
	return mapped(syscall.MAP_PRIVATE, func(address uintptr) syscall.Errno {
		_, _, said := syscall.RawSyscall(syscall.SYS_MPROTECT, address, page, syscall.PROT_READ)
		return said
	})
}
