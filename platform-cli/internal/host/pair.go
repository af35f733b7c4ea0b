package host

import (
	"context"
	"path/filepath"
	"sync"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// PairFlags name two installations, for the commands that show what a change of rules or of
// an adapter does.
type PairFlags struct {
	// From and To are the profiles.
	From, To string
	// FromAdapters and ToAdapters are folders of adapters; empty for those that the
	// global flags name.
	FromAdapters, ToAdapters string
}

// Declare adds the flags to a command.
func (f *PairFlags) Declare(c *cobra.Command) {
	DocumentFlag(c, "from", &f.From, "the installation `PROFILE` before the change (JSON or YAML; - for standard input)")
	DocumentFlag(c, "to", &f.To, "the `PROFILE` after the change; the same file where only adapters change")
	FolderFlag(c, "from-adapters", &f.FromAdapters, "look for the adapters of --from in `DIR` (default: those of --adapters and --adapter)")
	FolderFlag(c, "to-adapters", &f.ToAdapters, "look for the adapters of --to in `DIR` (default: those of --adapters and --adapter)")
}

// Profiles returns the profiles: a folder of requests may hold them too.
func (f *PairFlags) Profiles() []string { return []string{f.From, f.To} }

// check refuses flags that do not name two installations.
func (f *PairFlags) check() error {
	for _, flag := range []struct{ name, path string }{{"from", f.From}, {"to", f.To}} {
		if flag.path == "" {
			return problem.New(problem.UsageError,
				"The flag --%s is missing. Name both installation profiles, such as --from profile.yaml --to changed.yaml.", flag.name)
		}
	}
	return nil
}

// sameAdapters reports whether both installations take their adapters from one place.
func (f *PairFlags) sameAdapters() bool {
	clean := func(dir string) string {
		if dir == "" { // the flag was not given, which is another place than "."
			return ""
		}
		return filepath.Clean(dir)
	}
	return clean(f.FromAdapters) == clean(f.ToAdapters)
}

// Pair is two installations, each with a service of its own. Where both take their
// adapters from one place, an adapter runs once for both.
type Pair struct {
	From, To *Session
	ends     []func()
}

// Close ends the adapters that were started.
func (p *Pair) Close() {
	var closing sync.WaitGroup
	for _, end := range p.ends {
		closing.Go(end)
	}
	closing.Wait()
}

// Open builds a service from each of the two profiles. Close the pair.
func (f *PairFlags) Open(ctx context.Context, inv *Invocation) (*Pair, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	from, err := inv.Input.Profile(f.From)
	if err != nil {
		return nil, err
	}
	to, err := inv.Input.Profile(f.To)
	if err != nil {
		return nil, err
	}
	p := &Pair{}
	if err := p.open(ctx, inv, f, from, to); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

func (p *Pair) open(ctx context.Context, inv *Invocation, f *PairFlags, from, to profile.Draft) error {
	before, err := p.adapters(inv, f.FromAdapters)
	if err != nil {
		return err
	}
	after := before
	if !f.sameAdapters() {
		if after, err = p.adapters(inv, f.ToAdapters); err != nil {
			return err
		}
	}
	var errFrom, errTo error
	var installing sync.WaitGroup // an adapter takes a while to start
	installing.Go(func() { p.From, errFrom = inv.InstallOn(ctx, before, func() {}, from) })
	installing.Go(func() { p.To, errTo = inv.InstallOn(ctx, after, func() {}, to) })
	installing.Wait()
	if errFrom != nil {
		return fileio.In(f.From, errFrom)
	}
	return fileio.In(f.To, errTo)
}

// adapters opens those of a folder, or of the global flags.
func (p *Pair) adapters(inv *Invocation, dir string) (adapter.Catalog, error) {
	open := inv.Catalog
	if dir != "" {
		open = func() (adapter.Catalog, func(), error) { return inv.CatalogIn(dir) }
	}
	catalog, end, err := open()
	if err == nil {
		p.ends = append(p.ends, end)
	}
	return catalog, err
}
