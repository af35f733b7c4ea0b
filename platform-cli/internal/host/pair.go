package host

import (
	"context"
	"path/filepath"
	"sync"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-core/problem"
)

// PairFlags name two installations. Commands use them to show the effect of a change of rules or of
// an adapter.
type PairFlags struct {
	// From and To are the paths of the two profiles.
	From, To string
	// FromAdapters and ToAdapters are folders of adapters. If one is empty, the adapters of the global
	// flags are used.
	FromAdapters, ToAdapters string
}

// Declare adds the flags to a command.
func (f *PairFlags) Declare(c *cobra.Command) {
	documentFlag(c, "from", &f.From, "the installation `PROFILE` before the change (JSON or YAML; - for standard input)")
	documentFlag(c, "to", &f.To, "the `PROFILE` after the change; the same file where only adapters change")
	FolderFlag(c, "from-adapters", &f.FromAdapters,
		"look for the adapters of --from in `DIR` (default: those of --adapters and --adapter)")
	FolderFlag(c, "to-adapters", &f.ToAdapters,
		"look for the adapters of --to in `DIR` (default: those of --adapters and --adapter)")
}

// sameAdapters reports whether both installations use the same adapters. An empty folder and "."
// are different places.
func (f *PairFlags) sameAdapters() bool {
	return (f.FromAdapters == "") == (f.ToAdapters == "") && filepath.Clean(f.FromAdapters) == filepath.Clean(f.ToAdapters)
}

// Open returns a [Session] for each of the two installations. If they share their adapters, each
// adapter runs once for both. Open fails if a profile cannot be installed.
func (f *PairFlags) Open(ctx context.Context, inv *Invocation) (from, to *Session, err error) {
	for _, flag := range []struct{ name, path string }{{"from", f.From}, {"to", f.To}} {
		if flag.path == "" {
			return nil, nil, problem.New(problem.UsageError,
				"The flag --%s is missing. Name both installation profiles, such as --from profile.yaml --to changed.yaml.",
				flag.name)
		}
	}
	before, err := inv.Input.Profile(f.From)
	if err != nil {
		return nil, nil, err
	}
	after, err := inv.Input.Profile(f.To)
	if err != nil {
		return nil, nil, err
	}
	catalog, err := inv.Catalog(f.FromAdapters)
	if err != nil {
		return nil, nil, err
	}
	other := catalog
	if !f.sameAdapters() {
		if other, err = inv.Catalog(f.ToAdapters); err != nil {
			return nil, nil, err
		}
	}
	var errFrom, errTo error
	var installing sync.WaitGroup // adapters start slowly, so both start at the same time
	installing.Go(func() { from, errFrom = inv.installOn(ctx, catalog, before) })
	installing.Go(func() { to, errTo = inv.installOn(ctx, other, after) })
	installing.Wait()
	if errFrom != nil {
		return nil, nil, fileio.In(f.From, errFrom)
	}
	return from, to, fileio.In(f.To, errTo)
}
