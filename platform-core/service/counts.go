package service

import (
	"maps"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
)

// Counts are the figures of a service. They count what happened here and hold
// no time: equal histories give equal counts.
type Counts struct {
	// Installed tells whether there is an installation; Provider and Mode are its.
	Installed bool
	Provider  string
	Mode      string
	// Confinement is how far the adapter's process was held when it was installed;
	// empty for an adapter that has none.
	Confinement installation.ConfinementLevel
	// Requests counts the stored records by decision.
	Requests  map[environment.Decision]int
	Proposals int
	// Violations counts the violations of stored records by policy ID.
	Violations map[string]int
}

// Counts returns the figures as they stand.
func (s *Service) Counts() Counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := Counts{
		Requests: maps.Clone(s.decisions), Proposals: s.proposals.size(), Violations: maps.Clone(s.broken),
	}
	if s.installed != nil {
		c.Installed, c.Provider, c.Mode = true, s.installed.Profile.Provider, string(s.installed.Profile.Mode)
		if held := s.installed.status.Confinement; held != nil {
			c.Confinement = held.Level
		}
	}
	return c
}
