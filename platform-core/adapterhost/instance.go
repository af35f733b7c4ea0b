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
	"platform.internal/platform-core/profile"
)

// instance is one running adapter that has described itself.
type instance struct {
	// Adapter is checked against the contract.
	adapter.Adapter
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

// describe asks the adapter for its description, and checks that and all later
// answers against the contract. id is the provider that is expected; empty for
// any.
func (i *instance) describe(ctx context.Context, id string, connection grpc.ClientConnInterface) error {
	d, err := rpc.Ask(ctx, connection, rpc.Describe, thisHost, convert.Host.In(), convert.Description.In(), grpc.Header(&i.headers))
	if err != nil {
		return err
	}
	i.status.Description = d
	i.health = grpc_health_v1.NewHealthClient(connection)
	i.Adapter = adapter.Checked(cmp.Or(id, d.ID), &client{connection, d})
	_, err = i.Describe(ctx)
	return err
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

// client is an adapter at the other end of a connection. Its errors are those of
// gRPC and of package convert.
type client struct {
	connection grpc.ClientConnInterface
	// described is the adapter's description from its start. It is shared, so nobody
	// changes it.
	described adapter.Description
}

// thisHost is this host as every call names it to the adapter. It is shared, so
// nobody changes it.
var thisHost = adapter.Capabilities()

// put asks a question in the name of this host.
func put[In, Out any](ctx context.Context, c *client, method string, in In, write convert.Conversion[In], read convert.Conversion[Out]) (Out, error) {
	return rpc.Ask(ctx, c.connection, method, convert.Question[In]{Of: in, Host: thisHost}, convert.Asked(write), read)
}

// Describe returns the description from the adapter's start.
func (c *client) Describe(context.Context) (adapter.Description, error) { return c.described, nil }

// CheckInstallation asks for the readiness checks of a profile.
func (c *client) CheckInstallation(ctx context.Context, p profile.Profile) ([]profile.Check, error) {
	return put(ctx, c, rpc.CheckInstallation, p, convert.Profile, convert.Checks)
}

// Evaluate asks for the evaluation of an input.
func (c *client) Evaluate(ctx context.Context, in adapter.Input) (adapter.Evaluation, error) {
	return put(ctx, c, rpc.Evaluate, in, convert.Input, convert.Evaluation)
}

// Generate asks for the generation of an input.
func (c *client) Generate(ctx context.Context, in adapter.Input) (adapter.Generation, error) {
	return put(ctx, c, rpc.Generate, in, convert.Input, convert.Generation)
}
