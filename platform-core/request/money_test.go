package request_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
)

// amounts returns the ends of what an int64 holds, and values of any size between them.
func amounts() []int64 {
	list := []int64{math.MinInt64, math.MinInt64 + 1, math.MinInt64 + 99, -101, -100, -99, -1, 0, 1, 99, 100, 101, math.MaxInt64 - 99, math.MaxInt64 - 1, math.MaxInt64}
	for range 100 {
		list = append(list, int64(rand.Uint64()>>rand.IntN(64)), -int64(rand.Uint64()>>rand.IntN(64)))
	}
	return list
}

// TestPercentagesAreRounded has amounts that end in half a percent or next to it.
func TestPercentagesAreRounded(t *testing.T) {
	for cents, want := range map[int64]int64{0: 0, 249: 0, 250: 1, 159652: 319, 49999: 100, 50000: 100} {
		assert.Equal(t, want, request.Cents(cents).PercentOf(500), cents)
	}
	assert.EqualValues(t, 8, request.Cents(159652).PercentOf(20000))
	assert.EqualValues(t, 100, request.Cents(100).PercentOf(0), "an absent budget counts as one dollar")
}

// TestMoneyDoesNotWrap compares sums, differences, dollars and texts with those of numbers without an end.
// TestPeopleReadOneFormOfMoneyAndDates: JSON keeps the form for machines.
func TestPeopleReadOneFormOfMoneyAndDates(t *testing.T) {
	for cents, want := range map[int64]string{0: "0.00", 5: "0.05", 99_999: "999.99", 151_914: "1,519.14", -123_456_789: "-1,234,567.89", -12_345: "-123.45"} {
		assert.Equal(t, want, request.Cents(cents).String())
	}
	assert.Equal(t, "unknown", request.Money{}.String(), "unknown is never zero")
	assert.Equal(t, "1,000,000", request.Grouped(1_000_000))
	assert.Equal(t, []string{"0 files", "1 file", "2 files"},
		[]string{request.Count(0, "file"), request.Count(1, "file"), request.Count(2, "file")})
	text, err := request.Cents(151_914).MarshalJSON()
	require.NoError(t, err)
	assert.Equal(t, `"1519.14"`, string(text))
	for date, want := range map[request.Date]string{"2027-01-03": "3 Jan 2027", "2025-05": "May 2025", "": "", "2027-02-29": ""} {
		assert.Equal(t, want, date.Words())
	}
}

func TestMoneyDoesNotWrap(t *testing.T) {
	exact := func(want *big.Int) request.Money {
		if !want.IsInt64() {
			return request.Money{}
		}
		return request.Cents(want.Int64())
	}
	for _, a := range amounts() {
		m, hundred := request.Cents(a), big.NewInt(100)
		up := new(big.Int).Neg(new(big.Int).Div(new(big.Int).Neg(big.NewInt(a)), hundred)) // Div rounds down
		assert.Equal(t, up.Int64(), m.Dollars(), a)
		assert.Equal(t, new(big.Rat).SetFrac(big.NewInt(a), hundred).FloatString(2), strings.ReplaceAll(m.String(), ",", ""))
		for _, b := range amounts() {
			other := request.Cents(b)
			assert.Equal(t, exact(new(big.Int).Add(big.NewInt(a), big.NewInt(b))), m.Plus(other), "%d + %d", a, b)
			assert.Equal(t, exact(new(big.Int).Sub(big.NewInt(a), big.NewInt(b))), m.Minus(other), "%d - %d", a, b)
		}
		assert.False(t, m.Plus(request.Money{}).Known || m.Minus(request.Money{}).Known || request.Money{}.Minus(m).Known)
		items := []request.EstimateItem{{MonthlyCost: m}, {MonthlyCost: m}, {MonthlyCost: request.Cents(0)}}
		known, monthly := request.Totals(items)
		assert.Equal(t, m.Plus(m), known, "a sum that does not fit is not known")
		assert.Equal(t, known, monthly)
		known, monthly = request.Totals(append(items, request.EstimateItem{}))
		assert.Equal(t, m.Plus(m), known)
		assert.Equal(t, request.Money{}, monthly)
	}
}

// TestATotalCanBeRead of as many items as an estimate may have, each at the most that it may cost.
func TestATotalCanBeRead(t *testing.T) {
	items := make([]request.EstimateItem, 4000)
	for i := range items {
		items[i].MonthlyCost = request.MaxCost
	}
	_, total := request.Totals(items)
	text, err := total.MarshalJSON()
	require.NoError(t, err)
	assert.JSONEq(t, `"40000000000000.00"`, string(text))
	var read request.Money
	require.NoError(t, read.UnmarshalJSON(text))
	assert.Equal(t, total, read)
	_, err = request.ParseMoney("100000000000000.00")
	require.Error(t, err)
}

func TestCostsInRange(t *testing.T) {
	for amount, want := range map[request.Money]bool{
		{}: true, request.Cents(0): true, request.MaxCost: true,
		request.Cents(-1): false, request.MaxCost.Plus(request.Cents(1)): false, request.Cents(math.MinInt64): false, request.Cents(math.MaxInt64): false,
	} {
		assert.Equal(t, want, amount.InRange(), amount)
	}
}
