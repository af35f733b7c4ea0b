package adapterhost

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
)

// Catalog finds, starts and supervises the adapters of a host. It is safe for concurrent use.
type Catalog struct {
	adapters map[string]*remote
}

var (
	_ adapter.Catalog = (*Catalog)(nil)
	_ adapter.Watcher = (*Catalog)(nil)
)

// Open reads the lock file and returns the catalog of its adapters. Open starts no process. The
// first call of an adapter starts its process. The error is a [problem.Problem]. Close the catalog
// to end its adapters.
func Open(options Options) (*Catalog, error) {
	options = options.withDefaults()
	catalog := &Catalog{adapters: map[string]*remote{}}
	if options.LockKey != "" && len(options.Extra) > 0 {
		return nil, problem.New(problem.UsageError, "Where the lock file has to be signed, no adapter beside it can be "+
			"used. Leave out the adapters that are not in it, or the key.")
	}
	if options.Dir != "" {
		entries, err := ReadLock(options.Dir, options.LockKey)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			path := filepath.Join(options.Dir, e.File)
			catalog.adapters[e.ID] = options.remote(program{id: e.ID, path: path, digest: "sha256:" + e.SHA256})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(options.Extra)) {
		options.Logger.Warn("adapter is not checked against the lock file", "adapter", id, "file", options.Extra[id])
		catalog.adapters[id] = options.remote(program{id: id, path: options.Extra[id]})
	}
	return catalog, nil
}

// Providers returns the IDs of the adapters that the host has, sorted.
func (c *Catalog) Providers() []string { return slices.Sorted(maps.Keys(c.adapters)) }

// Adapter starts the adapter of a provider if necessary, and returns it. The adapter works until
// the catalog is closed: a new process replaces a crashed one. The error is a [problem.Problem] or
// ctx.Err().
func (c *Catalog) Adapter(ctx context.Context, providerID string) (adapter.Adapter, error) {
	found, err := c.find(providerID)
	if err != nil {
		return nil, err
	}
	if _, err := found.started(ctx); err != nil {
		return nil, err
	}
	return found, nil
}

// Status starts the adapter of a provider if necessary, and returns its status. The error is a
// [problem.Problem] or ctx.Err().
func (c *Catalog) Status(ctx context.Context, providerID string) (adapter.Status, error) {
	found, err := c.find(providerID)
	if err != nil {
		return adapter.Status{}, err
	}
	return found.status(ctx)
}

// Running returns the status of a provider's adapter. The second result is false if no process is
// running. Running never starts a process and never waits for a start.
func (c *Catalog) Running(providerID string) (adapter.Status, bool) {
	if found, ok := c.adapters[providerID]; ok {
		if running := found.currentInstance(); running != nil {
			return running.copyStatus(), true
		}
	}
	return adapter.Status{}, false
}

func (c *Catalog) find(providerID string) (*remote, error) {
	if found, ok := c.adapters[providerID]; ok {
		return found, nil
	}
	have := "it has none"
	if ids := c.Providers(); len(ids) > 0 {
		have = "it has " + strings.Join(ids, ", ")
	}
	return nil, unavailable(retryLater, problem.AdapterUnknown, nil,
		fmt.Sprintf("The platform has no adapter %q; %s.", providerID, have),
		"Build that adapter into the adapters folder, or choose another provider.")
}

// Close ends every adapter and waits for the end of their processes. Calls in progress and later
// calls fail with adapter_unavailable.
func (c *Catalog) Close() {
	var closing sync.WaitGroup
	for _, r := range c.adapters {
		closing.Go(r.close)
	}
	closing.Wait()
}
