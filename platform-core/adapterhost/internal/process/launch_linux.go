//go:build amd64 || arm64

package process

import (
	"cmp"
	"crypto/rand"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"platform.internal/platform-core/adapterhost/internal/shim"
	"platform.internal/platform-core/internal/confinement"
	"platform.internal/platform-core/profile"
)

// launch starts this executable again as a shim, even if its file was replaced meanwhile. The shim
// becomes the adapter when it has its plan. It reads nothing of the image before that, so the
// image may still be filled.
func (p *Process) launch() (err error) {
	if p.spec.Plain {
		return p.startPlain()
	}
	if !p.spec.NoGroup {
		p.group, p.NoGroupReason = newGroup(min(p.spec.Memory, Unlimited-groupMargin)+groupMargin, threadLimit())
	}
	image, err := os.Open(p.spec.Image.path)
	if err != nil {
		return err
	}
	defer func() { _ = image.Close() }()
	planRead, planWrite, err := os.Pipe()
	if err != nil {
		return err
	}
	defer func() { _ = errors.Join(planRead.Close(), planWrite.Close()) }()
	reportRead, reportWrite, err := os.Pipe()
	if err != nil {
		return err
	}
	defer func() { _ = errors.Join(reportRead.Close(), reportWrite.Close()) }()
	p.cmd.Path, p.cmd.Args, p.cmd.Env = "/proc/self/exe", []string{shim.Marker}, []string{}
	p.cmd.ExtraFiles = []*os.File{image, planRead, reportWrite}
	err = onLauncher(func() error { return p.group.around(p.cmd.Start) })
	if p.cmd.Process == nil {
		return err
	}
	if p.group != nil {
		if p.NoGroupReason = p.group.add(p.cmd.Process.Pid); p.NoGroupReason != nil {
			p.group.remove()
			p.group = nil
		}
	}
	if p.group == nil {
		p.userThreads = userThreads(threadLimit())
	}
	p.follow()
	_ = errors.Join(planRead.Close(), reportWrite.Close())
	yield(p.PID())
	if err == nil {
		err = p.checkDigest()
	}
	if err == nil {
		p.report, err = p.instruct(image, planWrite, reportRead)
	}
	return err
}

// instruct sends the shim its plan and returns its report.
func (p *Process) instruct(
	image io.ReaderAt, plans io.WriteCloser, reports io.Reader,
) (r confinement.Report, err error) {
	plan, err := p.plan(image)
	if err != nil {
		return r, err
	}
	_, failed := plans.Write(plan.Encode())
	_ = plans.Close()
	data, err := io.ReadAll(reports)
	report, complete := shim.DecodeReport(data)
	switch {
	case err != nil || failed != nil || !complete:
		return r, errors.Join(ErrEnded, failed, err)
	case report.Failed != 0:
		return r, fmt.Errorf("the launch shim could not run the adapter: %w", syscall.Errno(report.Failed))
	}
	return confinement.Report{Seccomp: report.Seccomp == 0, Landlock: report.Landlock == 0, Open: report.Open}, nil
}

// launcher returns the queue of the thread that starts processes. The kernel ends an adapter when
// the thread that started it ends (see package shim). Threads of Go may end at any time, but this
// one lives as long as the host.
var launcher = sync.OnceValue(func() chan<- func() {
	queue := make(chan func())
	go func() {
		runtime.LockOSThread()
		for start := range queue {
			start()
		}
	}()
	return queue
})

// onLauncher runs start on the launcher's thread and returns its error.
func onLauncher(start func() error) error {
	failed := make(chan error)
	launcher() <- func() { failed <- start() }
	return <-failed
}

// yield lowers the priority of a process, and makes it the first to be killed if memory is short
// (proc_pid_oom_score_adj(5)). Both need no privilege.
func yield(pid int) {
	_ = unix.Setpriority(unix.PRIO_PROCESS, pid, niceness)
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid), []byte("1000"), 0)
}

const (
	readAccess = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_EXECUTE
	// socketAccess is the access of an adapter to its folder: see starting.
	socketAccess = unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK |
		unix.LANDLOCK_ACCESS_FS_REMOVE_FILE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE
)

// plan returns the plan for the shim. The error is E2BIG if a text is too long.
func (p *Process) plan(image io.ReaderAt) (*shim.Plan, error) {
	linked, loaded := linkage(image)
	plan := &shim.Plan{Parent: os.Getpid(), ImageAccess: readAccess, Empty: emptyPath()}
	for i, limit := range p.limits() {
		plan.Limits[i] = limit.Limit
	}
	plan.RulesetSize = uintptr(8 * copy(plan.Ruleset[:], confinement.Landlock()))
	paths := []string{p.spec.Sockets}
	if loaded { // the folders of libraries: ld.so(8)
		paths = append(paths, "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache")
	}
	for i, path := range paths {
		if copy(plan.Rules[i].Path[:], path) == len(plan.Rules[i].Path) {
			return nil, syscall.E2BIG
		}
		plan.Rules[i].Access = readAccess
	}
	plan.Rules[0].Access = socketAccess
	code := confinement.NewFilter(calls(p.PID(), plan.Empty, linked, loaded))
	plan.FilterLength = uint16(copy(plan.Filter[:], unsafe.Slice((*[8]byte)(unsafe.Pointer(&code[0])), len(code))))
	texts := strings.Join(append([]string{p.spec.Name}, p.spec.Environment...), "\x00")
	if len(code) > len(plan.Filter) || copy(plan.Texts[:], texts) == len(plan.Texts) {
		return nil, syscall.E2BIG
	}
	return plan, nil
}

// namedLimit is a limit and the resource that it limits; empty if the resource is not reported.
type namedLimit struct {
	shim.Limit
	bounds string
}

// limits returns the limits of the process. RLIMIT_DATA counts every private writable page. Unlike
// RLIMIT_AS, it does not count addresses that Go only reserves. [confinement.ServingRules] refuses
// other kinds of memory. RLIMIT_FSIZE and RLIMIT_CORE forbid new files and core dumps.
func (p *Process) limits() [7]namedLimit {
	space := min(p.spec.Memory, Unlimited-addressSpace) + addressSpace
	return [7]namedLimit{
		{shim.Limit{Resource: unix.RLIMIT_NOFILE, Max: shim.ExecDescriptor}, profile.BoundDescriptors},
		{shim.Limit{Resource: unix.RLIMIT_CORE}, ""},
		{shim.Limit{Resource: unix.RLIMIT_FSIZE}, profile.BoundFileSize},
		{shim.Limit{Resource: unix.RLIMIT_DATA, Max: p.spec.Memory}, profile.BoundData},
		{shim.Limit{Resource: unix.RLIMIT_STACK, Max: mainStack}, ""},
		{shim.Limit{Resource: unix.RLIMIT_AS, Max: space}, profile.BoundAddresses},
		{shim.Limit{Resource: unix.RLIMIT_NPROC, Max: cmp.Or(p.userThreads, Unlimited)}, profile.BoundThreads},
	}
}

// linkage reports whether a C linker made the binary, and whether it needs a dynamic loader.
func linkage(image io.ReaderAt) (linked, loaded bool) {
	file, err := elf.NewFile(image)
	if err != nil {
		return false, false // the kernel does not run it
	}
	for _, part := range file.Progs {
		loaded = loaded || part.Type == elf.PT_INTERP
		linked = linked || part.Type == elf.PT_GNU_RELRO
	}
	return linked || loaded, loaded
}

// emptyPath returns a random address at which a process can map a page; 0 for none. It is in the
// second quarter of all addresses, which neither Go nor the kernel uses. On amd64 that is 2^45
// addresses.
func emptyPath() uint64 {
	const attempts = 8
	highest, err := mapped(0, 0)
	if err != nil {
		return 0
	}
	quarter := uint64(1) << (bits.Len64(highest) - 2)
	var random [8]byte
	for range attempts {
		_, _ = rand.Read(random[:]) // the adapter must not guess it
		address := quarter + binary.NativeEndian.Uint64(random[:])%quarter
		page := address &^ uint64(os.Getpagesize()-1)
		if got, err := mapped(page, unix.MAP_FIXED_NOREPLACE); err == nil && got == page {
			return address
		}
	}
	return 0
}

// mapped maps a page, unmaps it, and returns its address.
func mapped(address uint64, flags uintptr) (uint64, error) {
	size := uintptr(os.Getpagesize())
	page, _, errno := unix.Syscall6(unix.SYS_MMAP, uintptr(address), size, unix.PROT_NONE,
		unix.MAP_PRIVATE|unix.MAP_ANON|flags, ^uintptr(0), 0)
	if errno != 0 {
		return 0, errno
	}
	_, _, _ = unix.Syscall(unix.SYS_MUNMAP, page, size, 0)
	return uint64(page), nil
}
