package adapterhost

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"slices"
	"sync/atomic"
	"time"

	hclog "github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"
	"golang.org/x/time/rate"
	"google.golang.org/grpc"
	"google.golang.org/grpc/health/grpc_health_v1"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost/confine"
	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/internal/rpc"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// So many lines of an adapter are logged at once, and so many a second after
// that; the rest is counted.
const (
	lineBurst = 200
	lineRate  = 20
)

// errSlowStart is why a process was killed that took too long to start.
var errSlowStart = errors.New("the start took too long")

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
	// lines limits how much of the adapter's output is logged; dropped counts the
	// rest.
	lines   *rate.Limiter
	dropped atomic.Int64

	folder  *process.Folder
	process *process.Process
	client  *goplugin.Client
}

func newLaunch(life context.Context, p *program, image *process.Image) *launch {
	l := &launch{program: p, image: image, lines: rate.NewLimiter(lineRate, lineBurst)}
	l.life, l.kill = context.WithCancelCause(life)
	l.slow = time.AfterFunc(p.limits.start, func() { l.kill(errSlowStart) })
	return l
}

// connect starts the process and asks it for its description.
func (l *launch) connect() (*instance, error) {
	defer l.slow.Stop()
	folder, err := process.NewFolder()
	if err != nil {
		return nil, l.program.failure.fault(problem.AdapterNoFolder, err)
	}
	l.folder = folder
	l.client = goplugin.NewClient(l.config())
	i := &instance{limits: l.program.limits, stop: l.stop}
	stub, err := l.dispense(i)
	if err != nil {
		return nil, l.explain(err)
	}
	i.process = l.process
	i.status = adapter.Status{ContractVersion: l.client.NegotiatedVersion(), Digest: l.image.Digest, Verified: l.program.digest != ""}
	if err := i.describe(l.life, l.program.id, stub); err != nil {
		return nil, l.explain(l.program.failure.of("Describe", l.program.limits, err))
	}
	if err := l.judge(i); err != nil {
		return nil, l.explain(err)
	}
	// The connection is there, nobody else shall make one, and nothing is left
	// behind when the host is killed later.
	if err := l.folder.Remove(); err != nil {
		return nil, l.program.failure.fault(problem.AdapterNoFolder, err)
	}
	return i, nil
}

// judge finds out how far the process is confined. One that went away meanwhile
// is not confined at all, which says nothing of its confinement.
func (l *launch) judge(i *instance) error {
	i.status.Confinement = confine.Judge(l.process.PID(), l.process.Confinement, i.announced)
	level := i.status.Confinement.Level
	if level != l.process.Confinement.Level() {
		limited, cancel := context.WithTimeout(l.life, healthTimeout)
		defer cancel()
		if err := i.checkHealth(limited); err != nil {
			return l.program.failure.crashed(process.Exit{}, err)
		}
	}
	if l.program.confined && level != profile.Enforced {
		return l.program.failure.unconfined(i.status.Confinement)
	}
	return nil
}

func (l *launch) dispense(i *instance) (providerv1.AdapterServiceClient, error) {
	connection, err := l.client.Client()
	if err != nil {
		return nil, err
	}
	if err := l.process.CheckPeer(); err != nil {
		return nil, err
	}
	if overGRPC, is := connection.(*goplugin.GRPCClient); is {
		i.health = grpc_health_v1.NewHealthClient(overGRPC.Conn)
	}
	stub, err := connection.Dispense(rpc.ServiceName)
	if err != nil {
		return nil, err
	}
	return stub.(providerv1.AdapterServiceClient), nil
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
		SyncStdout:   process.NewLines(l.logLine),
		SyncStderr:   process.NewLines(l.logLine),
		// go-plugin's own messages add nothing to what is logged here.
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
	p := l.program
	l.process = process.New(l.life, process.Spec{
		Launch: confine.Launch{
			Name: p.path, Environment: slices.Concat(spec.Env, p.environment.Variables),
			Directory: p.environment.Folder, Sockets: sockets, Memory: p.limits.memory,
		},
		Image: l.image, Plain: p.plain, Emit: l.logLine,
	})
	return l.process, nil
}

// logLine logs a line of the adapter's output, if there were not too many.
func (l *launch) logLine(line string) {
	if !l.lines.Allow() {
		l.dropped.Add(1)
		return
	}
	l.logDropped()
	l.program.log.Info("adapter output", "line", line)
}

func (l *launch) logDropped() {
	if lines := l.dropped.Swap(0); lines > 0 {
		l.program.log.Warn("adapter output dropped", "lines", lines)
	}
}

// explain returns the *problem.Problem of a start that failed with err.
func (l *launch) explain(err error) error {
	f, worded := l.program.failure, &problem.Problem{}
	gone := errors.Is(err, errCrashed) || errors.Is(err, confine.ErrEnded)
	switch {
	case errors.Is(context.Cause(l.life), errSlowStart):
		return f.fault(problem.AdapterStartTimeout, err, l.program.limits.start)
	case l.life.Err() != nil:
		return f.fault(problem.PlatformStopping, nil)
	case !gone && errors.As(err, &worded):
		return err
	case errors.Is(err, process.ErrAddress):
		return f.elsewhere(err)
	case !gone && (l.process == nil || l.process.PID() == 0):
		return f.fault(problem.AdapterNotRunnable, err)
	}
	// A process that ran went away, or could not be talked to.
	switch exit, offered := l.process.Exit(), l.process.Offer(); {
	case exit.Killed:
		return f.killed(err)
	case gone:
		return f.crashed(exit, err)
	case offered < 0:
		return f.fault(problem.AdapterNotAnAdapter, printable(err))
	case !speaks(l.program.versions, offered):
		return f.otherVersion(offered, l.program.versions, err)
	case l.client.NegotiatedVersion() == 0:
		return f.fault(problem.AdapterNotAnAdapter, printable(err))
	default:
		return f.crashed(exit, err)
	}
}

// abandon clears up after a start that failed and returns why, for the caller's
// log, with the last line of a process that ran.
func (l *launch) abandon(err error) error {
	l.stop(err)
	var p *problem.Problem
	if l.process == nil || !errors.As(err, &p) {
		return err
	}
	if last := l.process.Exit().LastLine; last != "" {
		return p.Because(fmt.Errorf("its last line was %q: %w", last, cmp.Or(p.Cause, errStopped)))
	}
	return err
}

// stop kills the process, if it is still there, and returns once nothing of it
// is left. It logs an exit that the host did not want: nobody else would.
func (l *launch) stop(reason error) {
	switch {
	case errors.Is(reason, errCrashed):
		l.logExit(slog.LevelError, "adapter crashed", problem.AdapterCrashed)
	case errors.Is(reason, errKilled):
		l.logExit(slog.LevelWarn, "adapter was killed from outside", problem.AdapterKilled)
	case errors.Is(reason, errUnresponsive):
		l.logExit(slog.LevelError, "adapter does not answer the health check and is replaced", problem.AdapterTimeout)
	}
	l.kill(nil)
	if l.process != nil && l.process.PID() != 0 {
		<-l.process.Ended()
	}
	if l.client != nil {
		l.client.Kill()
	}
	l.logDropped()
	if l.folder != nil {
		_ = l.folder.Remove()
	}
}

func (l *launch) logExit(level slog.Level, message string, fault problem.FaultCode) {
	exit := l.process.Exit()
	if exit.OutOfMemory {
		fault = problem.AdapterOutOfMemory
	}
	l.program.log.Log(context.Background(), level, message, "code", problem.AdapterUnavailable, "fault", fault,
		"pid", l.process.PID(), "outcome", exit.Outcome, "last_line", exit.LastLine)
}
