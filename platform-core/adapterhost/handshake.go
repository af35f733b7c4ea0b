package adapterhost

import (
	"context"
	"errors"

	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/providerv1"
)

// ContractVersion is the version of the contract that this package speaks, on
// both sides. A change that an adapter of the old version cannot live with gets
// a new number and a new proto package; a host may speak several.
const ContractVersion = 1

// serviceName is the one thing that an adapter process serves.
const serviceName = "adapter"

// handshake tells an adapter that a host started it. The cookie is no secret:
// it keeps a person who starts the binary by hand from waiting for an answer.
var handshake = goplugin.HandshakeConfig{
	MagicCookieKey:   "PLATFORM_ADAPTER",
	MagicCookieValue: "platform.provider",
}

// contracts returns the contract versions that an adapter speaks, with what
// serves each.
func contracts(adapter adapter.Adapter) map[int]goplugin.PluginSet {
	return map[int]goplugin.PluginSet{
		ContractVersion: {serviceName: &service{adapter: adapter}},
	}
}

// service binds version 1 of the contract to a gRPC connection.
type service struct {
	goplugin.NetRPCUnsupportedPlugin
	adapter adapter.Adapter
}

// GRPCServer registers the adapter; the adapter's process calls it.
func (s *service) GRPCServer(_ *goplugin.GRPCBroker, server *grpc.Server) error {
	if s.adapter == nil {
		return errors.New("there is no adapter to serve")
	}
	providerv1.RegisterAdapterServiceServer(server, &endpoint{adapter: s.adapter})
	return nil
}

// GRPCClient returns the providerv1.AdapterServiceClient of a connection; the
// host calls it.
func (s *service) GRPCClient(_ context.Context, _ *goplugin.GRPCBroker, connection *grpc.ClientConn) (any, error) {
	return providerv1.NewAdapterServiceClient(connection), nil
}
