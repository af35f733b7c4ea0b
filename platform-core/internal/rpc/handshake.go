package rpc

import (
	"context"
	"errors"

	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"platform.internal/platform-core/adapter"
)

// ServiceName is the one thing that an adapter process serves.
const ServiceName = "adapter"

// Handshake is how an adapter knows that a host started it. The cookie is no secret:
// it keeps a person who starts the binary by hand from waiting for an answer.
var Handshake = goplugin.HandshakeConfig{
	MagicCookieKey:   "PLATFORM_ADAPTER",
	MagicCookieValue: "platform.provider",
}

// Plugin binds version 1 of the contract to a gRPC connection, on both sides.
type Plugin struct {
	goplugin.NetRPCUnsupportedPlugin
	// Adapter answers; nil in a host.
	Adapter adapter.Adapter
}

// GRPCServer registers the adapter; the adapter's process calls it.
func (p *Plugin) GRPCServer(_ *goplugin.GRPCBroker, server *grpc.Server) error {
	if p.Adapter == nil {
		return errors.New("there is no adapter to serve")
	}
	Register(server, p.Adapter)
	return nil
}

// GRPCClient returns the connection, which a host uses as it is.
func (p *Plugin) GRPCClient(_ context.Context, _ *goplugin.GRPCBroker, connection *grpc.ClientConn) (any, error) {
	return connection, nil
}

// Contracts returns the versions of the contract that this release speaks, of
// which host and adapter take the highest that both have, with what answers each;
// impl is nil in a host.
func Contracts(impl adapter.Adapter) map[int]goplugin.PluginSet {
	return map[int]goplugin.PluginSet{adapter.ContractVersion: {ServiceName: &Plugin{Adapter: impl}}}
}
