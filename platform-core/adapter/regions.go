package adapter

import "platform.internal/platform-core/profile"

// Regions is a provider's table of regions, in the order of its entries. R is the type of an entry: a
// [profile.Region], or a type with more data about a region.
type Regions[R any] struct {
	entries []R
	region  func(R) profile.Region
	index   map[string]int
}

// NewRegions returns a table of entries. region returns the [profile.Region] of an entry.
func NewRegions[R any](entries []R, region func(R) profile.Region) Regions[R] {
	index := make(map[string]int, len(entries))
	for i, r := range entries {
		index[region(r).Name] = i
	}
	return Regions[R]{entries, region, index}
}

// Find returns the entry of a region. It is not ok if the provider does not have the region.
func (l Regions[R]) Find(name string) (entry R, ok bool) {
	i, ok := l.index[name]
	if ok {
		entry = l.entries[i]
	}
	return entry, ok
}

// Where returns the regions whose entries fit, for [Definition].Regions.
func (l Regions[R]) Where(fits func(R) bool) []profile.Region {
	var found []profile.Region
	for _, r := range l.entries {
		if fits(r) {
			found = append(found, l.region(r))
		}
	}
	return found
}

// All returns all regions, for [Definition].Regions.
func (l Regions[R]) All() []profile.Region { return each(l.entries, l.region) }

// Check returns a readiness check that passes if has is true for every allowed region of a profile. It
// never passes for a region that the provider does not have.
func (l Regions[R]) Check(c RegionCheck, has func(R) bool) ReadinessCheck {
	return func(p profile.Profile) profile.Check {
		return c.result(p.AllowedRegions, func(name string) bool {
			entry, ok := l.Find(name)
			return ok && has(entry)
		})
	}
}
