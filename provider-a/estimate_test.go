package providera

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

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
	var lines []string
	for _, item := range e.Estimate.Items {
		lines = append(lines, fmt.Sprint(item))
	}
	assert.Equal(t, smallEstimate, lines)
}

func TestAnUnknownPriceIsNeverZero(t *testing.T) {
	e := evaluated(t, inputOf(profile.Simulation, goodRequest(adaptertest.With(request.RegionField, unpricedRegion))))
	assert.False(t, e.Estimate.MonthlyTotal.Known)
	assert.NotEmpty(t, e.Estimate.Items)
}

func TestThePriceTableIsComplete(t *testing.T) {
	for region, items := range prices.Regions {
		for item := range items {
			assert.Contains(t, prices.Units, item, region)
		}
		for item := range prices.Units {
			assert.Contains(t, items, item, "%s lacks a price", region)
		}
		_, known := regions.Find(region)
		assert.True(t, known, region)
	}
}
