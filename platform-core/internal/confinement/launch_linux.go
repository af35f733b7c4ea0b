//go:build linux && (amd64 || arm64)

package confinement

import (
	"cmp"
	"crypto/rand"
	"encoding/binary"
	"math/bits"
	"os"

	"golang.org/x/sys/unix"

	"platform.internal/platform-core/internal/confinement/shim"
)

// Launch is what an adapter's process needs of its box.
type Launch struct {
	// PID is the process's, before it is the adapter.
	PID int
	// Name is the adapter's argv[0], Environment all that it sees of one.
	Name        string
	Environment []string
	// Directory is its working directory; empty for the root.
	Directory string
	// Sockets is the folder where it makes its socket.
	Sockets string
	// Linked tells that a C linker laid the binary out, and Loaded that it needs a
	// dynamic loader as well.
	Linked, Loaded bool
	// Memory bounds what it can write to, in bytes.
	Memory uint64
}

// Plan returns what the shim has to do.
func (l Launch) Plan() shim.Plan {
	version := generation()
	rules := []shim.Rule{{Path: l.Sockets, Access: socketAccess}}
	if l.Loaded {
		rules = append(rules, libraries()...)
	}
	empty := emptyPath()
	return shim.Plan{
		Parent:      os.Getpid(),
		Limits:      l.limits(),
		Ruleset:     forbidding(version).encoded(version),
		Rules:       rules,
		ImageAccess: readAccess,
		Filter:      encoded(program(architecture, l.launching(empty))),
		Empty:       empty,
		Name:        l.Name,
		Environment: l.Environment,
		Directory:   cmp.Or(l.Directory, "/"),
	}
}

// limits bound the process: getrlimit(2). RLIMIT_DATA counts every private
// writable page, and unlike RLIMIT_AS not what Go merely reserves; see memory for
// the rest. A file that is not opened cannot grow either, and a core dump would
// be one.
func (l Launch) limits() []shim.Limit {
	return []shim.Limit{
		{Resource: unix.RLIMIT_NOFILE, Most: shim.ExecDescriptor},
		{Resource: unix.RLIMIT_CORE, Most: 0},
		{Resource: unix.RLIMIT_FSIZE, Most: 0},
		{Resource: unix.RLIMIT_DATA, Most: l.Memory},
		{Resource: unix.RLIMIT_STACK, Most: mainStack},
	}
}

// mainStack bounds the stack of a process's main thread, in bytes; Linux's own
// default.
const mainStack = 8 << 20

// emptyPath returns an address, chosen at random, at which a process can have a
// page; 0 for none. It lies where neither Go nor the kernel puts anything: in the
// second quarter of the addresses, of which there are 2^45 on amd64.
func emptyPath() uint64 {
	const tries = 8
	highest, err := mapped(0, 0)
	if err != nil {
		return 0
	}
	quarter := uint64(1) << (bits.Len64(highest) - 2)
	var random [8]byte
	for range tries {
		_, _ = rand.Read(random[:]) // the adapter must not know it
		address := quarter + binary.NativeEndian.Uint64(random[:])%quarter
		page := address &^ uint64(os.Getpagesize()-1) // #nosec G115 -- a page's size is positive
		if got, err := mapped(page, unix.MAP_FIXED_NOREPLACE); err == nil && got == page {
			return address
		}
	}
	return 0
}

// mapped maps a page for a moment, and returns where.
func mapped(address uint64, flags uintptr) (uint64, error) {
	size := uintptr(os.Getpagesize()) // #nosec G115 -- a page's size is positive
	page, _, errno := unix.Syscall6(unix.SYS_MMAP, uintptr(address), size, unix.PROT_NONE,
		unix.MAP_PRIVATE|unix.MAP_ANON|flags, ^uintptr(0), 0)
	if errno != 0 {
		return 0, errno
	}
	_, _, _ = unix.Syscall(unix.SYS_MUNMAP, page, size, 0)
	return uint64(page), nil
}

// Launched returns the Report of what a shim reported.
func Launched(r shim.Report) Report {
	return Report{Seccomp: r.Seccomp == 0, Landlock: r.Landlock == 0, Open: r.Open}
}
