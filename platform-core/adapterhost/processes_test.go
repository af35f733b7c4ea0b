package adapterhost

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/plugin"
	"platform.internal/platform-core/internal/confinement"
	"platform.internal/platform-core/internal/rpc"
	"platform.internal/platform-core/profile"
)

// processes are the programs that this test binary also is: linked under one of
// these names and started, it behaves like that. It saves building a dozen
// binaries, and a wrong adapter is next to its test.
var processes = map[string]func(){
	"good":           func() { plugin.Serve(sample{}) },
	"identified":     func() { plugin.Serve(sample{check: identify}) },
	"crashing":       func() { plugin.Serve(sample{evaluate: crash}) },
	"crashing-once":  func() { serveOpenly(sample{evaluate: firstTime(crash)}) },
	"hanging":        func() { plugin.Serve(sample{evaluate: hang, check: identify}) },
	"hanging-once":   func() { serveOpenly(sample{evaluate: firstTime(hang), check: identify}) },
	"panicking":      func() { plugin.Serve(sample{evaluate: panics, check: identify}) },
	"failing":        func() { plugin.Serve(sample{evaluate: fail}) },
	"unsorted":       func() { plugin.Serve(sample{evaluate: unsorted}) },
	"huge":           func() { plugin.Serve(sample{generate: huge}) },
	"garbled":        func() { plugin.Serve(sample{generate: garbled}) },
	"misnamed":       func() { plugin.Serve(sample{describe: rename}) },
	"spying":         spying,
	"from-tomorrow":  fromTomorrow,
	"no-adapter":     func() { fmt.Println("hello"); fmt.Fprintln(os.Stderr, "wrong binary") },
	"exiting":        func() { fmt.Fprintln(os.Stderr, "cannot continue"); os.Exit(7) },
	"panics-early":   panicsEarly,
	"silent":         func() { time.Sleep(time.Minute) },
	"dying-at-start": dyingAtStart,
	"host":           host,
	"open":           func() { serveOpenly(sample{}) },
	"hogging":        func() { plugin.Serve(sample{evaluate: hog}) },
	"chattering":     func() { plugin.Serve(sample{evaluate: chatter}) },
	"crash-looping":  func() { plugin.Serve(sample{evaluate: crash, check: crashCheck}) },
	"baseline":       serveBaseline,
	"slow":           func() { plugin.Serve(sample{evaluate: slow}) },
	"slow-to-start":  func() { time.Sleep(slowness / 4); plugin.Serve(sample{}) },
	// An adapter of this version and of the next.
	"today-and-tomorrow": todayAndTomorrow,
}

func TestMain(m *testing.M) {
	if run, ok := processes[filepath.Base(os.Args[0])]; ok {
		run()
		return
	}
	os.Exit(m.Run())
}

// library is an adapter by hashicorp/go-plugin itself, not by package plugin.
type library struct {
	goplugin.NetRPCUnsupportedPlugin
	adapter.Adapter
}

func (l *library) GRPCServer(_ *goplugin.GRPCBroker, server *grpc.Server) error {
	rpc.Register(server, l.Adapter)
	return nil
}

// GRPCClient returns the connection.
func (l *library) GRPCClient(_ context.Context, _ *goplugin.GRPCBroker, connection *grpc.ClientConn) (any, error) {
	return connection, nil
}

// libraryHandshake is what package rpc says, in the library's terms.
var libraryHandshake = goplugin.HandshakeConfig{MagicCookieKey: "PLATFORM_ADAPTER", MagicCookieValue: "platform.provider"}

// serveOpenly is Serve without its own confinement, for adapters that need files
// to tell one process from the next, or to look around.
func serveOpenly(impl adapter.Adapter) { serveVersions(impl, adapter.ContractVersion) }

// serveVersions serves several versions of the contract, not confined.
func serveVersions(impl adapter.Adapter, versions ...int) {
	contracts := map[int]goplugin.PluginSet{}
	for _, version := range versions {
		contracts[version] = goplugin.PluginSet{"adapter": &library{Adapter: impl}}
	}
	stdin, stderr := os.Stdin, os.Stderr
	goplugin.Serve(&goplugin.ServeConfig{
		HandshakeConfig:  libraryHandshake,
		VersionedPlugins: contracts,
		GRPCServer: func(options []grpc.ServerOption) *grpc.Server {
			go func() { _, _ = io.Copy(io.Discard, stdin); os.Exit(0) }()
			announce := grpc.ChainUnaryInterceptor(rpc.Announce(confinement.Report{}))
			return rpc.NewServer(stderr, append(options, announce)...)
		},
	})
}

// identify answers with the process's ID.
func identify(context.Context, profile.Profile) ([]profile.Check, error) {
	return []profile.Check{{
		ID: "sample.pid", Title: "Process", Status: profile.Passed, Message: strconv.Itoa(os.Getpid()),
	}}, nil
}

type evaluate = func(context.Context, adapter.Input) (adapter.Evaluation, error)

// firstTime does do in the first process that comes to it, and the right thing
// in later ones.
func firstTime(do evaluate) evaluate {
	return func(ctx context.Context, order adapter.Input) (adapter.Evaluation, error) {
		marker, err := os.OpenFile(os.Args[0]+".marker", os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, os.ErrExist) {
			return sampleEvaluation(order), nil
		}
		_ = marker.Close()
		return do(ctx, order)
	}
}

func crash(context.Context, adapter.Input) (adapter.Evaluation, error) {
	fmt.Println("a second line of standard output")
	_, _ = os.NewFile(2, "stderr").WriteString("famous \x1b[31mlast words\n")
	os.Exit(3)
	panic("not reached")
}

func crashCheck(context.Context, profile.Profile) ([]profile.Check, error) {
	os.Exit(3)
	panic("not reached")
}

// hog takes memory, and uses it, until there is no more.
func hog(context.Context, adapter.Input) (adapter.Evaluation, error) {
	for held := [][]byte{}; ; {
		part := make([]byte, 16<<20)
		for i := 0; i < len(part); i += 4096 {
			part[i] = 1
		}
		held = append(held, part)
	}
}

// slowness is long enough to be killed in.
const slowness = 4 * time.Second

// slow says when it is asked.
func slow(_ context.Context, order adapter.Input) (adapter.Evaluation, error) {
	_, _ = os.NewFile(2, "stderr").WriteString("asked\n")
	time.Sleep(slowness)
	return sampleEvaluation(order), nil
}

func chatter(_ context.Context, order adapter.Input) (adapter.Evaluation, error) {
	for range 20_000 {
		fmt.Fprintln(os.Stderr, "blah")
	}
	return sampleEvaluation(order), nil
}

func hang(context.Context, adapter.Input) (adapter.Evaluation, error) { select {} }

// panicsEarly panics after its first line, as long after it as it takes to read a table.
func panicsEarly() {
	fmt.Println("loading prices")
	time.Sleep(slowness / 40)
	panic("no prices")
}

func panics(context.Context, adapter.Input) (adapter.Evaluation, error) { panic("a fault of mine") }

func fail(context.Context, adapter.Input) (adapter.Evaluation, error) {
	return adapter.Evaluation{}, errors.New("my \x1b[2Jown words")
}

func unsorted(_ context.Context, order adapter.Input) (adapter.Evaluation, error) {
	evaluation := sampleEvaluation(order)
	resources := evaluation.Resources
	resources[0], resources[1] = resources[1], resources[0]
	return evaluation, nil
}

func huge(context.Context, adapter.Input) (adapter.Generation, error) {
	return sampleGeneration(strings.Repeat("x", adapter.MaxFileSize)), nil
}

func garbled(context.Context, adapter.Input) (adapter.Generation, error) {
	return sampleGeneration("\xff\xfe"), nil
}

func rename(d adapter.Description) adapter.Description {
	d.ID = "other"
	return d
}

// socketFolder is where this process may make its socket.
func socketFolder() string {
	for _, variable := range os.Environ() {
		if value, ok := strings.CutPrefix(variable, "PLUGIN_UNIX_SOCKET_DIR="); ok {
			return value
		}
	}
	return ""
}

// folderMode is that of the folder in which a spying process listens.
var folderMode os.FileMode

func spying() {
	if info, err := os.Stat(socketFolder()); err == nil {
		folderMode = info.Mode()
	}
	serveOpenly(sample{generate: spy})
}

// spy reports what an adapter can see of its host.
func spy(context.Context, adapter.Input) (adapter.Generation, error) {
	seen := []string{"folder's mode " + folderMode.String()}
	for _, variable := range os.Environ() {
		name, value, _ := strings.Cut(variable, "=")
		seen = append(seen, "env "+name)
		if name == goplugin.EnvUnixSocketDir {
			seen = append(seen, "folder "+value)
		}
	}
	descriptors, _ := os.ReadDir("/proc/self/fd")
	for _, d := range descriptors {
		target, _ := os.Readlink("/proc/self/fd/" + d.Name())
		seen = append(seen, "fd "+d.Name()+" "+target)
	}
	return sampleGeneration(strings.Join(seen, "\n")), nil
}

// fromTomorrow is an adapter of the contract's next version only.
func fromTomorrow() {
	serveVersions(sample{}, 2)
}

// dyingAtStart kills itself in its first description.
func dyingAtStart() {
	serveOpenly(sample{describe: func(d adapter.Description) adapter.Description {
		_, _ = firstTime(crash)(context.Background(), adapter.Input{})
		return d
	}})
}

// host is a host process: it starts the adapter "sample" of the folder in its
// argument, prints what the adapter says, and waits to be killed, or for a
// first line on its stdin, which it prints.
func host() {
	catalog, err := Open(Options{Dir: os.Args[1], Logger: slog.New(slog.NewTextHandler(os.Stderr, nil))})
	if err != nil {
		panic(err)
	}
	adapter, err := catalog.Adapter(context.Background(), "sample")
	if err != nil {
		panic(err)
	}
	checks, err := adapter.CheckInstallation(context.Background(), sampleProfile())
	if err != nil {
		panic(err)
	}
	fmt.Println(checks[0].Message)
	var line string
	_, _ = fmt.Scanln(&line)
	fmt.Println(line)
	stopped := make(chan os.Signal, 1)
	signal.Notify(stopped, os.Interrupt)
	<-stopped
}
