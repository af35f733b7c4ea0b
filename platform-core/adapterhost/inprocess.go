package adapterhost

import (
	"context"
	"net"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/internal/rpc"
)

// pipeBuffer is the buffer size of the connection, in bytes.
const pipeBuffer = 256 << 10

// InProcess returns impl as a host sees it, with the same messages, checks and limits, but
// without a process of its own. It is for tests. Call stop to end the adapter.
func InProcess(impl adapter.Adapter) (_ adapter.Adapter, stop func()) {
	f, options := failure{id: "in process"}, Options{}.withDefaults()
	r := newRemote(f, options, func(life context.Context) (*instance, error) { return embed(life, f, options, impl) })
	return r, r.close
}

func embed(life context.Context, f failure, options Options, impl adapter.Adapter) (*instance, error) {
	listener := bufconn.Listen(pipeBuffer)
	server := rpc.NewServer(os.Stderr)
	rpc.Register(server, impl)
	go func() { _ = server.Serve(listener) }()
	connection, err := dialEmbedded(listener, options)
	if err != nil {
		server.Stop()
		return nil, f.crashed(process.Exit{}, err)
	}
	stop := func(error) {
		_ = connection.Close()
		server.Stop()
	}
	status := adapter.Status{ContractVersion: adapter.ContractVersion}
	i := &instance{connection: connection, status: status, stop: stop}
	if _, err := i.describe(life, ""); err != nil {
		stop(err)
		return nil, f.fromError("Describe", options.MaxAnswer, err)
	}
	return i, nil
}

func dialEmbedded(listener *bufconn.Listener, options Options) (*grpc.ClientConn, error) {
	dial := func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }
	return grpc.NewClient("passthrough:///adapter", append(dialOptions(options),
		grpc.WithContextDialer(dial), grpc.WithTransportCredentials(insecure.NewCredentials()))...)
}
