package adapter

import "platform.internal/platform-core/profile"

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
	i, ok := l.index[name]
	if !ok {
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
			entry, ok := l.Find(name)
			return ok && has(entry)
		})
	}
}
