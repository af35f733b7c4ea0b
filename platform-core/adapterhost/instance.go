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
	// process is nil if the adapter runs inside the host's own process.
	process *process.Process
	// stop ends the adapter and waits for its end.
	stop func(reason error)
}

// describe calls Describe, stores the description in the status, and checks it against the
// contract. It returns the headers of the answer. id is the expected provider. If it is empty, any
// provider is accepted.
func (i *instance) describe(ctx context.Context, id string) (headers metadata.MD, err error) {
	d, err := rpc.Describe.Call(ctx, i.connection, adapter.Capabilities(), grpc.Header(&headers))
	if err != nil {
		return nil, err
	}
	i.status.Description = d
	return headers, adapter.CheckDescription(cmp.Or(id, d.ID), d)
}

// ended returns a channel that is closed when the process has ended. The channel is nil if the
// adapter runs inside the host's own process.
func (i *instance) ended() <-chan struct{} {
	if i.process == nil {
		return nil
	}
	return i.process.Ended()
}

// exit waits up to a second for the process to end, and returns how it ended. The reason is
// errKilled if somebody outside the host killed the process. Otherwise the reason is errCrashed.
func (i *instance) exit() (exit process.Exit, reason error) {
	if i.process != nil {
		exit = i.process.Exit()
	}
	if exit.Killed {
		return exit, errKilled
	}
	return exit, errCrashed
}

// checkHealth calls the health service of the adapter's process. It fails only if the call fails:
// it accepts every health status.
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
