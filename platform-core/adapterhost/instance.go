package adapterhost

import (
	"context"

	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc/health/grpc_health_v1"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost/confine"
	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/internal/providerv1"
)

// instance is one running adapter that has described itself.
type instance struct {
	// Adapter is checked against the contract.
	adapter.Adapter
	// status is what a host shows of the adapter. It is shared: copy its description
	// before anybody gets it.
	status    adapter.Status
	announced confine.Announced
	limits    limits
	// process and health are nil for an adapter in this process.
	process *process.Process
	health  grpc_health_v1.HealthClient
	// stop ends the adapter and returns once nothing of it is left.
	stop func(reason error)
}

// describe asks the adapter for its description, and checks that and all later
// answers against the contract. id is the provider that is expected; empty for
// any.
func (i *instance) describe(ctx context.Context, id string, stub providerv1.AdapterServiceClient) error {
	client, err := newClient(ctx, stub)
	if err != nil {
		return err
	}
	if id == "" {
		id = client.description.ID
	}
	i.status.Description, i.announced = client.description, client.announced
	i.Adapter = adapter.Checked(id, client)
	_, err = i.Adapter.Describe(ctx)
	return err
}

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

// checkHealth asks for the health that every process of go-plugin answers for.
// Any answer will do.
func (i *instance) checkHealth(ctx context.Context) error {
	_, err := i.health.Check(ctx, &grpc_health_v1.HealthCheckRequest{Service: goplugin.GRPCServiceName})
	return err
}

// shown returns what a host shows of the adapter.
func (i *instance) shown() adapter.Status {
	status := i.status
	status.Description = copied(status.Description)
	return status
}
