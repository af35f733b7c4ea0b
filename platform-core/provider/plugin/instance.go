package plugin

import (
	"context"

	"platform.internal/platform-core/provider"
	"platform.internal/platform-core/provider/plugin/internal/providerv1"
)

// instance is one running adapter that has described itself.
type instance struct {
	// Adapter is held to the contract. Its description is shared: copy it before
	// anybody gets it.
	provider.Adapter
	// description is what the adapter said when it started.
	description provider.Description
	// version is the negotiated version of the contract.
	version int
	// digest is that of the binary, verified whether the lock file has it.
	digest   string
	verified bool
	// ended is closed when the process is gone by itself; nil for an adapter in
	// this process.
	ended <-chan struct{}
	// stop ends the adapter and returns once nothing of it is left. crashed tells
	// that the adapter is on its way out by itself.
	stop func(crashed bool)
}

// describe fills in what the adapter says of itself, and holds that and all
// later answers to the contract. id is the provider that is expected; empty for
// any.
func (i *instance) describe(ctx context.Context, id string, stub providerv1.AdapterServiceClient) error {
	client, err := newClient(ctx, stub)
	if err != nil {
		return err
	}
	if id == "" {
		id = client.description.ID
	}
	i.description = client.description
	i.Adapter = provider.Checked(id, client)
	_, err = i.Adapter.Describe(ctx)
	return err
}

// status returns what a host shows of the adapter.
func (i *instance) status() provider.Status {
	return provider.Status{
		Description:     copied(i.description),
		ContractVersion: i.version,
		Digest:          i.digest,
		Verified:        i.verified,
	}
}
