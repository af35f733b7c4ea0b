package adapterhost

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
)

// defaultLimits are those that Options leaves out. An answer has at most 2000
// resources of about a kilobyte, or two files of half a megabyte.
// MaxMemory was measured: an idle adapter has 75 MB of data, one that answers 64
// callers with half a megabyte each 230 MB.
var defaultLimits = limits{start: 10 * time.Second, call: 10 * time.Second, answer: 8 << 20, memory: 512 << 20, idle: 10 * time.Second}

// Options say where the adapters are and what they may take.
type Options struct {
	// Dir is the folder with the lock file and the binaries that it names; empty
	// for none.
	Dir string
	// Extra holds binaries of adapters that are not in the lock, by provider ID.
	// They are for authors at work: nothing proves what they are, so each is
	// logged as a warning. One with the ID of a locked adapter replaces it.
	Extra map[string]string
	// Logger gets the adapters' own lines and what happens to their processes;
	// nil for nowhere.
	Logger *slog.Logger
	// StartTimeout bounds the time from launch to description; 0 for 10 s.
	StartTimeout time.Duration
	// CallTimeout bounds one call; 0 for 10 s. A call that meets a crash is made
	// twice, and may wait for one start in between.
	CallTimeout time.Duration
	// MaxAnswer bounds one answer, in bytes; 0 for 8 MiB.
	MaxAnswer int
	// MaxMemory bounds what an adapter's process can write to, in bytes; 0 for
	// 512 MiB, NoMaxMemory for no bound. Only Linux applies it.
	MaxMemory uint64
	// RequireConfinement refuses an adapter whose confinement is less than enforced.
	RequireConfinement bool

	// For tests: plain starts processes unconfined, idle is limits.idle.
	plain bool
	idle  time.Duration
}

// Catalog finds, starts and supervises the adapters of a host. It is safe for
// concurrent use.
type Catalog struct {
	adapters map[string]*remote
}

var (
	_ adapter.Catalog = (*Catalog)(nil)
	_ adapter.Watcher = (*Catalog)(nil)
)

// Open reads the lock file. It starts nothing: an adapter is started when it is
// first asked for. The error is a *problem.Problem. Close the catalog to end
// its adapters.
func Open(options Options) (*Catalog, error) {
	log := cmp.Or(options.Logger, slog.New(slog.DiscardHandler))
	catalog := &Catalog{adapters: map[string]*remote{}}
	if options.Dir != "" {
		entries, err := ReadLock(options.Dir)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			catalog.add(options.program(e.ID, filepath.Join(options.Dir, e.File), "sha256:"+e.SHA256, log))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(options.Extra)) {
		log.Warn("adapter is not checked against the lock file", "adapter", id, "file", options.Extra[id])
		catalog.add(options.program(id, options.Extra[id], "", log))
	}
	return catalog, nil
}

// NoMaxMemory is the MaxMemory of an adapter that may write to any amount of
// memory, such as one built with the race detector.
const NoMaxMemory = math.MaxUint64

// program returns the program of one adapter.
func (o Options) program(id, path, digest string, log *slog.Logger) *program {
	p := newProgram(id, path, digest, o.limits(), log)
	p.plain, p.confined = o.plain, o.RequireConfinement
	return p
}

func (o Options) limits() limits {
	return limits{
		start:  cmp.Or(o.StartTimeout, defaultLimits.start),
		call:   cmp.Or(o.CallTimeout, defaultLimits.call),
		answer: cmp.Or(o.MaxAnswer, defaultLimits.answer),
		memory: cmp.Or(o.MaxMemory, defaultLimits.memory),
		idle:   cmp.Or(o.idle, defaultLimits.idle),
	}
}

func (c *Catalog) add(p *program) { c.adapters[p.id] = p.supervised() }

// Providers returns the IDs of the adapters that the host has, sorted.
func (c *Catalog) Providers() []string { return slices.Sorted(maps.Keys(c.adapters)) }

// Adapter returns the adapter of a provider, started. It continues to work when
// its process crashes, until the catalog is closed. The error is a
// *problem.Problem, or ctx's own.
func (c *Catalog) Adapter(ctx context.Context, providerID string) (adapter.Adapter, error) {
	found, err := c.find(providerID)
	if err != nil {
		return nil, err
	}
	if _, err := found.status(ctx); err != nil {
		return nil, err
	}
	return found, nil
}

// Status describes the adapter of a provider, starting it if need be. The error
// is a *problem.Problem, or ctx's own.
func (c *Catalog) Status(ctx context.Context, providerID string) (adapter.Status, error) {
	impl, err := c.find(providerID)
	if err != nil {
		return adapter.Status{}, err
	}
	return impl.status(ctx)
}

// Running describes the adapter of a provider if its process runs now. It starts
// nothing and waits for nothing.
func (c *Catalog) Running(providerID string) (adapter.Status, bool) {
	if impl, known := c.adapters[providerID]; known {
		if running := impl.supervisor.present(); running != nil {
			return running.shown(), true
		}
	}
	return adapter.Status{}, false
}

func (c *Catalog) find(providerID string) (*remote, error) {
	if adapter, known := c.adapters[providerID]; known {
		return adapter, nil
	}
	have := "it has none"
	if ids := c.Providers(); len(ids) > 0 {
		have = "it has " + strings.Join(ids, ", ")
	}
	return nil, unavailable(retryLater, problem.AdapterUnknown, nil, fmt.Sprintf("The platform has no adapter %q; %s.", providerID, have),
		"Build that adapter into the adapters folder, or choose another provider.")
}

// Close ends every adapter and returns once no process is left. Calls under way
// fail with adapter_unavailable, as do later ones.
func (c *Catalog) Close() {
	var closing sync.WaitGroup
	for _, adapter := range c.adapters {
		closing.Go(adapter.supervisor.close)
	}
	closing.Wait()
}
