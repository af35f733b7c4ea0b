// Package process starts an adapter's binary as a process that go-plugin can
// talk to, and gives it nothing of the host but a closed pipe: the package
// comment of adapterhost says what and why. It knows nothing of the contract.
package process

import (
	"context"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/hashicorp/go-plugin/runner"

	"platform.internal/platform-core/adapterhost/confine"
	"platform.internal/platform-core/internal/confinement"
	"platform.internal/platform-core/internal/confinement/probe"
)

const (
	// drain is how long a process's output is read after its end: a child of the
	// process could still write to it.
	drain = time.Second
	// ending is how long a process whose connection broke may take to end.
	ending = time.Second
)

// killed is what package os calls the end by os.Kill.
var killed = "signal: " + os.Kill.String()

// Spec says what to start, and what of this machine the process gets.
type Spec struct {
	confine.Launch

	Image *Image
	// Plain starts the process unconfined.
	Plain bool
	// Emit gets each line that it writes to stderr. It must not wait for anything.
	Emit func(line string)
	// Created is called once there is a process, before the adapter's first
	// instruction where it is confined. groupless says why the system allows it no
	// control group.
	Created func(groupless error)
	// Check is called before the adapter's first instruction in any case. Its error
	// keeps the adapter from running.
	Check func() error
	// NoGroup starts it without a control group.
	NoGroup bool
}

// Process is one run of an Image. It is go-plugin's runner, which starts it.
type Process struct {
	// Confinement is what the launch shim found when the process started.
	Confinement confinement.Report

	life   context.Context
	spec   Spec
	cmd    *exec.Cmd
	head   *head
	errors *Lines
	// group is its control group; nil for none. groupless says why the system allows
	// none; nil also where none was wanted.
	group     *confine.Group
	groupless error
	// connection is the host's, until somebody takes it.
	connection atomic.Pointer[net.Conn]
	started    atomic.Pointer[os.Process]
	// reason is why this host ended the process: empty for no reason of the
	// process's own, nil when it did not.
	reason atomic.Pointer[string]
	// memoryKills is how often the kernel had killed for memory before the start.
	memoryKills int
	done        chan struct{}
	failed      error
}

var _ runner.Runner = (*Process)(nil)

// New returns a process, not yet started; it is killed when life is done.
func New(life context.Context, spec Spec) *Process {
	p := &Process{life: life, spec: spec, head: newHead(), errors: NewLines(spec.Emit), done: make(chan struct{})}
	p.Confinement.Open = probe.All
	// The fields are set one by one because exec.Command looks a bare name up in
	// the environment's PATH.
	p.cmd = &exec.Cmd{Stdout: p.head, Stderr: p.errors, WaitDelay: drain}
	return p
}

// Start starts the process, once, and confined from its first instruction where
// this system can do that. The error wraps confine.ErrEnded for a process that
// ended before it was the adapter's.
func (p *Process) Start(context.Context) error {
	p.memoryKills = memoryKills()
	if !p.spec.Plain && !p.spec.NoGroup {
		p.group, p.groupless = confine.NewGroup(p.spec.groupMemory(), p.spec.Threads)
		p.spec.Group = p.group
	}
	if err := p.launch(); err != nil {
		p.started.Store(nil)
		p.removeGroup()
		close(p.done)
		return err
	}
	release := context.AfterFunc(p.life, func() { p.End("") })
	go p.reap(release)
	return nil
}

// groupMargin is what a control group allows beyond the process's own limit, in
// bytes: the group also counts what the kernel keeps for the process, and a Go
// program that meets its own limit says so before it ends.
const groupMargin = 64 << 20

func (s Spec) groupMemory() uint64 {
	if s.Memory > confine.Unlimited-groupMargin {
		return confine.Unlimited
	}
	return s.Memory + groupMargin
}

// created makes the process known, and puts it into its control group. Without one
// the launch has the limit that counts the threads of a user.
func (p *Process) created(launch *confine.Launch) {
	p.started.Store(p.cmd.Process)
	if p.group != nil {
		if p.groupless = p.group.Add(p.cmd.Process.Pid); p.groupless != nil {
			p.removeGroup()
			p.group = nil
		}
	}
	if p.group == nil {
		launch.UserThreads = confine.UserThreads(p.spec.Threads)
	}
	p.spec.Launch = *launch
	p.spec.Created(p.groupless)
}

func (p *Process) removeGroup() {
	if p.group != nil {
		p.group.Remove()
	}
}

func (p *Process) launch() error {
	if _, err := p.cmd.StdinPipe(); err != nil {
		return err
	}
	if p.spec.Plain || !confine.Available() {
		if err := p.spec.Check(); err != nil {
			return err
		}
		closeDescriptors()
		p.cmd.Path, p.cmd.Args, p.cmd.Env = p.spec.Image.path, []string{p.spec.Name}, p.spec.Environment
		p.cmd.Dir = p.spec.Directory
		if err := p.cmd.Start(); err != nil {
			return err
		}
		p.created(&p.spec.Launch)
		return nil
	}
	image, err := os.Open(p.spec.Image.path)
	if err != nil {
		return err
	}
	defer func() { _ = image.Close() }()
	p.Confinement, err = p.spec.Start(p.life, p.cmd, image, func(launch *confine.Launch) error {
		p.created(launch)
		return p.spec.Check()
	})
	return err
}

// Bounds returns what the kernel bounds of the process.
func (p *Process) Bounds() []string {
	if p.spec.Plain {
		return nil
	}
	return p.spec.Bounds(p.PID(), p.group)
}

// closeDescriptors keeps the host's descriptors from a process that is not
// confined; the launch shim closes them itself. Those that Go opened are not
// inherited anyway: this is for the ones that the host was started with. Those
// that are not open refuse, which does no harm.
func closeDescriptors() {
	const maxDescriptors = 4096
	for fd := 3; fd < maxDescriptors; fd++ {
		syscall.CloseOnExec(fd)
	}
}

// reap waits for the end. Output is read to its end, or a little beyond the
// process's, before anybody hears of it.
func (p *Process) reap(release func() bool) {
	p.failed = p.cmd.Wait()
	release()
	p.errors.Close()
	_ = p.head.Close()
	if unused := p.Connection(); unused != nil {
		_ = unused.Close()
	}
	p.removeGroup()
	close(p.done)
}

// Usage is what a process takes of its machine.
type Usage struct {
	Threads int
	// Names are the files in the folder of its socket.
	Names int
	// Memory is what only this process has written to, in bytes.
	Memory uint64
	// Processor is how long it has computed since its start.
	Processor time.Duration
}

// Ended is closed once the process is gone and all its output has been read, or
// could not be started.
func (p *Process) Ended() <-chan struct{} { return p.done }

// Exit is what is known of a process that ended, or lost its connection.
type Exit struct {
	// Outcome is how it ended, such as "exit status 2".
	Outcome string
	// Killed: somebody other than this host sent it SIGKILL. The confinement keeps
	// an adapter from sending it to itself.
	Killed bool
	// Ended: this host ended it, for the reason that is the Outcome.
	Ended bool
	// OutOfMemory: the kernel killed it for want of memory, or the Go runtime gave
	// up for that reason.
	OutOfMemory bool
	// LastLine is the line of its stderr that says most about its end: why the Go
	// runtime gave up, or else the last one. It is printable; empty for none.
	LastLine string
}

// Exit returns how the process ended. A connection breaks a little before its
// process has ended, so the process is given the time to end by itself.
func (p *Process) Exit() Exit {
	exit := Exit{Outcome: "lost its connection"}
	select {
	case <-p.done:
		exit.Outcome, exit.Killed, exit.OutOfMemory = p.outcome()
		reason := p.reason.Load()
		exit.Ended = reason != nil && *reason != ""
	case <-time.After(ending):
	}
	exit.LastLine = p.errors.Last()
	for _, words := range []string{"out of memory", "cannot allocate memory"} { // runtime.throw in mheap.go and mem_linux.go
		exit.OutOfMemory = exit.OutOfMemory || strings.Contains(exit.Outcome, words) || strings.Contains(exit.LastLine, words)
	}
	return exit
}

func (p *Process) outcome() (text string, byOthers, outOfMemory bool) {
	reason := p.reason.Load()
	switch {
	case p.cmd.ProcessState == nil:
		return "did not start", false, false
	case reason != nil && *reason != "":
		return *reason, false, false
	case reason != nil || p.cmd.ProcessState.String() != killed:
		return p.cmd.ProcessState.String(), false, false
	case memoryKills() > p.memoryKills:
		// The kernel does not say whom it killed: this process is the likely one.
		return "killed by the kernel, which was out of memory", false, true
	default:
		return killed, true, false
	}
}

// Kill ends the process at once. There is nothing that it could save.
func (p *Process) Kill(context.Context) error {
	p.End("")
	return nil
}

// End kills the process. Its Outcome is then the reason, unless that is empty.
func (p *Process) End(reason string) {
	started := p.started.Load()
	if started == nil || !p.reason.CompareAndSwap(nil, &reason) {
		return
	}
	if started.Kill() != nil { // it is gone, and this host is not the cause
		p.reason.Store(nil)
	}
}

// EndSoon ends a process that does not end by itself within a moment. It returns
// after that.
func (p *Process) EndSoon(reason string) {
	select {
	case <-p.done:
	case <-time.After(ending):
		p.End(reason)
	}
}

// Wait returns once the process is gone.
func (p *Process) Wait(context.Context) error {
	<-p.done
	return p.failed
}

// Stdout is where go-plugin reads the first line, and nothing else.
func (p *Process) Stdout() io.ReadCloser { return io.NopCloser(p.head) }

// Stderr is empty for go-plugin: the lines go to the log as they are, and not
// through its guesses of what they mean.
func (p *Process) Stderr() io.ReadCloser { return io.NopCloser(strings.NewReader("")) }

// Name returns the process's name for go-plugin's messages.
func (p *Process) Name() string { return p.spec.Name }

// ID returns the process ID as text.
func (p *Process) ID() string { return strconv.Itoa(p.PID()) }

// PID returns the process ID; 0 for one that did not start.
func (p *Process) PID() int {
	if started := p.started.Load(); started != nil {
		return started.Pid
	}
	return 0
}

// Diagnose has nothing to add: the host's own sentence says what to do.
func (p *Process) Diagnose(context.Context) string { return "" }

// HostToPlugin returns the address as it is: both see the same machine.
func (p *Process) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}
