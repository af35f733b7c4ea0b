package adapterhost

import (
	"context"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/profile"
)

// instance is one running adapter that has described itself.
type instance struct {
	// Adapter is held to the contract. Its description is shared: copy it before
	// anybody gets it.
	adapter.Adapter
	// description is what the adapter said when it started.
	description adapter.Description
	// version is the negotiated version of the contract.
	version int
	// digest is that of the binary, verified whether the lock file has it.
	digest   string
	verified bool
	// announced is what the adapter says of its own box, confinement what the host
	// vouches for; nil for an adapter in this process.
	announced   announced
	confinement *profile.Confinement
	// ended is closed when the process is gone by itself; nil for an adapter in
	// this process.
	ended <-chan struct{}
	// pulse asks whether the process answers at all, and kill ends one that does
	// not; nil for an adapter in this process.
	pulse func(ctx context.Context) error
	kill  func()
	// usage tells what the process takes, memory is what it may write to, in bytes,
	// and end ends a process and keeps why; nil for an adapter in this process.
	usage  func() (process.Usage, bool)
	memory uint64
	end    func(why string)
	// last tells how the process ended; nil for an adapter in this process.
	last func() lastWords
	// stop ends the adapter and returns once nothing of it is left.
	stop func(why fate)
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
	i.description, i.announced = client.description, client.announced
	i.Adapter = adapter.Checked(id, client)
	_, err = i.Adapter.Describe(ctx)
	return err
}

// lastWords waits a moment for the process to end and returns what is known of
// that.
func (i *instance) lastWords() lastWords {
	if i.last == nil {
		return lastWords{}
	}
	return i.last()
}

// status returns what a host shows of the adapter.
func (i *instance) status() adapter.Status {
	return adapter.Status{
		Description:     copied(i.description),
		ContractVersion: i.version,
		Digest:          i.digest,
		Verified:        i.verified,
		Confinement:     i.confinement,
	}
}
