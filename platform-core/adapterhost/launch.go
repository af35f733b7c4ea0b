package adapterhost

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	hclog "github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/internal/rpc"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

const (
	// endTimeout is how long the end of a process that was killed is waited for.
	endTimeout = 5 * time.Second
	// maxHeaders bounds the headers of one answer, in bytes.
	maxHeaders = 64 << 10
	// socketFolders is the parent of the socket folders. It is named outright because os.TempDir asks the environment;
	// it must be short, because a socket's path may have only 104 bytes.
	socketFolders = "/tmp"
)

var (
	// errSlowStart is why a process was killed that took too long to start.
	errSlowStart = errors.New("the start took too long")
	errStreams   = status.Error(codes.Unimplemented, "a host opens no streams to an adapter")
)

// program is an adapter's binary, and how to run it.
type program struct {
	// id is the provider that the binary must be; empty for any.
	id   string
	path string
	// digest is the one that the binary must have, "sha256:" and hex digits; empty for any.
	digest string
	// environment is that of a Run; none under a catalog.
	environment ProcessEnvironment

	failure failure
	options Options
	log     *slog.Logger
	// groupless logs once why there is no control group.
	groupless *sync.Once
}

// start runs the binary until it has described itself. The process ends with life. The error is a *problem.Problem.
func (p *program) start(life context.Context) (*instance, error) {
	began := time.Now()
	image, err := p.image()
	if err != nil {
		return nil, p.unusable(err)
	}
	defer func() { _ = image.Close() }()
	l := &launch{program: p, image: image}
	l.life, l.kill = context.WithCancelCause(life)
	// Whatever a slow start hangs in: neither go-plugin nor gRPC bounds every step.
	slow := time.AfterFunc(p.options.StartTimeout, func() { l.kill(errSlowStart) })
	i, err := l.connect()
	slow.Stop()
	if err != nil {
		return nil, l.abandon(l.explain(err))
	}
	if runtime.GOOS == "linux" && !image.Sealed {
		p.log.Warn("adapter's bytes were not sealed between check and start; the kernel allows no memory file to run",
			"file", p.path)
	}
	p.log.Debug("adapter started", "pid", l.process.PID(), "version", i.status.Description.Version,
		"digest", i.status.Digest, "took", time.Since(began))
	return i, nil
}

// image opens the binary, that of a locked adapter only where nobody else can change it, and starts to read it.
func (p *program) image() (*process.Image, error) {
	open := openOwned
	if p.digest == "" {
		open = os.Open
	}
	file, err := open(p.path)
	if err != nil {
		return nil, err
	}
	return process.Load(file)
}

// launch is one attempt to start a program, and the process that comes of it.
type launch struct {
	*program
	image *process.Image
	// life is done when the process has to go.
	life context.Context
	kill context.CancelCauseFunc
	// folder is where the process makes its socket: only this user can enter it.
	folder  string
	process *process.Process
	client  *goplugin.Client
}

// connect starts the process and asks it for its description.
func (l *launch) connect() (_ *instance, err error) {
	if l.folder, err = os.MkdirTemp(socketFolders, "platform-adapter-"); err != nil {
		return nil, l.failure.fault(problem.AdapterNoFolder, err)
	}
	l.client = goplugin.NewClient(l.config())
	connected, err := l.client.Client()
	if err != nil {
		return nil, err
	}
	if reason := l.process.Groupless; reason != nil {
		l.groupless.Do(func() {
			l.log.Info("adapter has no control group; limits and a watch bound it", "reason", reason)
		})
	}
	digest, _ := l.image.Digest()
	i := &instance{connection: connected.(*goplugin.GRPCClient).Conn, process: l.process, stop: l.stop}
	i.status = adapter.Status{
		ContractVersion: l.client.NegotiatedVersion(), Digest: digest, Verified: l.digest != "",
	}
	headers, err := i.describe(l.life, l.id)
	if err != nil {
		return nil, l.failure.of("Describe", l.options.MaxAnswer, err)
	}
	if err := l.judge(i, headers); err != nil {
		return nil, err
	}
	// The connection is there, nobody else shall make one, and nothing is left behind when the host is killed later.
	if err := os.RemoveAll(l.folder); err != nil {
		return nil, l.failure.fault(problem.AdapterNoFolder, err)
	}
	l.process.Described.Store(true)
	return i, nil
}

// judge finds out how far the process is confined and bounded.
func (l *launch) judge(i *instance, headers metadata.MD) error {
	header := func(name string) string { return strings.Join(headers.Get(name), ",") }
	confinement, err := l.process.Confinement(header(rpc.LevelHeader), header(rpc.OpenHeader))
	if err != nil {
		return err
	}
	i.status.Confinement, i.status.Bounds = confinement, l.process.Bounds()
	if confinement.Level != confinement.Host {
		// One that went away meanwhile is not confined at all, which says nothing of its confinement.
		if err := i.checkHealth(l.life); err != nil {
			return l.failure.crashed(process.Exit{}, err)
		}
	}
	if l.options.RequireConfinement && confinement.Level != profile.Enforced {
		return l.failure.unconfined(confinement)
	}
	return nil
}

func (l *launch) config() *goplugin.ClientConfig {
	return &goplugin.ClientConfig{
		HandshakeConfig: goplugin.HandshakeConfig{
			MagicCookieKey: rpc.CookieVariable, MagicCookieValue: rpc.Cookie,
		},
		// Of a plugin a host wants nothing but the connection, which is the client's.
		VersionedPlugins: map[int]goplugin.PluginSet{adapter.ContractVersion: {}},
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC},
		// A runner of our own, because go-plugin's hands on the host's stdin and puts the socket where the environment
		// says.
		RunnerFunc:       l.run,
		SkipHostEnv:      true,
		UnixSocketConfig: &goplugin.UnixSocketConfig{TempDir: l.folder},
		GRPCDialOptions:  l.conversation(),
		// A second later than the host's own, whose words are better.
		StartTimeout: l.options.StartTimeout + time.Second,
		// go-plugin's own messages add nothing to what is logged here, and it gets no lines.
		Logger:              hclog.NewNullLogger(),
		PluginLogBufferSize: 1,
	}
}

// run returns the process that go-plugin wants to start, which may make its socket in the folder sockets.
func (l *launch) run(_ hclog.Logger, spec *exec.Cmd, sockets string) (runner.Runner, error) {
	l.process = process.New(l.life, process.Spec{
		Image: l.image, Digest: l.digest, Name: l.path,
		Environment: slices.Concat(spec.Env, l.environment.Variables), Directory: l.environment.Folder,
		Sockets: sockets, Memory: l.options.MaxMemory, Idle: l.options.idle,
		Plain: l.options.plain, NoGroup: l.options.ungrouped, Log: l.log,
	})
	return l.process, nil
}

// conversation returns the dial options of the one connection of a host with an adapter's process. go-plugin would keep
// whatever an adapter sends over its own two streams, the broker's and that of standard output, so the host opens
// neither; and what an adapter sends besides answers is bounded: see [process.Process.Connection].
func (l *launch) conversation() []grpc.DialOption {
	return append(dialOptions(l.options),
		grpc.WithContextDialer(func(context.Context, string) (net.Conn, error) { return l.process.Connection() }),
		grpc.WithMaxHeaderListSize(maxHeaders),
		grpc.WithChainUnaryInterceptor(l.count),
		grpc.WithStreamInterceptor(refuseStream),
	)
}

func (l *launch) count(
	ctx context.Context, method string, request, answer any,
	connection *grpc.ClientConn, invoke grpc.UnaryInvoker, options ...grpc.CallOption,
) error {
	l.process.Made.Add(1)
	l.process.Open.Add(1)
	defer l.process.Open.Add(-1)
	return invoke(ctx, method, request, answer, connection, options...)
}

func refuseStream(
	context.Context, *grpc.StreamDesc, *grpc.ClientConn, string, grpc.Streamer, ...grpc.CallOption,
) (grpc.ClientStream, error) {
	return nil, errStreams
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

// unusable returns the *problem.Problem of a binary that cannot be read, or is not the locked one.
func (p *program) unusable(err error) error {
	var exposed *unsafeFileError
	switch {
	case process.NoDescriptors(err):
		return p.failure.fault(problem.AdapterNoDescriptors, err)
	case errors.As(err, &exposed):
		return exposed.problem()
	case errors.Is(err, process.ErrDigest):
		return p.failure.fault(problem.AdapterDigestMismatch, err)
	case errors.Is(err, fs.ErrNotExist):
		return p.failure.fault(problem.AdapterMissing, err)
	case errors.Is(err, process.ErrNotExecutable), errors.Is(err, process.ErrNotRegular),
		errors.Is(err, process.ErrTooLarge):
		return p.failure.fault(problem.AdapterNotExecutable, err)
	default:
		return p.failure.fault(problem.AdapterUnreadable, err)
	}
}

// explain returns the *problem.Problem of a start that failed with err.
func (l *launch) explain(err error) error {
	var worded *problem.Problem
	gone := errors.Is(err, errCrashed) || errors.Is(err, process.ErrEnded)
	switch {
	case errors.Is(context.Cause(l.life), errSlowStart):
		// Its process was killed, which is no crash: another start would take as long.
		return l.failure.fault(problem.AdapterStartTimeout, printable(err), l.options.StartTimeout)
	case l.life.Err() != nil:
		return l.failure.fault(problem.PlatformStopping, nil)
	case process.NoDescriptors(err), errors.Is(err, process.ErrImage):
		return l.unusable(err)
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
		return l.failure.fault(problem.AdapterKilled, errors.Join(errKilled, err))
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

// abandon clears up after a start that failed and returns why, for the caller's log, with the last line of a process
// that ran.
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

// stop kills the process, if it is still there, and returns once nothing of it is left. It logs an exit that the host
// did not want: nobody else would.
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
	if l.folder != "" {
		_ = os.RemoveAll(l.folder)
	}
}

// ended waits for the end of a process that was killed. One that the kernel does not let go, in a call of a driver for
// example, is left alone.
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
