package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-plugin/runner"

	"platform.internal/platform-core/internal/confinement"
	"platform.internal/platform-core/internal/confinement/probe"
)

// drain is how long a process's output is read after its end. It ends a wait
// for output that a child of the process could still write.
const drain = time.Second

// killed is what package os calls the end by os.Kill.
var killed = "signal: " + os.Kill.String()

// ErrEnded is a process that ended while it was being started.
var ErrEnded = errors.New("the process ended before it was an adapter's")

// Spec says what to start, and what of this machine the process gets.
type Spec struct {
	Image *Image
	// Name is what the process sees as its own name.
	Name string
	// Environment is all that it sees of one.
	Environment []string
	// Directory is its working directory; empty for none in particular.
	Directory string
	// Sockets is the folder where it makes its socket, and nowhere else.
	Sockets string
	// Memory bounds what it can write to, in bytes. Only a box holds it to that.
	Memory uint64
	// Plain starts the process without a box.
	Plain bool
	// Emit gets each line that it writes to stderr.
	Emit func(line string)
}

// Process is one run of an Image. It is go-plugin's runner, which starts it.
type Process struct {
	life   context.Context
	spec   Spec
	cmd    *exec.Cmd
	stdout *io.PipeReader
	output *io.PipeWriter
	head   *head
	errors *Lines
	box    confinement.Report
	// address is where the host connects to, once it is known.
	address string
	started atomic.Pointer[os.Process]
	// why is why the host ended the process; nil for no reason of the process's.
	why atomic.Pointer[string]
	// ours tells that this host killed the process.
	ours atomic.Bool
	// starved is how often the kernel had killed for memory before the start.
	starved int
	ended   chan struct{}
	failed  error
}

var _ runner.Runner = (*Process)(nil)

// New returns a process, not yet started; it is killed when life is done.
func New(life context.Context, spec Spec) *Process {
	p := &Process{life: life, spec: spec, head: &head{}, errors: NewLines(spec.Emit), ended: make(chan struct{})}
	p.box.Open = probe.All
	p.stdout, p.output = io.Pipe()
	// The fields are set one by one because exec.Command looks a bare name up in
	// the environment's PATH.
	p.cmd = &exec.Cmd{
		Stdout:    io.MultiWriter(p.head, p.output),
		Stderr:    p.errors,
		WaitDelay: drain,
	}
	return p
}

// Start starts the process, once. Where this system has a box, the process is
// in it from its first instruction.
func (p *Process) Start(context.Context) error {
	if _, err := p.cmd.StdinPipe(); err != nil {
		return err
	}
	closeDescriptors()
	p.starved = starvations()
	if p.spec.Plain || !canBox() {
		return p.startPlain()
	}
	return p.startBoxed()
}

// startPlain starts the process without a box.
func (p *Process) startPlain() error {
	p.cmd.Path, p.cmd.Args, p.cmd.Env = p.spec.Image.path, []string{p.spec.Name}, p.spec.Environment
	p.cmd.Dir = p.spec.Directory
	if err := p.cmd.Start(); err != nil {
		return err
	}
	go p.reap(p.follow())
	return nil
}

// follow has the started process end with its life.
func (p *Process) follow() (forget func() bool) {
	p.started.Store(p.cmd.Process)
	return context.AfterFunc(p.life, p.kill)
}

// Box returns what the box of the process was seen to hold when it started.
func (p *Process) Box() confinement.Report { return p.box }

// reap waits for the end. Output is read to its end, or a little beyond the
// process's, before anybody is told.
func (p *Process) reap(forget func() bool) {
	p.failed = p.cmd.Wait()
	forget()
	p.errors.Close()
	_ = p.output.Close()
	close(p.ended)
}

// Ended is closed once the process is gone and all its output has been read.
// It never closes for a process that did not start.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// Outcome returns how an ended process ended, such as "signal: killed".
func (p *Process) Outcome() string {
	if why := p.why.Load(); why != nil {
		return *why
	}
	if p.failed == nil {
		return "exit status 0"
	}
	return p.failed.Error()
}

// Killed reports whether an ended process was killed by somebody else than this
// host. In its box it cannot do that to itself.
func (p *Process) Killed() bool {
	return p.cmd.ProcessState != nil && p.cmd.ProcessState.String() == killed && !p.ours.Load()
}

// Starved reports whether the kernel has killed for want of memory since the
// process started. It does not say whom: a process that was killed meanwhile is
// the likely one.
func (p *Process) Starved() bool { return starvations() > p.starved }

// LastLine returns the line of the process's stderr that says most about its
// end: why the Go runtime gave up, or else the last one.
func (p *Process) LastLine() string { return p.errors.Last() }

// FirstLine returns the first line that the process wrote to stdout so far: the
// handshake, if it is an adapter.
func (p *Process) FirstLine() string { return p.head.text() }

// Offer returns the contract version that the process's handshake offers; -1
// for none.
func (p *Process) Offer() int {
	parts := strings.Split(p.FirstLine(), "|")
	if len(parts) < 4 {
		return -1
	}
	version, err := strconv.Atoi(parts[1])
	if err != nil || version < 0 {
		return -1
	}
	return version
}

// Kill ends the process at once. There is nothing that it could save.
func (p *Process) Kill(context.Context) error {
	p.kill()
	return nil
}

// End kills the process for what it has done, which its Outcome then says.
func (p *Process) End(why string) {
	p.why.Store(&why)
	p.kill()
}

// kill fails only for a process that is gone, and of which the host is not the
// cause.
func (p *Process) kill() {
	if started := p.started.Load(); started != nil && started.Kill() == nil {
		p.ours.Store(true)
	}
}

// Wait returns once the process is gone.
func (p *Process) Wait(context.Context) error {
	<-p.ended
	return p.failed
}

// Stdout is where go-plugin reads the handshake.
func (p *Process) Stdout() io.ReadCloser { return p.stdout }

// Stderr is empty for go-plugin: the lines go to the log as they are, and not
// through its guesses of what they mean.
func (p *Process) Stderr() io.ReadCloser { return io.NopCloser(strings.NewReader("")) }

// Name returns the process's name for go-plugin's messages.
func (p *Process) Name() string { return p.spec.Name }

// ID returns the process ID as text.
func (p *Process) ID() string { return strconv.Itoa(p.PID()) }

// PID returns the process ID; 0 before the start.
func (p *Process) PID() int {
	if started := p.started.Load(); started != nil {
		return started.Pid
	}
	return 0
}

// Diagnose has nothing to add: the host's own sentence says what to do.
func (p *Process) Diagnose(context.Context) string { return "" }

// PluginToHost returns the address that the process's handshake names, if a host
// may connect to it: whoever listens there gets every order. go-plugin would
// dial any address, and look any name up. The error is ErrAddress.
func (p *Process) PluginToHost(network, address string) (string, string, error) {
	if err := checkHandshake(p.FirstLine()); err != nil {
		return "", "", err
	}
	if err := p.spec.checkAddress(network, address); err != nil {
		return "", "", fmt.Errorf("%w: %q, %q: %w", ErrAddress, Harmless(network), Harmless(address), err)
	}
	p.address = address
	return network, address, nil
}

// HostToPlugin returns the address as it is: both see the same machine.
func (p *Process) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}
