package adaptertest_test

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/skeleton/template"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// wellFormed requires that a request could have come from a document.
func wellFormed(t *testing.T, r request.Request) {
	t.Helper()
	normal, err := r.With("application", request.Text(r.Application))
	require.NoError(t, err, "%+v", r)
	require.Equal(t, r, normal)
}

func TestAllCombinations(t *testing.T) {
	d := described(t)
	seen := map[string]bool{}
	for _, in := range adaptertest.Inputs(d) {
		wellFormed(t, in.Request)
		key := string(in.Mode) + " " + in.Identity.Fingerprint
		require.False(t, seen[key], "twice")
		seen[key] = true
		require.Len(t, in.Boundaries, len(d.BoundariesOf(in.Mode)))
	}
	want := len(d.Regions) * len(request.Sizes()) * len(request.Environments()) * len(request.Classifications()) * len(adaptertest.Modes())
	assert.Len(t, seen, want)
}

func TestOtherRequests(t *testing.T) {
	d := described(t)
	counted := map[string]int{}
	for _, r := range adaptertest.BadRequests(d) {
		if counted["bad"]%97 == 0 {
			wellFormed(t, r)
		}
		counted["bad"]++
	}
	for _, r := range adaptertest.AnyNetwork("north-1") {
		require.Equal(t, r.NetworkCIDR.Masked(), r.NetworkCIDR)
		counted["any"]++
	}
	for _, r := range adaptertest.NetworkEnds("north-1", func(size string) int { return 20 + len(size) }) {
		wellFormed(t, r)
		require.Contains(t, []int{16, 20 + len(r.ClusterSize)}, r.NetworkCIDR.Bits())
		counted["ends"]++
	}
	assert.Equal(t, map[string]int{"bad": len(d.Regions) * 36 * 36, "any": 13 * 33 * 3, "ends": 3 * 2 * 7 * 3}, counted)
	for _, application := range adaptertest.AwkwardApplications() {
		wellFormed(t, adaptertest.Request("north-1", adaptertest.WithApplication(application)))
	}
	for name, in := range adaptertest.Unsizable(d) {
		_, err := template.New().Generate(t.Context(), in)
		network := name == "tiny network" || name == "everything"
		assert.Equal(t, network, err == nil, "%s; the skeleton cuts no network", name)
	}
}

func TestASampleIsThereOnlyInAShortTest(t *testing.T) {
	all := adaptertest.Inputs(described(t))
	sample := adaptertest.Sample(all)
	if !testing.Short() {
		assert.Len(t, sample, len(all))
		return
	}
	assert.Len(t, sample, (len(all)+16)/17)
	seen := map[string]bool{}
	for _, in := range sample {
		for _, value := range []string{string(in.Mode), in.Request.ClusterSize, in.Request.Environment, in.Request.DataClassification, in.Request.Region} {
			seen[value] = true
		}
	}
	for _, in := range all {
		for _, value := range []string{string(in.Mode), in.Request.ClusterSize, in.Request.Environment, in.Request.DataClassification, in.Request.Region} {
			assert.True(t, seen[value], value)
		}
	}
}

func TestChanges(t *testing.T) {
	r := adaptertest.Request("north-1", adaptertest.LongestTexts, adaptertest.Production, adaptertest.WithRegion("south-1"), adaptertest.WithSize("large"),
		adaptertest.WithClassification("restricted"), adaptertest.WithNetwork("10.0.0.0/16"), adaptertest.WithJustification("Because it must."))
	wellFormed(t, r)
	assert.Len(t, r.Owner, 253)
	assert.Len(t, r.Application, 32)
	assert.Equal(t, []string{"production", "", "south-1", "large", "restricted", "10.0.0.0/16", "Because it must."}, []string{
		r.Environment, string(r.ExpiryDate), r.Region, r.ClusterSize, r.DataClassification, r.NetworkCIDR.String(), r.BusinessJustification,
	})
	assert.Equal(t, "a@b.example", adaptertest.Request("north-1", adaptertest.WithOwner("a@b.example")).Owner)
	profile := adaptertest.Profile(described(t), profile.Enterprise, "north-1", "south-1")
	assert.Equal(t, []string{"north-1", "south-1"}, profile.AllowedRegions)
}

// update is what an author's test may call a flag of its own: a package that
// adaptertest needs and that registers the same name would panic here.
var update = flag.Bool("update", false, "an author's own flag")

func TestAnAuthorMayHaveAFlagUpdate(t *testing.T) {
	assert.False(t, *update)
	assert.Equal(t, "an author's own flag", flag.Lookup("update").Usage)
}
