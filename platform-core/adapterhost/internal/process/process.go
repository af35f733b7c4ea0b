// Package process starts an adapter's binary as a process for go-plugin. It confines the process
// before the adapter's first instruction, and limits its use of the machine and of the host.
// limits.go has every limit. The package comment of adapterhost says what a process gets, and why.
// Package shim applies the confinement in the new process. Later, the adapter itself applies more:
// see internal/confinement. This package does not depend on the adapter contract.
package process

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/hashicorp/go-plugin/runner"

	"platform.internal/platform-core/internal/confinement"
	"platform.internal/platform-core/internal/confinement/probe"
)

// The errors of a start: the process ended too early, the image could not be read, or the image has
// a different digest.
var (
	ErrEnded  = errors.New("the process ended before it was an adapter's")
	ErrImage  = errors.New("the adapter's file cannot be used")
	ErrDigest = errors.New("the file is not the locked one")
)

// killed is the text of package os for a process that ended by os.Kill.
var killed = "signal: " + os.Kill.String()

// Spec says which program to start, and the limits of its process.
type Spec struct {
	Image *Image
	// Digest is the expected digest of the image. If it is empty, any image is accepted.
	Digest string
	// Name is the adapter's argv[0]. Environment is its whole environment.
	Name        string
	Environment []string
	// Directory is its working directory; empty for the root.
	Directory string
	// Sockets is the folder of its socket.
	Sockets string
	// Memory limits its writable memory, in bytes: see [Unlimited].
	Memory uint64
	// Idle is the period over which the watch measures processor time without a call.
	Idle time.Duration
	// Log logs each line of stderr.
	Log *slog.Logger
	// Plain turns off confinement, and NoGroup turns off the control group. Both are for tests.
	Plain, NoGroup bool
}

// Process is one run of an [Image]. go-plugin starts it, as its runner.
type Process struct {
	// NoGroupReason says why the process has no control group. It is nil if the process has a
	// control group, and if the host did not try to make one, for example because of
	// [Spec].NoGroup.
	NoGroupReason error
	// Described is set when the process has described itself.
	Described atomic.Bool
	// Made is the number of all calls, and Open the number of calls in progress.
	Made, Open atomic.Int64

	life context.Context
	spec Spec
	cmd  *exec.Cmd
	head *head
	log  *lines
	// report says which confinement the shim applied.
	report confinement.Report
	// group is the control group; nil for none. grouped is true if the kernel has confirmed the
	// limits of the group.
	group   *group
	grouped bool
	// userThreads limits the threads of all processes of this user if there is no group; 0 for no
	// limit.
	userThreads uint64
	// connection is the host's connection until Connection returns it.
	connection atomic.Pointer[net.Conn]
	started    atomic.Pointer[os.Process]
	// reason is the reason of [Process.End]; nil if the host did not end the process.
	reason atomic.Pointer[string]
	// memoryKills is the number of processes that the kernel had killed for lack of memory before
	// the start.
	memoryKills int
	// release cancels the kill at the end of life.
	release func() bool
	done    chan struct{}
}

var _ runner.Runner = (*Process)(nil)

// New returns a process that is not started yet. The process is killed when life is cancelled.
func New(life context.Context, spec Spec) *Process {
	p := &Process{life: life, spec: spec, head: newHead(), log: newLines(spec.Log), done: make(chan struct{})}
	p.report.Open = probe.All
	// exec.Command is not used, because it looks up a name in the PATH of the environment.
	p.cmd = &exec.Cmd{Stdout: p.head, Stderr: p.log, WaitDelay: drain, Dir: cmp.Or(spec.Directory, "/")}
	return p
}

// Start starts the process. The process is confined from its first instruction if the operating
// system supports that. Start can be called once. If it fails, no process is left. The error wraps
// [ErrEnded], [ErrImage], or the reason why the adapter could not run.
func (p *Process) Start(context.Context) error {
	p.memoryKills = memoryKills()
	_, err := p.cmd.StdinPipe()
	if err == nil {
		err = p.launch()
	}
	if err == nil {
		go p.reap()
		return nil
	}
	if p.started.Load() != nil {
		// The start failed before this kill, so the kill sets no p.reason.
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
		p.release()
		p.started.Store(nil)
	}
	p.group.remove()
	close(p.done)
	return err
}

// follow registers a started process. The process is killed when life is cancelled, and is watched.
func (p *Process) follow() {
	p.started.Store(p.cmd.Process)
	p.release = context.AfterFunc(p.life, func() { p.End("") })
	if len(watched) > 0 {
		go p.watch()
	}
}

// startPlain starts the process without confinement.
func (p *Process) startPlain() error {
	if err := p.checkDigest(); err != nil {
		return err
	}
	// A child does not inherit descriptors that Go opened. This loop is for descriptors that the
	// host inherited from its own parent. Errors for closed descriptors are harmless. The shim has
	// its own loop.
	const maxDescriptors = 4096
	for fd := 3; fd < maxDescriptors; fd++ {
		syscall.CloseOnExec(fd)
	}
	p.cmd.Path, p.cmd.Args, p.cmd.Env = p.spec.Image.path, []string{p.spec.Name}, p.spec.Environment
	err := p.cmd.Start()
	if err == nil {
		p.follow()
	}
	return err
}

// checkDigest waits for the digest of the image and compares it with that of the spec.
func (p *Process) checkDigest() error {
	found, err := p.spec.Image.Digest()
	if err == nil && p.spec.Digest != "" && p.spec.Digest != found {
		err = fmt.Errorf("%w: the lock file has %s, the file is %s", ErrDigest, p.spec.Digest, found)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrImage, err)
	}
	return nil
}

// reap waits for the end of the process and of its output, and then closes done.
func (p *Process) reap() {
	_ = p.cmd.Wait()
	p.release()
	p.log.close()
	p.head.end()
	if unused := p.connection.Swap(nil); unused != nil {
		_ = (*unused).Close()
	}
	p.group.remove()
	close(p.done)
}

// Ended returns a channel that is closed when the process has ended and its output was read, or
// when it could not be started.
func (p *Process) Ended() <-chan struct{} { return p.done }

// Exit says how a process ended, or that it lost its connection.
type Exit struct {
	// State describes the end, such as "exit status 2".
	State string
	// Killed reports a SIGKILL that this host did not send. A confined adapter cannot send it to
	// itself.
	Killed bool
	// Ended reports that this host killed the process and gave a reason. State is that reason.
	Ended bool
	// OutOfMemory reports that the kernel or the Go runtime ended it because memory was short.
	OutOfMemory bool
	// LastLine is the line of stderr with the reason that the Go runtime gives for the end. Without
	// that line, LastLine is the last line. It is printable. It is empty if there was no output.
	LastLine string
	// Place has the calls that led to the reason in LastLine, with their files and lines. It is printable.
	Place string
}

// Exit returns how the process ended. It waits up to a second, because a connection breaks shortly
// before its process has ended.
func (p *Process) Exit() (exit Exit) {
	select {
	case <-p.done:
		exit = p.endState()
	case <-time.After(ending):
		exit.State = "lost its connection"
	}
	exit.LastLine, exit.Place = p.log.lastLine(), p.log.place()
	for _, words := range []string{"out of memory", "cannot allocate memory"} { // runtime: mheap.go, mem_linux.go
		if strings.Contains(exit.State, words) || strings.Contains(exit.LastLine, words) {
			exit.OutOfMemory = true
		}
	}
	return exit
}

// endState returns the exit of a process that has ended.
func (p *Process) endState() Exit {
	reason, state := p.reason.Load(), p.cmd.ProcessState
	switch {
	case state == nil:
		return Exit{State: "did not start"}
	case reason != nil && *reason != "":
		return Exit{State: *reason, Ended: true}
	case reason != nil || state.String() != killed:
		return Exit{State: state.String()}
	case memoryKills() > p.memoryKills:
		// The kernel does not say which process it killed. It was probably this one.
		return Exit{State: "killed by the kernel, which was out of memory", OutOfMemory: true}
	default:
		return Exit{State: killed, Killed: true}
	}
}

// End kills the process. If reason is not empty, it becomes the State of [Exit].
func (p *Process) End(reason string) {
	started := p.started.Load()
	if started == nil || !p.reason.CompareAndSwap(nil, &reason) {
		return
	}
	if started.Kill() != nil { // it ended before, so this host is not the cause
		p.reason.Store(nil)
	}
}

// PID returns the process ID; 0 if the process did not start.
func (p *Process) PID() int {
	if started := p.started.Load(); started != nil {
		return started.Pid
	}
	return 0
}

// The methods below complete go-plugin's interface of a runner.

// Kill ends the process. If its first line is no handshake, Kill waits up to a second for its own end: the process may
// be about to say why it fails.
func (p *Process) Kill(context.Context) error {
	if p.Offer() < 0 {
		select {
		case <-p.done:
		case <-time.After(ending):
		}
	}
	p.End("")
	return nil
}

// Wait waits for the end of the process.
func (p *Process) Wait(context.Context) error {
	<-p.done
	return nil
}

// Stdout returns the first line, for go-plugin's handshake.
func (p *Process) Stdout() io.ReadCloser { return io.NopCloser(p.head) }

// Stderr returns no data. The lines go directly to the log, because go-plugin would parse them.
func (p *Process) Stderr() io.ReadCloser { return io.NopCloser(strings.NewReader("")) }

// Name returns the process's name for go-plugin's messages.
func (p *Process) Name() string { return p.spec.Name }

// ID returns the process ID as text.
func (p *Process) ID() string { return strconv.Itoa(p.PID()) }

// Diagnose returns an empty text, because the host has its own messages.
func (p *Process) Diagnose(context.Context) string { return "" }

// HostToPlugin returns the address unchanged.
func (p *Process) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}
