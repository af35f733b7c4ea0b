package service

import (
	"maps"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Counts are the figures of a service. They count what happened here and hold
// no time: equal histories give equal counts.
type Counts struct {
	// Installed reports whether there is an installation; Provider and Mode are its.
	Installed bool
	Provider  string
	Mode      string
	// Confined reports that the installation's adapter has a process of its own.
	// Confinement is the level of the one that runs now; empty for none.
	Confined    bool
	Confinement profile.ConfinementLevel
	// Requests counts the stored records by decision.
	Requests  map[request.Decision]int
	Proposals int
	// Violations counts the violations of stored records by policy ID.
	Violations map[string]int
}

// Counts returns the figures of now.
func (s *Service) Counts() Counts {
	c := s.stored()
	if watcher, is := s.adapters.(adapter.Watcher); is && c.Confined {
		if status, running := watcher.Running(c.Provider); running && status.Confinement != nil {
			c.Confinement = status.Confinement.Level
		}
	}
	return c
}

// stored returns the figures but for those of the moment.
func (s *Service) stored() Counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := Counts{
		Requests: maps.Clone(s.decisions), Proposals: len(s.proposals.entries), Violations: maps.Clone(s.broken),
	}
	if s.installed != nil {
		c.Installed, c.Provider, c.Mode = true, s.installed.Profile.Provider, string(s.installed.Profile.Mode)
		c.Confined = s.installed.status.Confinement != nil
	}
	return c
}
