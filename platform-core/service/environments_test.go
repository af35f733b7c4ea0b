package service_test

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
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
	assert.Equal(t, [][]string{{ids[3]}, {ids[1]}}, [][]string{checkout.Overlaps, ledger.Overlaps})
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
