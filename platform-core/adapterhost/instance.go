package adapterhost

import (
	"cmp"
	"context"
	"strings"

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
	// status is what a host shows of the adapter. It is shared: copy its description
	// before anybody gets it.
	status adapter.Status
	// headers came with the description.
	headers metadata.MD
	health  grpc_health_v1.HealthClient
	// process is nil for an adapter in this process.
	process *process.Process
	// stop ends the adapter and returns once nothing of it is left.
	stop func(reason error)
}

// describe asks the adapter for its description, and checks it against the contract. id is the
// provider that is expected; empty for any.
func (i *instance) describe(ctx context.Context, id string, connection grpc.ClientConnInterface) error {
	d, err := rpc.Ask(ctx, connection, rpc.Describe, thisHost, convert.Host.In(), convert.Description.In(), grpc.Header(&i.headers))
	if err != nil {
		return err
	}
	i.connection, i.status.Description = connection, d
	i.health = grpc_health_v1.NewHealthClient(connection)
	return adapter.CheckDescription(cmp.Or(id, d.ID), d)
}

// header returns a text that the adapter sent with its description.
func (i *instance) header(name string) string { return strings.Join(i.headers.Get(name), ",") }

// ended is closed when the process is gone; nil for an adapter in this process.
func (i *instance) ended() <-chan struct{} {
	if i.process == nil {
		return nil
	}
	return i.process.Ended()
}

// exit waits a moment for the process to end and returns how it did.
func (i *instance) exit() process.Exit {
	if i.process == nil {
		return process.Exit{}
	}
	return i.process.Exit()
}

// reasonOf returns the exit reason of a process that ended by itself.
func reasonOf(exit process.Exit) error {
	if exit.Killed {
		return errKilled
	}
	return errCrashed
}

// checkHealth asks for the health that every adapter's process answers for.
// Any answer will do.
func (i *instance) checkHealth(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	_, err := i.health.Check(limited, &grpc_health_v1.HealthCheckRequest{Service: rpc.HealthService})
	return err
}

// shown returns what a host shows of the adapter.
func (i *instance) shown() adapter.Status {
	status := i.status
	status.Description = i.description()
	return status
}

// description returns the adapter's description, a copy that is the caller's own.
func (i *instance) description() adapter.Description {
	own, _ := convert.Description.Decode(convert.Description.Encode(i.status.Description))
	return own
}

// thisHost is this host as every call names it to the adapter. It is shared, so
// nobody changes it.
var thisHost = adapter.Capabilities()
