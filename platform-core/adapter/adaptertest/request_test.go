package adaptertest_test

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
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
	want := len(d.Regions) * len(request.Sizes()) * len(request.Environments()) * len(request.Classifications()) * len(profile.Modes())
	assert.Len(t, seen, want)
}

func TestOtherRequests(t *testing.T) {
	counted := map[string]int{}
	for _, r := range adaptertest.Networks("north-1") {
		wellFormed(t, r)
		counted[r.ClusterSize+" "+r.Environment]++
		counted["all"]++
	}
	assert.Len(t, counted, 10, "each size in each environment")
	assert.Equal(t, 16*33, counted["all"])
	for _, application := range adaptertest.AwkwardApplications() {
		wellFormed(t, adaptertest.Request("north-1", adaptertest.With("application", application)))
	}
}

func TestChanges(t *testing.T) {
	r := adaptertest.Request("north-1", adaptertest.Production, adaptertest.With("application", adaptertest.LongestApplication), adaptertest.With("region", "south-1"),
		adaptertest.With("network_cidr", "10.0.0.0/16"), adaptertest.With("monthly_budget", "7"), adaptertest.With("controls.private_cluster", "false"))
	wellFormed(t, r)
	assert.Len(t, r.Application, 32)
	assert.Equal(t, []any{"production", request.Date(""), "south-1", "10.0.0.0/16", int64(7), false}, []any{
		r.Environment, r.ExpiryDate, r.Region, r.NetworkCIDR.String(), r.MonthlyBudget, r.Controls.PrivateCluster,
	})
	assert.Equal(t, "gigantic", adaptertest.Request("north-1", adaptertest.With("cluster_size", "gigantic")).ClusterSize)
	for field, text := range map[string]string{"colour": "red", "network_cidr": "here", "monthly_budget": "all"} {
		assert.Panics(t, func() { adaptertest.Request("north-1", adaptertest.With(field, text)) }, field)
	}
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
