package adapterhost

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	hclog "github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"
	"golang.org/x/time/rate"
	"google.golang.org/grpc"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost/confine"
	"platform.internal/platform-core/adapterhost/internal/process"
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

// endTimeout is how long the end of a process that was killed is waited for.
const endTimeout = 5 * time.Second

// errSlowStart is why a process was killed that took too long to start.
var errSlowStart = errors.New("the start took too long")

// program is an adapter's binary, and how to run it.
type program struct {
	// id is the provider that the binary must be; empty for any.
	id   string
	path string
	// digest is the one that the binary must have, "sha256:" and hex digits;
	// empty for any.
	digest string
	// environment is that of a Run; none under a catalog.
	environment ProcessEnvironment

	failure failure
	options Options
	log     *slog.Logger
	// groupless logs once why there is no control group.
	groupless *sync.Once
}

// start runs the binary until it has described itself. The process ends with
// life. The error is a *problem.Problem.
func (p *program) start(life context.Context) (*instance, error) {
	began := time.Now()
	image, err := p.image()
	if err != nil {
		return nil, p.unusable(err)
	}
	defer func() { _ = image.Close() }()
	l := &launch{program: p, image: image, lines: rate.NewLimiter(lineRate, lineBurst)}
	l.life, l.kill = context.WithCancelCause(life)
	// Whatever a slow start hangs in: neither go-plugin nor gRPC bounds every step.
	slow := time.AfterFunc(p.options.StartTimeout, func() { l.kill(errSlowStart) })
	i, err := l.connect()
	slow.Stop()
	if err != nil {
		return nil, l.abandon(l.explain(err))
	}
	if runtime.GOOS == "linux" && !image.Sealed {
		p.log.Warn("adapter's bytes were not sealed between check and start; the kernel allows no memory file to run", "file", p.path)
	}
	p.log.Debug("adapter started", "pid", l.process.PID(), "version", i.status.Description.Version,
		"digest", i.status.Digest, "took", time.Since(began))
	return i, nil
}

// unusable returns the *problem.Problem of a binary that cannot be read.
func (p *program) unusable(err error) error {
	var exposed *process.UnsafeFileError
	switch {
	case process.NoDescriptors(err):
		return p.failure.fault(problem.AdapterNoDescriptors, err)
	case errors.As(err, &exposed):
		return unsafeFile(exposed)
	case errors.Is(err, fs.ErrNotExist):
		return p.failure.fault(problem.AdapterMissing, err)
	case errors.Is(err, process.ErrNotExecutable), errors.Is(err, process.ErrNotRegular), errors.Is(err, process.ErrTooLarge):
		return p.failure.fault(problem.AdapterNotExecutable, err)
	default:
		return p.failure.fault(problem.AdapterUnreadable, err)
	}
}

// check waits for the binary's digest and checks it against the lock, before the
// adapter's first instruction.
func (l *launch) check() (err error) {
	switch l.found, err = l.image.Digest(); {
	case err != nil:
		return l.unusable(err)
	case l.digest != "" && l.digest != l.found:
		return l.failure.fault(problem.AdapterDigestMismatch, fmt.Errorf("the lock file has %s, the file is %s", l.digest, l.found))
	}
	return nil
}

// launch is one attempt to start a program, and the process that comes of it.
type launch struct {
	*program
	image *process.Image
	// found is the binary's digest, once check has it.
	found string
	// life is done when the process has to go.
	life context.Context
	kill context.CancelCauseFunc
	// lines limits how much of the adapter's output is logged; dropped counts the
	// rest.
	lines   *rate.Limiter
	dropped atomic.Int64

	// folder is where the process makes its socket: only this user can enter it.
	folder  string
	process *process.Process
	client  *goplugin.Client
	// conversation is with the process; described is set once that has told what it
	// is, and grouped before, where a control group bounds it.
	conversation       conversation
	described, grouped atomic.Bool
}

// socketFolders is the parent of the socket folders. It is named outright because
// os.TempDir asks the environment; it must be short, because a socket's path
// may have only 104 bytes.
const socketFolders = "/tmp"

// connect starts the process and asks it for its description.
func (l *launch) connect() (i *instance, err error) {
	if l.folder, err = os.MkdirTemp(socketFolders, "platform-adapter-"); err != nil {
		return nil, l.failure.fault(problem.AdapterNoFolder, err)
	}
	l.client = goplugin.NewClient(l.config())
	connected, err := l.client.Client()
	if err != nil {
		return nil, err
	}
	i = &instance{process: l.process, stop: l.stop}
	i.status = adapter.Status{ContractVersion: l.client.NegotiatedVersion(), Digest: l.found, Verified: l.digest != ""}
	if err := i.describe(l.life, l.id, connected.(*goplugin.GRPCClient).Conn); err != nil {
		return nil, l.failure.of("Describe", l.options.MaxAnswer, err)
	}
	if err := l.judge(i); err != nil {
		return nil, err
	}
	// The connection is there, nobody else shall make one, and nothing is left
	// behind when the host is killed later.
	if err := os.RemoveAll(l.folder); err != nil {
		return nil, l.failure.fault(problem.AdapterNoFolder, err)
	}
	l.described.Store(true)
	return i, nil
}

// judge finds out how far the process is confined. One that went away meanwhile
// is not confined at all, which says nothing of its confinement.
func (l *launch) judge(i *instance) error {
	if _, err := confine.Numbers("/proc/self/status"); process.NoDescriptors(err) {
		return err // what is read next would look like a process that is not held
	}
	launched := l.process.Confinement
	i.status.Confinement = confine.Judge(l.process.PID(), launched, i.header(rpc.LevelHeader), i.header(rpc.OpenHeader))
	i.status.Bounds = profile.NewBounds(l.process.Bounds(), watched())
	l.grouped.Store(slices.Contains(i.status.Bounds.Kernel, profile.BoundMemory))
	level := i.status.Confinement.Level
	if level != launched.Level() {
		if err := i.checkHealth(l.life); err != nil {
			return l.failure.crashed(process.Exit{}, err)
		}
	}
	if l.options.RequireConfinement && level != profile.Enforced {
		return l.failure.unconfined(i.status.Confinement)
	}
	return nil
}

func (l *launch) config() *goplugin.ClientConfig {
	return &goplugin.ClientConfig{
		HandshakeConfig:  goplugin.HandshakeConfig{MagicCookieKey: rpc.CookieVariable, MagicCookieValue: rpc.Cookie},
		VersionedPlugins: map[int]goplugin.PluginSet{adapter.ContractVersion: {"adapter": &connecting{}}},
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC},
		// A runner of our own, because go-plugin's hands on the host's stdin and
		// puts the socket where the environment says.
		RunnerFunc:       l.run,
		SkipHostEnv:      true,
		UnixSocketConfig: &goplugin.UnixSocketConfig{TempDir: l.folder},
		GRPCDialOptions:  append(dialOptions(l.options), l.conversation.options()...),
		// A second later than the host's own, whose words are better.
		StartTimeout: l.options.StartTimeout + time.Second,
		// go-plugin's own messages add nothing to what is logged here, and it gets no lines.
		Logger:              hclog.NewNullLogger(),
		PluginLogBufferSize: 1,
	}
}

// connecting is a plugin of which a host wants nothing but the connection.
type connecting struct {
	goplugin.NetRPCUnsupportedPlugin
}

// GRPCServer is for the adapter's side, which is package plugin.
func (*connecting) GRPCServer(*goplugin.GRPCBroker, *grpc.Server) error { return errors.ErrUnsupported }

// GRPCClient returns the connection.
func (*connecting) GRPCClient(_ context.Context, _ *goplugin.GRPCBroker, connection *grpc.ClientConn) (any, error) {
	return connection, nil
}

func dialOptions(o Options) []grpc.DialOption {
	return []grpc.DialOption{
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(o.MaxAnswer), grpc.MaxCallSendMsgSize(rpc.MaxRequest)),
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
		Launch: confine.Launch{
			Name: l.path, Environment: slices.Concat(spec.Env, l.environment.Variables),
			Directory: l.environment.Folder, Sockets: sockets, Memory: l.options.MaxMemory, Threads: threadLimit(),
		},
		Image: l.image, Plain: l.options.plain, NoGroup: l.options.ungrouped, Emit: l.logLine,
		Created: l.created(sockets), Check: l.check,
	})
	l.conversation.process = l.process
	return l.process, nil
}

// created returns what is done once there is a process.
func (l *launch) created(sockets string) func(groupless error) {
	return func(groupless error) {
		if groupless != nil {
			l.groupless.Do(func() { l.log.Info("adapter has no control group; limits and a watch bound it", "reason", groupless) })
		}
		if len(watched()) > 0 {
			go l.watch(sockets)
		}
	}
}

// logLine logs a line of the adapter's output, if there were not too many.
func (l *launch) logLine(line string) {
	if !l.lines.Allow() {
		l.dropped.Add(1)
		return
	}
	l.logDropped()
	l.log.Info("adapter output", "line", line)
}

func (l *launch) logDropped() {
	if lines := l.dropped.Swap(0); lines > 0 {
		l.log.Warn("adapter output dropped", "lines", lines)
	}
}

// explain returns the *problem.Problem of a start that failed with err.
func (l *launch) explain(err error) error {
	var worded *problem.Problem
	gone := errors.Is(err, errCrashed) || errors.Is(err, confine.ErrEnded)
	switch {
	case errors.Is(context.Cause(l.life), errSlowStart):
		// Its process was killed, which is no crash: another start would take as long.
		return l.failure.fault(problem.AdapterStartTimeout, printable(err), l.options.StartTimeout)
	case l.life.Err() != nil:
		return l.failure.fault(problem.PlatformStopping, nil)
	case process.NoDescriptors(err):
		return l.failure.fault(problem.AdapterNoDescriptors, err)
	case !gone && errors.As(err, &worded):
		return err
	case errors.Is(err, process.ErrAddress):
		return l.failure.elsewhere(err)
	case !gone && (l.process == nil || l.process.PID() == 0):
		return l.failure.fault(problem.AdapterNotRunnable, err)
	}
	// A process that ran went away, or could not be talked to.
	switch exit, offered := l.process.Exit(), l.process.Offer(); {
	case exit.Killed:
		return l.failure.killed(err)
	case gone, exit.Ended:
		return l.failure.crashed(exit, err)
	case offered >= 0 && offered != adapter.ContractVersion:
		return l.failure.otherVersion(offered, err)
	case l.client.NegotiatedVersion() == 0:
		return l.failure.fault(problem.AdapterNotAnAdapter, printable(err))
	default:
		return l.failure.crashed(exit, err)
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
	if l.client != nil && (l.process == nil || l.process.PID() == 0 || l.ended()) {
		l.client.Kill()
	}
	l.logDropped()
	if l.folder != "" {
		_ = os.RemoveAll(l.folder)
	}
}

// ended waits for the end of a process that was killed. One that the kernel does not
// let go, in a call of a driver for example, is left alone.
func (l *launch) ended() bool {
	select {
	case <-l.process.Ended():
		return true
	case <-time.After(endTimeout):
		l.log.Error("adapter's process was killed and has not ended", "pid", l.process.PID())
		return false
	}
}

func (l *launch) logExit(level slog.Level, message string, fault problem.FaultCode) {
	exit := l.process.Exit()
	if exit.OutOfMemory {
		fault = problem.AdapterOutOfMemory
	}
	l.log.Log(context.Background(), level, message, "code", problem.AdapterUnavailable, "fault", fault,
		"pid", l.process.PID(), "outcome", exit.Outcome, "last_line", exit.LastLine)
}
