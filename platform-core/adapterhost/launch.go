package adapterhost

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"slices"
	"time"

	hclog "github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"
	"google.golang.org/grpc"
	"google.golang.org/grpc/health/grpc_health_v1"

	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/internal/confinement/probe"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/internal/rpc"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// errSlowStart is why a process was killed that took too long to start.
var errSlowStart = errors.New("the start took too long")

// errStopped is why a process went that the host did not want to go on with.
var errStopped = errors.New("the host ended it")

// lastMoments is how long a process whose connection broke may take to end.
const lastMoments = time.Second

// launch is one attempt to start a program.
type launch struct {
	program *program
	image   *process.Image
	// life is done when the process has to go.
	life context.Context
	kill context.CancelCauseFunc
	// slow kills a process that is not up in time, wherever it hangs: neither
	// go-plugin nor gRPC bounds every step.
	slow *time.Timer
	// gate bounds what the process says.
	gate *gate

	folder  *process.Folder
	process *process.Process
	client  *goplugin.Client
	// confinement is how the process is held; nil until that is known.
	confinement *profile.Confinement
	health      grpc_health_v1.HealthClient
}

func newLaunch(life context.Context, p *program, image *process.Image) *launch {
	l := &launch{program: p, image: image, gate: newGate(time.Now)}
	l.life, l.kill = context.WithCancelCause(life)
	l.slow = time.AfterFunc(p.limits.start, func() { l.kill(errSlowStart) })
	return l
}

// connect starts the process and asks it for its description.
func (l *launch) connect() (*instance, error) {
	defer l.slow.Stop()
	folder, err := process.NewFolder()
	if err != nil {
		return nil, l.program.failure.noFolder(err)
	}
	l.folder = folder
	l.client = goplugin.NewClient(l.config())
	stub, err := l.dispense()
	if err != nil {
		return nil, l.explain(err)
	}
	i := &instance{
		version: l.client.NegotiatedVersion(), digest: l.image.Digest, verified: l.program.digest != "",
		ended: l.process.Ended(), last: l.lastWords,
		pulse: l.pulse, kill: l.killHung, stop: l.stop,
		usage: l.process.Usage, memory: l.program.limits.memory, end: l.process.End,
	}
	if err := i.describe(l.life, l.program.id, stub); err != nil {
		return nil, l.explain(l.program.failure.of("Describe", l.program.limits, err))
	}
	if err := l.look(i); err != nil {
		return nil, l.explain(err)
	}
	if l.program.confined && i.confinement.Level != profile.Enforced {
		return nil, l.program.failure.unconfined(i.confinement)
	}
	return i, l.removeFolder()
}

// look finds out how the process is held. One that went away meanwhile is not
// held at all, and has to be told from one that broke its box.
func (l *launch) look(i *instance) error {
	i.confinement = theConfinement(l.process, i.announced)
	l.confinement = i.confinement
	if l.confinement.Level == l.process.Box().Level() {
		return nil
	}
	limited, cancel := context.WithTimeout(l.life, pulseTimeout)
	defer cancel()
	if err := l.pulse(limited); err != nil {
		l.confinement = nil
		return l.program.failure.crashed(lastWords{}, err)
	}
	return nil
}

func (l *launch) dispense() (providerv1.AdapterServiceClient, error) {
	connection, err := l.client.Client()
	if err != nil {
		return nil, err
	}
	if err := l.process.CheckPeer(); err != nil {
		return nil, err
	}
	if overGRPC, is := connection.(*goplugin.GRPCClient); is {
		l.health = grpc_health_v1.NewHealthClient(overGRPC.Conn)
	}
	stub, err := connection.Dispense(rpc.ServiceName)
	if err != nil {
		return nil, err
	}
	return stub.(providerv1.AdapterServiceClient), nil
}

// pulse asks for the health that every process of go-plugin answers for. Any
// answer will do.
func (l *launch) pulse(ctx context.Context) error {
	_, err := l.health.Check(ctx, &grpc_health_v1.HealthCheckRequest{Service: goplugin.GRPCServiceName})
	return err
}

// killHung ends a process that does not answer at all.
func (l *launch) killHung() {
	l.tell(slog.LevelError, "adapter does not answer at all and is replaced", AdapterTimeout)
	_ = l.process.Kill(l.life)
}

// removeFolder takes the socket away: the connection is there, nobody else
// shall make one, and nothing is left behind when the host is killed.
func (l *launch) removeFolder() error {
	if err := l.folder.Remove(); err != nil {
		return l.program.failure.noFolder(err)
	}
	return nil
}

func (l *launch) config() *goplugin.ClientConfig {
	return &goplugin.ClientConfig{
		HandshakeConfig:  rpc.Handshake,
		VersionedPlugins: offers(l.program.versions),
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC},
		// A runner of our own, because go-plugin's hands on the host's stdin and
		// puts the socket where the environment says.
		RunnerFunc:  l.run,
		SkipHostEnv: true,
		// One connection carries everything, so the socket can go after the first
		// call, and the adapter sees at once that its host is gone.
		GRPCBrokerMultiplex: true,
		UnixSocketConfig:    &goplugin.UnixSocketConfig{TempDir: l.folder.Path},
		// The package comment says why only loopback TCP needs it.
		AutoMTLS:        process.TCP,
		GRPCDialOptions: dialOptions(l.program.limits),
		// A second later than slow, which words it better.
		StartTimeout: l.program.limits.start + time.Second,
		SyncStdout:   process.NewLines(l.say),
		SyncStderr:   process.NewLines(l.say),
		// go-plugin's own messages tell nothing that is not told here.
		Logger: hclog.NewNullLogger(),
	}
}

func dialOptions(l limits) []grpc.DialOption {
	return []grpc.DialOption{
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(l.answer), grpc.MaxCallSendMsgSize(rpc.MaxRequest)),
		// An idle connection must stay: there is no socket left to dial.
		grpc.WithIdleTimeout(0),
		grpc.WithDisableServiceConfig(),
		grpc.WithDisableRetry(),
	}
}

// run returns the process that go-plugin wants to start, which may make its
// socket in the folder sockets.
func (l *launch) run(_ hclog.Logger, spec *exec.Cmd, sockets string) (runner.Runner, error) {
	l.process = process.New(l.life, process.Spec{
		Image: l.image, Name: l.program.path,
		Environment: slices.Concat(spec.Env, l.program.surroundings.Variables), Directory: l.program.surroundings.Folder,
		Sockets: sockets, Memory: l.program.limits.memory, Plain: l.program.plain, Emit: l.say,
	})
	return l.process, nil
}

// say logs a line of the adapter, if it has not said too much.
func (l *launch) say(line string) {
	dropped, ok := l.gate.pass()
	if !ok {
		return
	}
	l.sayDropped(dropped)
	l.program.log.Info("adapter says", "line", line)
}

func (l *launch) sayDropped(lines int) {
	if lines > 0 {
		l.program.log.Warn("adapter says too much", "lines_dropped", lines)
	}
}

// explain returns the *problem.Problem of a start that failed with err.
func (l *launch) explain(err error) error {
	var worded *problem.Problem
	switch {
	case errors.Is(context.Cause(l.life), errSlowStart):
		return l.program.failure.slowStart(l.program.limits.start, err)
	case l.life.Err() != nil:
		return l.program.failure.stopping()
	case errors.Is(err, errCrashed), errors.Is(err, process.ErrEnded):
		return l.ended(err)
	case errors.As(err, &worded):
		return err
	case errors.Is(err, process.ErrAddress):
		return l.program.failure.elsewhere(err)
	case l.process == nil || l.process.PID() == 0:
		return l.program.failure.cannotRun(err)
	default:
		return l.unconnected(err)
	}
}

// ended returns the Problem of a process that went away while it was started.
func (l *launch) ended(err error) error {
	if errors.Is(err, process.ErrEnded) { // in the shim, where no adapter has run
		if l.process.Killed() && !l.process.Starved() {
			return l.program.failure.killed(err)
		}
		return l.program.failure.crashed(lastWords{}, err)
	}
	last := l.lastWords()
	if last.killed {
		return l.program.failure.killed(err)
	}
	return l.program.failure.crashed(last, err)
}

// unconnected tells why a process that ran could not be talked to: that it was
// killed, or else what its first line says.
func (l *launch) unconnected(err error) error {
	last := l.lastWords()
	switch offered := l.process.Offer(); {
	case last.killed:
		return l.program.failure.killed(err)
	case offered < 0:
		return l.program.failure.noAdapter(err)
	case !speaks(l.program.versions, offered):
		return l.program.failure.otherVersion(offered, l.program.versions, err)
	case l.client.NegotiatedVersion() == 0:
		return l.program.failure.noAdapter(err)
	default:
		return l.program.failure.crashed(last, err)
	}
}

// abandon clears up after a start that failed and returns why. What it returns
// is for the caller's log, with the last line of a process that ran. A process
// that went away is replaced, of which nobody else would tell.
func (l *launch) abandon(err error) error {
	switch {
	case isKilled(err):
		l.stop(killed)
	case errors.Is(err, errCrashed):
		l.stop(crashed)
	default:
		l.stop(stillborn)
	}
	var p *problem.Problem
	if l.process == nil || !errors.As(err, &p) {
		return err
	}
	if last := l.process.LastLine(); last != "" {
		return p.Because(fmt.Errorf("its last line was %q: %w", last, cmp.Or(p.Cause, errStopped)))
	}
	return err
}

// stop kills the process, if it is still there, and returns once nothing of it
// is left.
func (l *launch) stop(why fate) {
	switch why {
	case crashed:
		l.tell(slog.LevelError, "adapter crashed", AdapterCrashed)
	case killed:
		l.tell(slog.LevelWarn, "adapter was killed from outside", AdapterKilled)
	}
	l.kill(nil)
	if l.process != nil && l.process.PID() != 0 {
		<-l.process.Ended()
	}
	if l.client != nil {
		l.client.Kill()
	}
	l.sayDropped(l.gate.rest())
	if l.folder != nil {
		_ = l.folder.Remove()
	}
}

// tell logs what became of the process.
func (l *launch) tell(level slog.Level, what string, fault problem.FaultCode) {
	last := lastWords{}
	if fault != AdapterTimeout && l.process.PID() != 0 { // it has gone, or goes
		last = l.lastWords()
	}
	if last.outOfMemory() {
		fault = AdapterOutOfMemory
	}
	l.program.log.Log(context.Background(), level, what, "code", problem.AdapterUnavailable, "fault", fault,
		"pid", l.process.PID(), "outcome", last.outcome, "last_line", last.line)
}

// lastWords returns how the process ended. A connection breaks a little before
// its process has ended, so the process is given the time to do that by itself.
func (l *launch) lastWords() lastWords {
	last := lastWords{outcome: "lost its connection"}
	select {
	case <-l.process.Ended():
		last.outcome = l.process.Outcome()
		if last.killed, last.starved = l.killed(); last.starved {
			last.outcome = "killed by the kernel, which was out of memory"
		}
	case <-time.After(lastMoments):
	}
	last.line = l.process.LastLine()
	return last
}

// killed tells whether somebody outside killed the process, or else the kernel
// for want of memory, in which the process has its part. Where no filter keeps it
// from sending itself SIGKILL it may have been that.
func (l *launch) killed() (outside, starved bool) {
	switch {
	case !l.process.Killed():
		return false, false
	case l.process.Starved():
		return false, true
	default:
		return l.filtered(), false
	}
}

// filtered tells whether a filter keeps the process from sending signals, as far
// as is known. A box that leaves other ways open does that as well. The shim's own
// code sends none.
func (l *launch) filtered() bool {
	box := l.process.Box()
	held := l.confinement == nil || l.confinement.Level != profile.Unavailable
	return held && box.Seccomp && box.Open&probe.Of([]string{"signal"}) == 0
}
