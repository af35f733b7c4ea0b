// Package plugin makes a process of an adapter: Serve is the whole main of one.
// It is apart from package adapter so that an adapter's own code needs neither
// gRPC nor package os.
package plugin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"

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
	if err := serve(impl); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// errByHand is what a person reads who starts the binary.
//
//nolint:staticcheck // a sentence for a person
var errByHand = errors.New("This is an adapter of the platform, not meant to be executed directly: " +
	"put it into the platform's adapters folder, or check it with `platform provider test`.")

// socket returns where to listen: in the folder that the host has made for it. Another
// host may name none; then it is a new one, which only this user can enter.
func socket(folder string) (path string, err error) {
	if folder == "" {
		folder, err = os.MkdirTemp("", "adapter-")
	}
	return filepath.Join(folder, "adapter-"+strconv.Itoa(os.Getpid())), err
}

func serve(impl adapter.Adapter) error {
	sockets, ok := rpc.SocketFolder(os.Getenv)
	if !ok {
		return errByHand
	}
	// The terminal sends an interrupt to the whole group of processes. The host ends its
	// adapters itself.
	signal.Ignore(os.Interrupt)
	path, err := socket(sockets)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "unix", path)
	if err != nil {
		return err
	}
	go exitWith(os.Stdin)
	// The host is there and the listener is open, so nothing is left to open.
	announce := rpc.Announce(confinement.Serve())
	server := rpc.NewServer(os.Stderr, grpc.ChainUnaryInterceptor(announce))
	rpc.Register(server, impl)
	well := health.NewServer()
	well.SetServingStatus(rpc.HealthService, grpc_health_v1.HealthCheckResponse_SERVING)
	grpc_health_v1.RegisterHealthServer(server, well)
	offer := rpc.Offer{Version: adapter.ContractVersion, Network: "unix", Address: listener.Addr().String()}
	if _, err := fmt.Println(offer); err != nil {
		return err
	}
	os.Stdout = os.Stderr // nobody reads a second line
	return server.Serve(listener)
}

// exitWith ends the process when stdin closes. The host holds the other end and
// never writes, so that happens exactly when the host lets go or dies.
func exitWith(stdin io.Reader) {
	_, _ = io.Copy(io.Discard, stdin)
	os.Exit(0)
}
