package providera

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

func TestTotals(t *testing.T) {
	for request, total := range knownTotals {
		e := evaluated(t, inputOf(profile.Simulation, request))
		assert.Equal(t, total, e.Estimate.MonthlyTotal.String(), request)
		assert.Equal(t, "2026-11", e.Estimate.PriceTable)
		assert.Equal(t, "USD", e.Estimate.Currency)
	}
}

// TestItemsCanBeCheckedByHand reads the text of the first items.
func TestItemsCanBeCheckedByHand(t *testing.T) {
	e := evaluated(t, inputOf(profile.Simulation, goodRequest()))
	assert.Equal(t, smallEstimate, adaptertest.EstimateLines(e.Estimate))
}

func TestAnUnknownPriceIsNeverZero(t *testing.T) {
	e := evaluated(t, inputOf(profile.Simulation, goodRequest(adaptertest.WithRegion(unpricedRegion))))
	require.NoError(t, adaptertest.CheckUnpriced(e))
}

func TestPricesAreExact(t *testing.T) {
	for text, want := range map[string]microDollars{`"0.0912"`: 91_200, `"1.0"`: 1_000_000, `"0.000001"`: 1, `"12.5"`: 12_500_000} {
		var m microDollars
		require.NoError(t, m.UnmarshalJSON([]byte(text)))
		assert.Equal(t, want, m, text)
	}
	for _, text := range []string{`0.1`, `"1"`, `""`, `"-1.0"`, `"1."`, `".0000001"`, `"1.0000001"`, `"a.b"`} {
		var m microDollars
		require.Error(t, m.UnmarshalJSON([]byte(text)), text)
	}
	assert.Equal(t, request.Decimal("0.0912"), microDollars(91_200).decimal())
	assert.Equal(t, request.Decimal("1.00"), microDollars(1_000_000).decimal())
	assert.Equal(t, "133.15", microDollars(91_200).times(1460).String(), "133.152")
	assert.Equal(t, "0.01", microDollars(5_000).times(1).String(), "half a cent is rounded up")
	assert.Equal(t, "0.00", microDollars(4_999).times(1).String())
}

func TestThePriceTableIsComplete(t *testing.T) {
	for region, items := range prices.Regions {
		for item := range items {
			assert.Contains(t, prices.Units, item, region)
		}
		for item := range prices.Units {
			assert.Contains(t, items, item, "%s lacks a price", region)
		}
		_, known := findRegion(region)
		assert.True(t, known, region)
	}
}
