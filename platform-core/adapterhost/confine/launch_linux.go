//go:build linux && (amd64 || arm64)

package confine

import (
	"cmp"
	"context"
	"crypto/rand"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"platform.internal/platform-core/adapterhost/confine/shim"
	"platform.internal/platform-core/internal/confinement"
)

// self is this executable, also when its file was replaced since it started.
const self = "/proc/self/exe"

// Available reports whether this system can confine a process: whether this one
// can be started once more as a shim.
func Available() bool {
	_, err := os.Stat(self)
	return err == nil
}

// Start starts cmd as a shim, which becomes the adapter in image once created has
// returned, which may change the launch, and returns what the shim reported. Until then
// the shim has read nothing of image, so that may still be filled. The shim is killed when
// life is done. After an error there is no process left; the error is that of created,
// ErrEnded, or what kept the adapter from running.
func (l Launch) Start(life context.Context, cmd *exec.Cmd, image *os.File, created func(*Launch) error) (confinement.Report, error) {
	planRead, planWrite, err := os.Pipe()
	if err != nil {
		return confinement.Report{}, err
	}
	defer func() { _ = errors.Join(planRead.Close(), planWrite.Close()) }()
	reportRead, reportWrite, err := os.Pipe()
	if err != nil {
		return confinement.Report{}, err
	}
	defer func() { _ = errors.Join(reportRead.Close(), reportWrite.Close()) }()
	cmd.Path, cmd.Args, cmd.Env = self, []string{shim.Marker}, []string{}
	cmd.ExtraFiles = []*os.File{image, planRead, reportWrite}
	if err := onLauncher(func() error { return l.Group.around(cmd.Start) }); err != nil {
		if cmd.Process != nil {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
		return confinement.Report{}, err
	}
	release := context.AfterFunc(life, func() { _ = cmd.Process.Kill() })
	defer release()
	_ = errors.Join(planRead.Close(), reportWrite.Close())
	var report confinement.Report
	if err = created(&l); err == nil {
		report, err = l.instruct(cmd.Process.Pid, image, planWrite, reportRead)
	}
	if err != nil {
		// It ends already, or has to; in neither case is the host the cause.
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	return report, err
}

// instruct sends the shim its plan and returns its report.
func (l Launch) instruct(pid int, image io.ReaderAt, plans io.WriteCloser, reports io.Reader) (confinement.Report, error) {
	plan, err := l.plan(pid, image)
	if err != nil {
		return confinement.Report{}, err
	}
	_, failed := plans.Write(plan.Encode())
	_ = plans.Close()
	data, err := io.ReadAll(reports)
	report, complete := shim.DecodeReport(data)
	switch {
	case err != nil || failed != nil || !complete:
		return confinement.Report{}, errors.Join(ErrEnded, failed, err)
	case report.Failed != 0:
		return confinement.Report{}, fmt.Errorf("the launch shim could not run the adapter: %w", syscall.Errno(report.Failed))
	}
	return confinement.Report{Seccomp: report.Seccomp == 0, Landlock: report.Landlock == 0, Open: report.Open}, nil
}

const (
	readAccess = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_EXECUTE
	// socketAccess is what an adapter does in its folder: see starting.
	socketAccess = unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE
	// mainStack bounds the stack of a process's main thread, in bytes; Linux's own
	// default.
	mainStack = 8 << 20
)

// plan returns what the shim has to do, or E2BIG for texts that are too long.
func (l Launch) plan(pid int, image io.ReaderAt) (*shim.Plan, error) {
	linked, loaded := linkage(image)
	plan := &shim.Plan{
		Parent: os.Getpid(), ImageAccess: readAccess, Empty: emptyPath(),
		Limits: l.limits(),
	}
	ruleset := confinement.Landlock()
	plan.RulesetSize = uintptr(8 * copy(plan.Ruleset[:], ruleset))
	paths := []string{l.Sockets}
	if loaded { // where a dynamic loader looks: ld.so(8)
		paths = append(paths, "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache")
	}
	for i, path := range paths {
		if copy(plan.Rules[i].Path[:], path) == len(plan.Rules[i].Path) {
			return nil, syscall.E2BIG
		}
		plan.Rules[i].Access = readAccess
	}
	plan.Rules[0].Access = socketAccess
	code := confinement.Filter(calls(pid, plan.Empty, linked, loaded))
	plan.FilterLength = uint16(copy(plan.Filter[:], unsafe.Slice((*[8]byte)(unsafe.Pointer(&code[0])), len(code))))
	texts := append([]string{cmp.Or(l.Directory, "/"), l.Name}, l.Environment...)
	if len(code) > len(plan.Filter) || copy(plan.Texts[:], strings.Join(texts, "\x00")) == len(plan.Texts) {
		return nil, syscall.E2BIG
	}
	return plan, nil
}

// limits returns the limits of the process. RLIMIT_DATA counts every private
// writable page, and unlike RLIMIT_AS not what Go only reserves; confinement.Serving
// refuses the rest. A file that is not opened cannot grow either, and a core dump
// would be one.
func (l Launch) limits() [7]shim.Limit {
	space := uint64(Unlimited)
	if l.Memory < Unlimited-addressSpace {
		space = l.Memory + addressSpace
	}
	return [7]shim.Limit{
		{Resource: unix.RLIMIT_NOFILE, Max: shim.ExecDescriptor},
		{Resource: unix.RLIMIT_CORE}, {Resource: unix.RLIMIT_FSIZE},
		{Resource: unix.RLIMIT_DATA, Max: l.Memory}, {Resource: unix.RLIMIT_STACK, Max: mainStack},
		{Resource: unix.RLIMIT_AS, Max: space},
		{Resource: unix.RLIMIT_NPROC, Max: cmp.Or(l.UserThreads, Unlimited)},
	}
}

// linkage reports whether a C linker laid the binary out, and whether it names a
// dynamic loader.
func linkage(image io.ReaderAt) (linked, loaded bool) {
	file, err := elf.NewFile(image)
	if err != nil {
		return false, false // the kernel will not run it either
	}
	for _, part := range file.Progs {
		loaded = loaded || part.Type == elf.PT_INTERP
		linked = linked || part.Type == elf.PT_GNU_RELRO
	}
	return linked || loaded, loaded
}

// emptyPath returns an address, chosen at random, at which a process can have a
// page; 0 for none. It lies where neither Go nor the kernel puts anything: in the
// second quarter of the addresses, of which there are 2^45 on amd64.
func emptyPath() uint64 {
	const attempts = 8
	highest, err := mapped(0, 0)
	if err != nil {
		return 0
	}
	quarter := uint64(1) << (bits.Len64(highest) - 2)
	var random [8]byte
	for range attempts {
		_, _ = rand.Read(random[:]) // the adapter must not know it
		address := quarter + binary.NativeEndian.Uint64(random[:])%quarter
		page := address &^ uint64(os.Getpagesize()-1)
		if got, err := mapped(page, unix.MAP_FIXED_NOREPLACE); err == nil && got == page {
			return address
		}
	}
	return 0
}

// mapped maps a page for a moment, and returns its address.
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
