// Package process runs an adapter's binary as a process that go-plugin can talk to. It confines the process from
// before the adapter's first instruction, bounds all that it takes of its host and its machine (limits.go has every
// bound), and gives it nothing of the host but a closed pipe: the package comment of adapterhost says what and why.
// Package shim applies the confinement in the new process; the adapter's own half of it is in internal/confinement.
// This package knows nothing of the contract.
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

// Why a process did not become the adapter's: it ended before, its image could not be read, or has another digest.
var (
	ErrEnded  = errors.New("the process ended before it was an adapter's")
	ErrImage  = errors.New("the adapter's file cannot be used")
	ErrDigest = errors.New("the file is not the locked one")
)

// killed is what package os calls the end by os.Kill.
var killed = "signal: " + os.Kill.String()

// Spec says what to start, and what of this machine the process gets.
type Spec struct {
	Image *Image
	// Digest is the one that the image must have; empty for any.
	Digest string
	// Name is the adapter's argv[0], Environment all that it sees of one.
	Name        string
	Environment []string
	// Directory is its working directory; empty for the root.
	Directory string
	// Sockets is the folder where it makes its socket.
	Sockets string
	// Memory bounds what it can write to, in bytes; Unlimited for no bound.
	Memory uint64
	// Idle is how long computing without a call is measured.
	Idle time.Duration
	// Log gets each line that it writes to stderr.
	Log *slog.Logger
	// Plain starts it unconfined, and NoGroup without a control group: for tests.
	Plain, NoGroup bool
}

// Process is one run of an [Image]. It is go-plugin's runner, which starts it.
type Process struct {
	// NoGroupReason says why the system allows the process no control group; nil also where none was wanted.
	NoGroupReason error
	// Described is set once the process has told what it is.
	Described atomic.Bool
	// Made counts the calls that were ever made, Open those that are under way.
	Made, Open atomic.Int64

	life context.Context
	spec Spec
	cmd  *exec.Cmd
	head *head
	log  *lines
	// report is what the launch shim found when the process started.
	report confinement.Report
	// group is the process's control group; nil for none. grouped is set once the kernel has confirmed its bounds.
	group   *group
	grouped bool
	// userThreads bounds the threads of all processes of this user where there is no group; 0 for no bound.
	userThreads uint64
	// connection is the host's, until somebody takes it.
	connection atomic.Pointer[net.Conn]
	started    atomic.Pointer[os.Process]
	// reason is why this host ended the process: empty for no reason of the process's own, nil when it did not.
	reason atomic.Pointer[string]
	// memoryKills is how often the kernel had killed for memory before the start.
	memoryKills int
	// release ends the wait for the end of life.
	release func() bool
	done    chan struct{}
}

var _ runner.Runner = (*Process)(nil)

// New returns a process, not yet started; it is killed when life is done.
func New(life context.Context, spec Spec) *Process {
	p := &Process{life: life, spec: spec, head: newHead(), log: newLines(spec.Log), done: make(chan struct{})}
	p.report.Open = probe.All
	// The fields are set one by one because exec.Command looks a bare name up in the environment's PATH.
	p.cmd = &exec.Cmd{Stdout: p.head, Stderr: p.log, WaitDelay: drain, Dir: cmp.Or(spec.Directory, "/")}
	return p
}

// Start starts the process, once, and confined from its first instruction where this system can do that. The error
// wraps [ErrEnded], [ErrImage], or what kept the adapter from running; there is no process left then.
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
		// It ends already, or has to; in neither case is the host the cause.
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
		p.release()
		p.started.Store(nil)
	}
	p.group.remove()
	close(p.done)
	return err
}

// follow makes a process known that has been started: from here on it ends with life, and is watched.
func (p *Process) follow() {
	p.started.Store(p.cmd.Process)
	p.release = context.AfterFunc(p.life, func() { p.End("") })
	if len(watched) > 0 {
		go p.watch()
	}
}

// startPlain starts the process unconfined.
func (p *Process) startPlain() error {
	if err := p.checkDigest(); err != nil {
		return err
	}
	// Descriptors that Go opened are not inherited. This is for those that the host was started with; those that are
	// not open refuse, which does no harm. The launch shim closes them itself.
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

// checkDigest waits for the image's digest, and compares it.
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

// reap waits for the end. Output is read to its end, or a little beyond the process's, before anybody hears of it.
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

// Ended is closed once the process is gone and all its output has been read, or could not be started.
func (p *Process) Ended() <-chan struct{} { return p.done }

// Exit is what is known of a process that ended, or lost its connection.
type Exit struct {
	// State is how it ended, such as "exit status 2".
	State string
	// Killed: somebody other than this host sent it SIGKILL. The confinement keeps an adapter from sending it to itself.
	Killed bool
	// Ended: this host ended it, for the reason that is the State.
	Ended bool
	// OutOfMemory: the kernel killed it for want of memory, or the Go runtime gave up for that reason.
	OutOfMemory bool
	// LastLine is the line of its stderr that says most about its end: why the Go runtime gave up, or else the last
	// one. It is printable; empty for none.
	LastLine string
}

// Exit returns how the process ended. A connection breaks a little before its process has ended, so the process is
// given the time to end by itself.
func (p *Process) Exit() (exit Exit) {
	select {
	case <-p.done:
		exit = p.outcome()
	case <-time.After(ending):
		exit.State = "lost its connection"
	}
	exit.LastLine = p.log.lastLine()
	for _, words := range []string{"out of memory", "cannot allocate memory"} { // runtime: mheap.go, mem_linux.go
		if strings.Contains(exit.State, words) || strings.Contains(exit.LastLine, words) {
			exit.OutOfMemory = true
		}
	}
	return exit
}

func (p *Process) outcome() Exit {
	reason, state := p.reason.Load(), p.cmd.ProcessState
	switch {
	case state == nil:
		return Exit{State: "did not start"}
	case reason != nil && *reason != "":
		return Exit{State: *reason, Ended: true}
	case reason != nil || state.String() != killed:
		return Exit{State: state.String()}
	case memoryKills() > p.memoryKills:
		// The kernel does not say whom it killed: this process is the likely one.
		return Exit{State: "killed by the kernel, which was out of memory", OutOfMemory: true}
	default:
		return Exit{State: killed, Killed: true}
	}
}

// End kills the process. Its State is then the reason, unless that is empty.
func (p *Process) End(reason string) {
	started := p.started.Load()
	if started == nil || !p.reason.CompareAndSwap(nil, &reason) {
		return
	}
	if started.Kill() != nil { // it is gone, and this host is not the cause
		p.reason.Store(nil)
	}
}

// PID returns the process ID; 0 for one that did not start.
func (p *Process) PID() int {
	if started := p.started.Load(); started != nil {
		return started.Pid
	}
	return 0
}

// The rest is what go-plugin asks of a runner.

// Kill ends the process at once. There is nothing that it could save.
func (p *Process) Kill(context.Context) error {
	p.End("")
	return nil
}

// Wait returns once the process is gone.
func (p *Process) Wait(context.Context) error {
	<-p.done
	return nil
}

// Stdout is where go-plugin reads the first line, and nothing else.
func (p *Process) Stdout() io.ReadCloser { return io.NopCloser(p.head) }

// Stderr is empty for go-plugin: the lines go to the log as they are, and not through its guesses of what they mean.
func (p *Process) Stderr() io.ReadCloser { return io.NopCloser(strings.NewReader("")) }

// Name returns the process's name for go-plugin's messages.
func (p *Process) Name() string { return p.spec.Name }

// ID returns the process ID as text.
func (p *Process) ID() string { return strconv.Itoa(p.PID()) }

// Diagnose has nothing to add: the host's own sentence says what to do.
func (p *Process) Diagnose(context.Context) string { return "" }

// HostToPlugin returns the address as it is: both see the same machine.
func (p *Process) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}
