package providerb

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
)

func TestTotals(t *testing.T) {
	for name, c := range knownTotals {
		e := evaluated(t, orderOf(installation.Simulation, goodRequest(c.changes...)))
		assert.Equal(t, c.total, e.Estimate.MonthlyTotal.String(), name)
		assert.Equal(t, "2026-11", e.Estimate.PriceTable)
		assert.Equal(t, "USD", e.Estimate.Currency)
	}
}

// TestItemsCanBeCheckedByHand reads the text of the first items.
func TestItemsCanBeCheckedByHand(t *testing.T) {
	e := evaluated(t, orderOf(installation.Simulation, goodRequest()))
	var lines []string
	for _, i := range e.Estimate.Items {
		lines = append(lines, i.Address+": "+i.Item+": "+i.Quantity+" "+i.Unit+" at "+string(i.UnitPrice)+" = "+i.MonthlyCost.String())
	}
	assert.Equal(t, smallEstimate, lines)
}

func TestAnUnknownPriceIsNeverZero(t *testing.T) {
	e := evaluated(t, orderOf(installation.Simulation, goodRequest(in(unpricedRegion))))
	assert.False(t, e.Estimate.MonthlyTotal.Known)
	require.NotEmpty(t, e.Estimate.Items)
	for _, i := range e.Estimate.Items {
		assert.Equal(t, environment.Money{}, i.MonthlyCost, i.Item)
		assert.Empty(t, i.UnitPrice, i.Item)
		assert.NotEmpty(t, i.Unit, i.Item)
		assert.False(t, resource(t, e.Resources, i.Address).MonthlyCost.Known, i.Address)
	}
}

func TestResourcesCostTheirItems(t *testing.T) {
	for name, order := range scenarios() {
		e := evaluated(t, order)
		costs := map[string]environment.Money{}
		for _, i := range e.Estimate.Items {
			if _, some := costs[i.Address]; !some {
				costs[i.Address] = environment.Cents(0)
			}
			costs[i.Address] = costs[i.Address].Plus(i.MonthlyCost)
		}
		for address, cost := range costs {
			assert.Equal(t, cost, resource(t, e.Resources, address).MonthlyCost, "%s %s", name, address)
		}
	}
}

func resource(t *testing.T, resources []environment.Resource, address string) environment.Resource {
	t.Helper()
	for _, r := range resources {
		if r.Address == address {
			return r
		}
	}
	require.Fail(t, "no resource "+address)
	return environment.Resource{}
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
	assert.Equal(t, environment.Decimal("0.0912"), microDollars(91_200).decimal())
	assert.Equal(t, environment.Decimal("1.00"), microDollars(1_000_000).decimal())
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
