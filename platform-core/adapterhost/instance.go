package adapterhost

import (
	"cmp"
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/internal/rpc"
)

// instance is a running adapter that has described itself.
type instance struct {
	connection grpc.ClientConnInterface
	// status is shared by all callers: copyStatus returns a copy.
	status adapter.Status
	// process is nil for an adapter in this process.
	process *process.Process
	// stop ends the adapter and waits for its end.
	stop func(reason error)
}

// describe asks the adapter for its description and checks it against the contract. It returns
// the headers of the answer. id is the expected provider; empty for any.
func (i *instance) describe(ctx context.Context, id string) (headers metadata.MD, err error) {
	d, err := rpc.Describe.Call(ctx, i.connection, adapter.Capabilities(), grpc.Header(&headers))
	if err != nil {
		return nil, err
	}
	i.status.Description = d
	return headers, adapter.CheckDescription(cmp.Or(id, d.ID), d)
}

// ended returns a channel that is closed when the process has ended; nil for an adapter in this
// process.
func (i *instance) ended() <-chan struct{} {
	if i.process == nil {
		return nil
	}
	return i.process.Ended()
}

// exit waits up to a second for the process to end. It returns how the process ended, and the
// reason if the process ended by itself.
func (i *instance) exit() (exit process.Exit, reason error) {
	if i.process != nil {
		exit = i.process.Exit()
	}
	if exit.Killed {
		return exit, errKilled
	}
	return exit, errCrashed
}

// checkHealth calls the health service of the adapter's process. Any answer is accepted.
func (i *instance) checkHealth(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	_, err := grpc_health_v1.NewHealthClient(i.connection).
		Check(limited, &grpc_health_v1.HealthCheckRequest{Service: rpc.HealthService})
	return err
}

// copyStatus returns the status with a copy of the description, which the caller may change.
func (i *instance) copyStatus() adapter.Status {
	status := i.status
	status.Description, _ = rpc.Description.Decode(rpc.Description.Encode(i.status.Description))
	return status
}
