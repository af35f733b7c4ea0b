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
	"platform.internal/platform-core/internal/providerv1"
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
	stub := providerv1.NewAdapterServiceClient(connection)
	response, err := stub.Describe(ctx, &providerv1.DescribeRequest{Host: thisHost}, grpc.Header(&i.headers))
	if err != nil {
		return err
	}
	d, err := convert.Description.FromMessage(response.GetDescription())
	if err != nil {
		return err
	}
	i.status.Description = d
	i.health = grpc_health_v1.NewHealthClient(connection)
	i.Adapter = adapter.Checked(cmp.Or(id, d.ID), &client{stub, d})
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
	own, _ := convert.Description.FromMessage(convert.Description.ToMessage(i.status.Description))
	return own
}

// client is an adapter at the other end of a connection. Its errors are those of
// gRPC and of package convert.
type client struct {
	stub providerv1.AdapterServiceClient
	// described is the adapter's description from its start. It is shared, so nobody
	// changes it.
	described adapter.Description
}

// thisHost is this host as every call names it to the adapter. It is shared, so
// nobody changes it.
var thisHost = &providerv1.Host{Capabilities: adapter.Capabilities()}

// Describe returns the description from the adapter's start.
func (c *client) Describe(context.Context) (adapter.Description, error) { return c.described, nil }

// CheckInstallation asks for the readiness checks of a profile.
func (c *client) CheckInstallation(ctx context.Context, p profile.Profile) ([]profile.Check, error) {
	response, err := c.stub.CheckInstallation(ctx, &providerv1.CheckInstallationRequest{Profile: convert.Profile.ToMessage(p), Host: thisHost})
	if err != nil {
		return nil, err
	}
	return convert.Checks.FromMessage(response)
}

// Evaluate asks for the evaluation of an input.
func (c *client) Evaluate(ctx context.Context, in adapter.Input) (adapter.Evaluation, error) {
	response, err := c.stub.Evaluate(ctx, &providerv1.EvaluateRequest{Order: convert.Input.ToMessage(in), Host: thisHost})
	if err != nil {
		return adapter.Evaluation{}, err
	}
	return convert.Evaluation.FromMessage(response)
}

// Generate asks for the generation of an input.
func (c *client) Generate(ctx context.Context, in adapter.Input) (adapter.Generation, error) {
	response, err := c.stub.Generate(ctx, &providerv1.GenerateRequest{Order: convert.Input.ToMessage(in), Host: thisHost})
	if err != nil {
		return adapter.Generation{}, err
	}
	return convert.Generation.FromMessage(response)
}
