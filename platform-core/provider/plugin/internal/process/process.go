package process

import (
	"context"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-plugin/runner"
)

// drain is how long a process's output is read after its end. It ends a wait
// for output that a child of the process could still write.
const drain = time.Second

// Process is one run of an Image. It is go-plugin's runner, which starts it.
type Process struct {
	life    context.Context
	name    string
	cmd     *exec.Cmd
	stdout  *io.PipeReader
	output  *io.PipeWriter
	head    *head
	errors  *Lines
	started atomic.Pointer[os.Process]
	ended   chan struct{}
	failed  error
}

var _ runner.Runner = (*Process)(nil)

// New returns the process of image, not yet started; it is killed when life is
// done. name is what the process sees as its own name, environment is all that
// it sees of one, and emit gets each line that it writes to stderr.
func New(life context.Context, image *Image, name string, environment []string, emit func(line string)) *Process {
	p := &Process{life: life, name: name, head: &head{}, errors: NewLines(emit), ended: make(chan struct{})}
	p.stdout, p.output = io.Pipe()
	// The fields are set one by one because exec.Command looks a bare name up in
	// the environment's PATH.
	p.cmd = &exec.Cmd{
		Path:      image.path,
		Args:      []string{name},
		Env:       environment,
		Stdout:    io.MultiWriter(p.head, p.output),
		Stderr:    p.errors,
		WaitDelay: drain,
	}
	return p
}

// Start starts the process, once.
func (p *Process) Start(context.Context) error {
	if _, err := p.cmd.StdinPipe(); err != nil {
		return err
	}
	closeDescriptors()
	if err := p.cmd.Start(); err != nil {
		return err
	}
	p.started.Store(p.cmd.Process)
	forget := context.AfterFunc(p.life, p.kill)
	go p.reap(forget)
	return nil
}

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
	if p.failed == nil {
		return "exit status 0"
	}
	return p.failed.Error()
}

// LastLine returns the last line that the process wrote to stderr.
func (p *Process) LastLine() string { return p.errors.Last() }

// FirstLine returns the first line that the process wrote to stdout so far: the
// handshake, if it is an adapter.
func (p *Process) FirstLine() string { return p.head.text() }

// Offer returns the contract version that the process's handshake offers; 0
// for none.
func (p *Process) Offer() int {
	parts := strings.Split(p.FirstLine(), "|")
	if len(parts) < 4 {
		return 0
	}
	version, err := strconv.Atoi(parts[1])
	if err != nil {
		return 0
	}
	return version
}

// Kill ends the process at once. There is nothing that it could save.
func (p *Process) Kill(context.Context) error {
	p.kill()
	return nil
}

// kill fails only for a process that is gone.
func (p *Process) kill() {
	if started := p.started.Load(); started != nil {
		_ = started.Kill()
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
func (p *Process) Name() string { return p.name }

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

// PluginToHost returns the address as it is: both see the same machine.
func (p *Process) PluginToHost(network, address string) (string, string, error) {
	return network, address, nil
}

// HostToPlugin returns the address as it is: both see the same machine.
func (p *Process) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}
