package adapter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// row is an entry of a table of regions.
type row struct {
	Name  string
	Zones []string
}

func (p row) region() profile.Region { return profile.Region{Name: p.Name, Zones: p.Zones} }

func TestRegions(t *testing.T) {
	table := adapter.NewRegions([]row{{"b", []string{"1", "2"}}, {"a", []string{}}}, row.region)
	b, ok := table.Find("b")
	assert.True(t, ok)
	assert.Equal(t, row{"b", []string{"1", "2"}}, b)
	_, ok = table.Find("c")
	assert.False(t, ok)
	assert.Equal(t, []profile.Region{{Name: "b", Zones: []string{"1", "2"}}, {Name: "a", Zones: []string{}}}, table.All())
	assert.Equal(t, []profile.Region{{Name: "a", Zones: []string{}}}, table.Where(func(p row) bool { return p.Name == "a" }))

	check := table.Check(adapter.RegionCheck{
		ID: "provider_t.zones", Title: "Zones", Passed: "All have zones.", Warning: "No zones in %s.", Remediation: "Choose others.",
	}, func(p row) bool { return len(p.Zones) > 0 })
	for _, tt := range []struct {
		allowed []string
		want    profile.Check
	}{
		{[]string{"b"}, profile.Check{ID: "provider_t.zones", Title: "Zones", Status: profile.Passed, Message: "All have zones."}},
		{[]string{"c", "b", "a"}, profile.Check{
			ID: "provider_t.zones", Title: "Zones", Status: profile.Warning, Message: "No zones in c, a.", Remediation: "Choose others.",
		}},
	} {
		kept := append([]string{}, tt.allowed...)
		assert.Equal(t, tt.want, check(profile.Profile{AllowedRegions: tt.allowed}))
		assert.Equal(t, kept, tt.allowed, "the profile is left as it is")
	}
}
