package adapter

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/profile"
)

// Regions is a provider's table of regions, in the order of its entries. R is an
// entry: a profile.Region, or whatever else the adapter wants to know of a region.
type Regions[R any] struct {
	entries []R
	region  func(R) profile.Region
	index   map[string]int
}

// NewRegions returns the table of entries, such as a list in a data file. region
// returns what the platform knows of an entry.
func NewRegions[R any](entries []R, region func(R) profile.Region) Regions[R] {
	index := make(map[string]int, len(entries))
	for i, r := range entries {
		index[region(r).Name] = i
	}
	return Regions[R]{entries, region, index}
}

// Find returns the entry of a region, and whether the provider has it.
func (l Regions[R]) Find(name string) (R, bool) {
	i, known := l.index[name]
	if !known {
		var none R
		return none, false
	}
	return l.entries[i], true
}

// Where returns the regions of the entries that are as asked, as
// Definition.Regions lists them.
func (l Regions[R]) Where(is func(R) bool) []profile.Region {
	var found []profile.Region
	for _, r := range l.entries {
		if is(r) {
			found = append(found, l.region(r))
		}
	}
	return found
}

// All returns all regions, as Definition.Regions lists them.
func (l Regions[R]) All() []profile.Region { return each(l.entries, l.region) }

// Check returns a readiness check that passes when has holds for every allowed
// region of a profile. A region that the provider does not have never passes.
func (l Regions[R]) Check(c RegionCheck, has func(R) bool) ReadinessCheck {
	return func(p profile.Profile) profile.Check {
		return c.of(p.AllowedRegions, func(name string) bool {
			entry, known := l.Find(name)
			return known && has(entry)
		})
	}
}

// ReadinessCheck is one of a provider's own checks of an installation's profile,
// which the platform already found valid.
type ReadinessCheck func(profile.Profile) profile.Check

// RegionCheck is the text of a readiness check of the allowed regions. It
// passes or warns; it never fails, because it judges by tables that may be old.
type RegionCheck struct {
	// ID starts with the provider's ID and a dot.
	ID string
	// Title is what is checked, in a few words.
	Title string
	// Passed is the message when every region is as it should be.
	Passed string
	// Warning is the message when some are not; %s is their names.
	Warning string
	// Remediation is what to do about a warning.
	Remediation string
}

// of returns the check of the allowed regions, which it names in their order.
func (c RegionCheck) of(allowed []string, has func(name string) bool) profile.Check {
	check := profile.Check{ID: c.ID, Title: c.Title, Status: profile.Passed, Message: c.Passed}
	lacking := slices.DeleteFunc(slices.Clone(allowed), has)
	if len(lacking) > 0 {
		check.Status = profile.Warning
		check.Message = fmt.Sprintf(c.Warning, strings.Join(lacking, ", "))
		check.Remediation = c.Remediation
	}
	return check
}

// BoundaryID returns the identifier that the input has for a boundary. In
// simulation, which configures none, it is the boundary's placeholder, so that
// no real account is ever in a simulated proposal. It is empty for a boundary
// that the mode or the provider does not have.
func BoundaryID(in Input, boundaries []profile.Boundary, name string) string {
	if in.Mode != profile.Simulation {
		return in.Boundary(name)
	}
	for _, b := range boundaries {
		if b.Name == name {
			return b.Placeholder
		}
	}
	return ""
}
