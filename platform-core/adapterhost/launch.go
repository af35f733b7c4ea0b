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
	"strconv"
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
	// endTimeout limits the wait for the end of a killed process.
	endTimeout = 5 * time.Second
	// maxHeaders limits the headers of one answer, in bytes.
	maxHeaders = 64 << 10
	// socketFolders is the parent of the socket folders. It is a constant, because os.TempDir reads
	// the environment. It is short, because the path of a socket may have only 104 bytes.
	socketFolders = "/tmp"
)

var (
	// errSlowStart is the reason to kill a process that exceeds Options.StartTimeout.
	errSlowStart = errors.New("the start took too long")
	errStreams   = status.Error(codes.Unimplemented, "a host opens no streams to an adapter")
)

// program is an adapter's binary and the options to run it.
type program struct {
	// id is the ID of the expected provider. If it is empty, any provider is accepted.
	id   string
	path string
	// digest is the expected digest of the binary: "sha256:" and hex digits. If it is empty, any
	// binary is accepted.
	digest string
	// environment is the [ProcessEnvironment] that the caller passes to [Start]. It is empty for an
	// adapter of a catalog.
	environment ProcessEnvironment

	failure failure
	options Options
	log     *slog.Logger
	// noGroupOnce limits the log to one line that says why the process has no control group.
	noGroupOnce *sync.Once
}

// start runs the binary. It returns the instance after the adapter has described itself and the
// host has checked its confinement. The process is killed when life is cancelled. The error is a
// [problem.Problem].
func (p *program) start(life context.Context) (*instance, error) {
	began := time.Now()
	image, err := p.image()
	if err != nil {
		return nil, p.unusable(err)
	}
	defer func() { _ = image.Close() }()
	l := &launch{program: p, image: image}
	l.life, l.kill = context.WithCancelCause(life)
	// The timer limits the start as a whole, because go-plugin and gRPC have no timeout for some
	// steps.
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

// image opens the binary and starts to read it. If the binary is in the lock file, other users must
// not be able to change it: see [openOwned].
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

// launch is one attempt to start a program, with the process that it starts.
type launch struct {
	*program
	image *process.Image
	// life is cancelled to kill the process.
	life context.Context
	kill context.CancelCauseFunc
	// folder is where the process makes its socket. Only this user can enter it.
	folder  string
	process *process.Process
	client  *goplugin.Client
}

// connect starts the process, connects to it, and checks its description and its confinement.
func (l *launch) connect() (_ *instance, err error) {
	if l.folder, err = os.MkdirTemp(socketFolders, "platform-adapter-"); err != nil {
		return nil, l.failure.fault(problem.AdapterNoFolder, err)
	}
	l.client = goplugin.NewClient(l.config())
	connected, err := l.client.Client()
	if err != nil {
		return nil, err
	}
	if reason := l.process.NoGroupReason; reason != nil {
		l.noGroupOnce.Do(func() {
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
		return nil, l.failure.fromError("Describe", l.options.MaxAnswer, err)
	}
	if err := l.checkConfinement(i, headers); err != nil {
		return nil, err
	}
	// The host is connected and no longer needs the folder. After the removal, nobody else can
	// connect. If the host is killed later, no folder is left.
	if err := os.RemoveAll(l.folder); err != nil {
		return nil, l.failure.fault(problem.AdapterNoFolder, err)
	}
	l.process.Described.Store(true)
	return i, nil
}

// checkConfinement sets the confinement and the bounds in the status. It fails if
// [Options].RequireConfinement is set and the level is not [profile.Enforced]. It also fails if the
// process has crashed, or if the host has no free descriptors.
func (l *launch) checkConfinement(i *instance, headers metadata.MD) error {
	header := func(name string) string { return strings.Join(headers.Get(name), ",") }
	confinement, err := l.process.Confinement(header(rpc.LevelHeader), header(rpc.OpenHeader))
	if err != nil {
		return err
	}
	i.status.Confinement, i.status.Bounds = confinement, l.process.Bounds()
	if confinement.Level != confinement.Host {
		// If the process has just crashed, its confinement cannot be read and seems to be missing.
		// The health check finds the crash.
		if err := i.checkHealth(l.life); err != nil {
			return l.failure.crashed(process.Exit{}, err)
		}
	}
	if l.options.RequireConfinement && confinement.Level != profile.Enforced {
		return l.failure.unconfined(confinement)
	}
	return nil
}

// config returns the configuration of go-plugin, which makes the handshake.
func (l *launch) config() *goplugin.ClientConfig {
	return &goplugin.ClientConfig{
		HandshakeConfig: goplugin.HandshakeConfig{
			MagicCookieKey: rpc.CookieVariable, MagicCookieValue: rpc.Cookie,
		},
		// The plugin set is empty, because the host needs only the connection.
		VersionedPlugins: map[int]goplugin.PluginSet{adapter.ContractVersion: {}},
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC},
		// The default runner of go-plugin is not used. It would pass the host's stdin to the
		// process, and let the environment choose the folder of the socket.
		RunnerFunc:       l.run,
		SkipHostEnv:      true,
		UnixSocketConfig: &goplugin.UnixSocketConfig{TempDir: l.folder},
		GRPCDialOptions:  l.dialOptions(),
		// The host's own timeout ends the start first, because its message is better. The timeout
		// of go-plugin is one second longer.
		StartTimeout: l.options.StartTimeout + time.Second,
		// The messages of go-plugin add nothing to the host's log.
		Logger:              hclog.NewNullLogger(),
		PluginLogBufferSize: 1,
	}
}

// run returns the process as a runner of go-plugin, which then starts it. sockets is the folder of
// its socket.
func (l *launch) run(_ hclog.Logger, spec *exec.Cmd, sockets string) (runner.Runner, error) {
	l.process = process.New(l.life, process.Spec{
		Image: l.image, Digest: l.digest, Name: l.path,
		Environment: slices.Concat(spec.Env, l.environment.Variables), Directory: l.environment.Folder,
		Sockets: sockets, Memory: l.options.MaxMemory, Idle: l.options.idle,
		Plain: l.options.plain, NoGroup: l.options.ungrouped, Log: l.log,
	})
	return l.process, nil
}

// dialOptions returns the options of the connection to the process. go-plugin has two streams: one
// for its broker and one for standard output. It would keep all data of these streams. Therefore
// the host opens no streams. [process.Process.Connection] limits the data that an adapter sends
// besides its answers.
func (l *launch) dialOptions() []grpc.DialOption {
	return append(dialOptions(l.options),
		grpc.WithContextDialer(func(context.Context, string) (net.Conn, error) { return l.process.Connection() }),
		grpc.WithMaxHeaderListSize(maxHeaders),
		grpc.WithChainUnaryInterceptor(l.count),
		grpc.WithStreamInterceptor(refuseStream),
	)
}

// count counts the calls to the process. The watch and the connection of the process use the
// counts.
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
		// An idle connection must stay open, because the socket is removed.
		grpc.WithIdleTimeout(0),
		grpc.WithDisableServiceConfig(),
		grpc.WithDisableRetry(),
	}
}

// unusable returns the [problem.Problem] of a binary that cannot be read, or whose digest differs
// from the digest in the lock file.
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

// explain returns the [problem.Problem] for the error of a start.
func (l *launch) explain(err error) error {
	var worded *problem.Problem
	gone := errors.Is(err, errCrashed) || errors.Is(err, process.ErrEnded)
	switch {
	case errors.Is(context.Cause(l.life), errSlowStart):
		// The host killed the process, so this is no crash. A second start would take as long.
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
	// The process has ended, or the host cannot talk to it.
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

// abandon stops the process of a failed start. It returns err. If the process wrote output to
// stderr, abandon adds the last line to the cause.
func (l *launch) abandon(err error) error {
	l.stop(err)
	var p *problem.Problem
	if l.process == nil || !errors.As(err, &p) {
		return err
	}
	exit := l.process.Exit()
	if exit.LastLine == "" {
		return err
	}
	last := strconv.Quote(exit.LastLine)
	if exit.Place != "" {
		last += ", in " + exit.Place
	}
	return p.Because(fmt.Errorf("its last line was %s: %w", last, cmp.Or(p.Cause, errStopped)))
}

// stop kills the process and waits for its end. It logs an unexpected exit.
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

// ended waits for the end of a killed process. It returns false if the process has not ended after
// endTimeout, for example because a system call hangs in a kernel driver.
func (l *launch) ended() bool {
	select {
	case <-l.process.Ended():
		return true
	case <-time.After(endTimeout):
		l.log.Error("adapter's process was killed and has not ended", "pid", l.process.PID())
		return false
	}
}

// logExit logs how the process ended.
func (l *launch) logExit(level slog.Level, message string, fault problem.FaultCode) {
	exit := l.process.Exit()
	if exit.OutOfMemory {
		fault = problem.AdapterOutOfMemory
	}
	l.log.Log(context.Background(), level, message, "code", problem.AdapterUnavailable, "fault", fault,
		"pid", l.process.PID(), "outcome", exit.State, "last_line", exit.LastLine)
}
