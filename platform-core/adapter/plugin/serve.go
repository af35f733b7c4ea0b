// Package plugin makes a process of an adapter: Serve is the whole main of one.
// It is apart from package adapter so that an adapter's own code needs neither
// gRPC nor package os.
package plugin

import (
	"context"
	"io"
	"os"
	"sync"

	hclog "github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/grpc/stats"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/confinement"
	"platform.internal/platform-core/internal/rpc"
)

// Serve answers a host's calls with impl until the host is gone. It is the
// whole main of an adapter:
//
//	func main() { plugin.Serve(providera.New()) }
//
// Started by hand it says what it is and exits with status 1. It takes over
// stdin and stdout; the adapter may write lines to stderr, which the host logs.
//
// An error of the adapter reaches the host as a failed call. So does a panic:
// its stack goes to stderr and the process lives on, because an adapter keeps
// nothing from call to call that the panic could have spoilt, and the calls of
// others need not suffer. A panic in a goroutine that the adapter started does
// end the process, and the host starts another one.
//
// Before the first call it locks its own process in, as far as the kernel can:
// no file, no address, no other program or process. An adapter needs none of
// them, and finds them refused with EPERM.
func Serve(impl adapter.Adapter) {
	goplugin.Serve(&goplugin.ServeConfig{
		HandshakeConfig:  rpc.Handshake,
		VersionedPlugins: rpc.Contracts(impl),
		Logger:           hclog.New(&hclog.LoggerOptions{Name: "adapter", Level: hclog.Error, Output: os.Stderr}),
		GRPCServer:       newServer(os.Stdin, os.Stderr),
	})
}

// newServer returns the hook that makes the gRPC server. go-plugin calls it once
// a host is known to be there and the listener is open, so it is also the moment
// to watch the host and to confine the process: nothing is left to open. Both
// files are taken beforehand, because go-plugin replaces the variables of
// package os.
func newServer(stdin, stderr *os.File) func([]grpc.ServerOption) *grpc.Server {
	return func(options []grpc.ServerOption) *grpc.Server {
		go exitWith(stdin)
		announce := rpc.Announce(confinement.Serve())
		return rpc.NewServer(stderr, append(options, grpc.StatsHandler(&output{stderr: stderr}), grpc.ChainUnaryInterceptor(announce))...)
	}
}

// output gives the adapter its standard error back, for both streams, when the host
// connects. go-plugin has replaced them by pipes, whose content it keeps for a
// stream that no host opens: whoever writes much to one would wait for ever.
type output struct {
	stderr *os.File
	once   sync.Once
}

// TagConn is called for the connection, before any call.
func (o *output) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context {
	o.once.Do(func() { os.Stdout, os.Stderr = o.stderr, o.stderr })
	return ctx
}

// HandleConn does nothing.
func (*output) HandleConn(context.Context, stats.ConnStats) {}

// TagRPC does nothing.
func (*output) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context { return ctx }

// HandleRPC does nothing.
func (*output) HandleRPC(context.Context, stats.RPCStats) {}

// exitWith ends the process when stdin closes. The host holds the other end and
// never writes, so that happens exactly when the host lets go or dies.
func exitWith(stdin io.Reader) {
	_, _ = io.Copy(io.Discard, stdin)
	os.Exit(0)
}
