// Package plugin serves an adapter as a process: [Serve] is its whole main function. The package is
// separate from package adapter, so that an adapter's own code links neither gRPC nor package os.
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

// Serve answers the calls of a host with impl until the host ends. It does not return. If a person
// starts the binary by hand, Serve prints what it is and exits with status 1. Serve uses stdin and
// stdout. The adapter may write lines to stderr, which the host logs.
//
// If a method returns an error or panics, the call fails, and the process continues: an adapter
// keeps no state that a panic could damage. Serve writes the stack of the panic to stderr. A panic
// in a goroutine of the adapter ends the process, and the host starts a new one.
//
// Before the first call, Serve confines the process as far as the kernel can: no files, no
// addresses, and no other programs or processes. The kernel refuses them with EPERM.
func Serve(impl adapter.Adapter) {
	if err := serve(impl); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// errByHand is the message for a person who starts the binary.
//
//nolint:staticcheck // a sentence for a person
var errByHand = errors.New("This is an adapter of the platform, not meant to be executed directly: " +
	"put it into the platform's adapters folder, or check it with `platform provider test`.")

// socket returns the path of the socket in the host's folder. If the host names none, it makes a
// folder that only this user can enter.
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
	// A terminal sends an interrupt to host and adapters. The host ends its adapters itself.
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
	// The socket is open. From here on, the process needs to open nothing.
	announce := rpc.Announce(confinement.Serve())
	server := rpc.NewServer(os.Stderr, grpc.ChainUnaryInterceptor(announce))
	rpc.Register(server, impl)
	healthServer := health.NewServer()
	healthServer.SetServingStatus(rpc.HealthService, grpc_health_v1.HealthCheckResponse_SERVING)
	grpc_health_v1.RegisterHealthServer(server, healthServer)
	offer := rpc.Offer{Version: adapter.ContractVersion, Network: "unix", Address: listener.Addr().String()}
	if _, err := fmt.Println(offer); err != nil {
		return err
	}
	os.Stdout = os.Stderr // the host reads no second line
	return server.Serve(listener)
}

// exitWith ends the process when stdin closes. The host has the other end and never writes, so stdin
// closes when the host ends the adapter or ends itself.
func exitWith(stdin io.Reader) {
	_, _ = io.Copy(io.Discard, stdin)
	os.Exit(0)
}
