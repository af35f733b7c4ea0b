package service_test

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
)

// TestEnvironments checks that an environment has its newest accepted request, and that only the network of this
// request is taken.
func TestEnvironments(t *testing.T) {
	s, ids := filled(t, "network_cidr=10.0.0.0/20", "network_cidr=10.0.16.0/20", "network_cidr=8.0.0.0/20",
		"application=ledger network_cidr=10.0.16.0/21", "application=search network_cidr=8.0.0.0/20")
	list, err := s.Environments(t.Context(), store.EnvironmentFilter{}, store.Page{Order: store.Newest})
	require.NoError(t, err)
	require.Len(t, list.Items, 2)
	checkout, ledger := list.Items[1], list.Items[0]
	assert.Equal(t, []string{ids[1], ids[3]}, []string{checkout.RequestID, ledger.RequestID})
	assert.Equal(t, []wire.Overlap{{
		RequestID: ids[3], Brief: ledger.Brief, NetworkCIDR: netip.MustParsePrefix("10.0.16.0/21"),
	}}, checkout.OverlapsWith)
	assert.Equal(t, ids[3:4], checkout.Overlaps)
	assert.Equal(t, ids[1:2], ledger.Overlaps)
	record, err := s.Record(t.Context(), ids[1])
	require.NoError(t, err)
	assert.Equal(t, record.KnownTotal, checkout.KnownTotal)

	for pool, want := range map[string]string{
		"10.0.0.0/16": "10.0.0.0/20", "10.0.16.0/20": "none", "10.0.16.0/19": "10.0.0.0/20", "8.0.0.0/20": "8.0.0.0/20",
	} {
		found, err := s.FreeRange(t.Context(), netip.MustParsePrefix(pool).Masked(), 20)
		require.NoError(t, err)
		is := "none"
		if found.CIDR != nil {
			is = found.CIDR.String()
		}
		assert.Equal(t, want, is, pool)
	}
	_, err = newService(t, &scripted{}).FreeRange(t.Context(), netip.MustParsePrefix("10.0.0.0/8"), 20)
	assert.Equal(t, problem.InstallationNotFound, code(err))
}

func TestRangesOfAProfile(t *testing.T) {
	p := service.ActiveProfile{
		Profile: profile.Profile{Settings: map[string]string{"hub": "10.9.0.0/24,10.9.1.0/24", "egress": "hub"}},
		Settings: []profile.Setting{
			{Name: "hub", Kind: profile.RangeSetting}, {Name: "pods", Kind: profile.RangeSetting, Default: "100.64.0.0/16"},
			{Name: "runners", Kind: profile.RangeSetting}, {Name: "egress", Default: "own"},
		},
	}
	named, defaults := p.Ranges()
	assert.Equal(t, []portfolio.Range{
		{Name: "hub", CIDR: netip.MustParsePrefix("10.9.0.0/24")}, {Name: "hub", CIDR: netip.MustParsePrefix("10.9.1.0/24")},
	}, named)
	assert.Equal(t, []portfolio.Range{{Name: "pods", CIDR: netip.MustParsePrefix("100.64.0.0/16")}}, defaults)
}

// TestEnvironmentsThatEnd lists only what ends from the policy date on, with the latest date of each.
func TestEnvironmentsThatEnd(t *testing.T) {
	s, ids := filled(t, "expiry_date=2026-12-15", "application=ledger expiry_date=2026-11-22", "application=search expiry_date=2027-01-02",
		"application=never environment=production monthly_budget=9000 expiry_date=")
	for days, want := range map[int][]string{1: {ids[1]}, 41: {ids[1], ids[0]}, 42: {ids[1], ids[0], ids[2]}} {
		list, err := s.EndingEnvironments(t.Context(), days, 99)
		require.NoError(t, err)
		var found []string
		for _, e := range list.Items {
			found = append(found, e.RequestID)
			latest, err := s.LatestExpiry(t.Context(), changed(t, "application="+e.Application+" expiry_date="+string(e.ExpiryDate)))
			require.NoError(t, err)
			assert.Equal(t, latest, e.LatestExpiry)
			assert.Greater(t, e.LatestExpiry, e.ExpiryDate)
		}
		assert.Equal(t, want, found, days)
		first, err := s.EndingEnvironments(t.Context(), days, 1)
		require.NoError(t, err)
		assert.Equal(t, list.Items[:1], first.Items)
	}
	totals, err := s.EnvironmentTotals(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []int{4, 3, 1}, []int{totals.All.Count, totals.Environment[0].Count, totals.Environment[1].Count})
	_, err = newService(t, &scripted{}).EndingEnvironments(t.Context(), 42, 1)
	assert.Equal(t, problem.InstallationNotFound, code(err))
}

// TestAcceptedRanges leaves out free ranges that a rule denies.
func TestAcceptedRanges(t *testing.T) {
	s, _ := filled(t, "network_cidr=10.0.0.0/20")
	ask := func(pool string, length int) (ranges []string, violations []request.Violation) {
		found, err := s.AcceptedRanges(t.Context(), netip.MustParsePrefix(pool), length)
		require.NoError(t, err)
		for _, r := range found.Ranges {
			ranges = append(ranges, r.String())
		}
		return ranges, found.Violations
	}
	ranges, violations := ask("10.0.0.0/18", 20)
	assert.Equal(t, []string{"10.0.16.0/20", "10.0.32.0/20", "10.0.48.0/20"}, ranges)
	assert.Empty(t, violations)
	ranges, _ = ask("10.0.0.0/8", 20)
	assert.Len(t, ranges, 8)
	for pool, length := range map[string]int{"10.0.0.0/8": 30, "8.0.0.0/8": 20} {
		ranges, violations = ask(pool, length)
		assert.Empty(t, ranges, pool)
		assert.NotEmpty(t, violations, pool)
	}
	ranges, violations = ask("10.0.0.0/20", 20)
	assert.Empty(t, ranges, violations)
}
