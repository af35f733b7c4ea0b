package service

import (
	"context"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/store"
)

// Counts are the numbers of a service. They contain no time, so equal histories give equal counts.
type Counts struct {
	// Installed reports whether there is an installation, with Provider and Mode.
	Installed bool
	Provider  string
	Mode      string
	// Confined reports that the adapter has a process of its own. Confinement is the level of the running
	// process. It is empty if no process runs.
	Confined    bool
	Confinement profile.ConfinementLevel
	store.Counts
}

// Counts returns the current counts.
func (s *Service) Counts(ctx context.Context) (Counts, error) {
	stored, err := s.store.Counts(ctx)
	if err != nil {
		return Counts{}, err
	}
	c := Counts{Counts: stored}
	in, err := s.anyInstalled(ctx)
	if in == nil || err != nil {
		return c, err
	}
	c.Installed, c.Provider, c.Mode = true, in.Profile.Provider, string(in.Profile.Mode)
	c.Confined = in.status.Confinement != nil
	if watcher, ok := s.adapters.(adapter.Watcher); ok && c.Confined {
		if status, running := watcher.Running(c.Provider); running && status.Confinement != nil {
			c.Confinement = status.Confinement.Level
		}
	}
	return c, nil
}
