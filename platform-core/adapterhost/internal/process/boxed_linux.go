//go:build linux && (amd64 || arm64)

package process

import (
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"platform.internal/platform-core/internal/confinement"
	"platform.internal/platform-core/internal/confinement/shim"
)

// self is this executable, also when its file was replaced since it started.
const self = "/proc/self/exe"

// canBox tells whether this process can be started once more as a shim.
func canBox() bool {
	_, err := os.Stat(self)
	return err == nil
}

// pipes are the two through which a host talks to its shim.
type pipes struct {
	plan, report struct{ read, write *os.File }
}

func newPipes() (p pipes, err error) {
	if p.plan.read, p.plan.write, err = os.Pipe(); err != nil {
		return p, err
	}
	if p.report.read, p.report.write, err = os.Pipe(); err != nil {
		p.close()
	}
	return p, err
}

// close closes what is open; a second time does no harm.
func (p pipes) close() {
	for _, end := range []*os.File{p.plan.read, p.plan.write, p.report.read, p.report.write} {
		if end != nil {
			_ = end.Close()
		}
	}
}

// startBoxed starts the process as a shim and returns once the shim has become
// the adapter.
func (p *Process) startBoxed() error {
	image, err := p.spec.Image.open()
	if err != nil {
		return err
	}
	defer func() { _ = image.Close() }()
	pipes, err := newPipes()
	if err != nil {
		return err
	}
	defer pipes.close()
	p.cmd.Path, p.cmd.Args, p.cmd.Env = self, []string{shim.Marker}, []string{}
	p.cmd.ExtraFiles = []*os.File{image, pipes.plan.read, pipes.report.write}
	if err := onLauncher(p.cmd.Start); err != nil {
		return err
	}
	forget := p.follow()
	_ = pipes.plan.read.Close()
	_ = pipes.report.write.Close()
	report, err := p.instruct(pipes, image)
	if err != nil {
		// It ends already, or has to; in neither case is the host the cause.
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
		forget()
		p.started.Store(nil)
		return err
	}
	p.box = confinement.Launched(report)
	go p.reap(forget)
	return nil
}

// instruct hands the shim its plan and returns its report.
func (p *Process) instruct(pipes pipes, image *os.File) (shim.Report, error) {
	linked, loaded := linkage(image)
	plan := confinement.Launch{
		PID: p.PID(), Name: p.spec.Name, Environment: p.spec.Environment, Directory: p.spec.Directory, Sockets: p.spec.Sockets,
		Linked: linked, Loaded: loaded, Memory: p.spec.Memory,
	}.Plan()
	_, failed := pipes.plan.write.Write(plan.Encode())
	_ = pipes.plan.write.Close()
	data, err := io.ReadAll(pipes.report.read)
	report, whole := shim.DecodeReport(data)
	switch {
	case err != nil || failed != nil || !whole:
		return shim.Report{}, errors.Join(ErrEnded, failed, err)
	case report.Failed != 0:
		return shim.Report{}, fmt.Errorf("the launch shim could not run the adapter: %w", syscall.Errno(report.Failed))
	}
	return report, nil
}

// linkage tells whether a C linker laid the binary out, and whether it names a
// dynamic loader.
func linkage(image io.ReaderAt) (linked, loaded bool) {
	file, err := elf.NewFile(image)
	if err != nil {
		return false, false // the kernel will not run it either
	}
	for _, part := range file.Progs {
		switch part.Type {
		case elf.PT_INTERP:
			loaded = true
		case elf.PT_GNU_RELRO:
			linked = true
		}
	}
	return linked || loaded, loaded
}
