package adapterhost

import (
	"cmp"
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/internal/convert"
	"platform.internal/platform-core/internal/rpc"
)

// instance is one running adapter that has described itself.
type instance struct {
	connection grpc.ClientConnInterface
	// status is what a host shows of the adapter. It is shared: copy its description before anybody gets it.
	status adapter.Status
	// process is nil for an adapter in this process.
	process *process.Process
	// stop ends the adapter and returns once nothing of it is left.
	stop func(reason error)
}

// describe asks the adapter for its description, and checks it against the contract. It returns the headers that came
// with it. id is the provider that is expected; empty for any.
func (i *instance) describe(ctx context.Context, id string) (headers metadata.MD, err error) {
	d, err := rpc.Ask(ctx, i.connection, rpc.Describe,
		thisHost, convert.Host.In(), convert.Description.In(), grpc.Header(&headers))
	if err != nil {
		return nil, err
	}
	i.status.Description = d
	return headers, adapter.CheckDescription(cmp.Or(id, d.ID), d)
}

// ended is closed when the process is gone; nil for an adapter in this process.
func (i *instance) ended() <-chan struct{} {
	if i.process == nil {
		return nil
	}
	return i.process.Ended()
}

// exit waits a moment for the process to end and returns how it did, and the exit reason of one that ended by itself.
func (i *instance) exit() (exit process.Exit, reason error) {
	if i.process != nil {
		exit = i.process.Exit()
	}
	if exit.Killed {
		return exit, errKilled
	}
	return exit, errCrashed
}

// checkHealth asks for the health that every adapter's process answers for. Any answer will do.
func (i *instance) checkHealth(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	_, err := grpc_health_v1.NewHealthClient(i.connection).
		Check(limited, &grpc_health_v1.HealthCheckRequest{Service: rpc.HealthService})
	return err
}

// shown returns what a host shows of the adapter. Its description is a copy that is the caller's own.
func (i *instance) shown() adapter.Status {
	shown := i.status
	shown.Description, _ = convert.Description.Decode(convert.Description.Encode(i.status.Description))
	return shown
}

// thisHost is this host as every call names it to the adapter. It is shared, so nobody changes it.
var thisHost = adapter.Capabilities()
