package adapter_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// prices is a small price table as an adapter embeds it.
func prices(t *testing.T) adapter.PriceTable {
	t.Helper()
	var table adapter.PriceTable
	require.NoError(t, json.Unmarshal([]byte(`{
		"table": "2026-11", "currency": "USD", "hours_per_month": 730, "not_included": ["tax"],
		"units": {"node": "hour", "log": "GB", "disk": "GB-month"},
		"regions": {"north-1": {
			"node": {"usd": "0.0912", "source": "price list"},
			"log": {"usd": "0.57", "source": "another source"}
		}}
	}`), &table))
	return table
}

func TestPricesAreExact(t *testing.T) {
	for text, want := range map[string]adapter.MicroDollars{
		`"0.0912"`: 91_200, `"1.0"`: 1_000_000, `"0.000001"`: 1, `"12.5"`: 12_500_000,
	} {
		var m adapter.MicroDollars
		require.NoError(t, json.Unmarshal([]byte(text), &m))
		assert.Equal(t, want, m, text)
	}
	for _, text := range []string{`0.1`, `"1"`, `""`, `"-1.0"`, `"1."`, `".0000001"`, `"1.0000001"`, `"a.b"`} {
		var m adapter.MicroDollars
		assert.Error(t, json.Unmarshal([]byte(text), &m), text)
	}
}

func TestPricesAsText(t *testing.T) {
	for m, want := range map[adapter.MicroDollars]request.Decimal{
		91_200: "0.0912", 1_000_000: "1.00", 12_500_000: "12.50", 1: "0.000001", 0: "0.00",
	} {
		assert.Equal(t, want, m.Decimal())
	}
}

func TestQuantitiesAreRoundedToCents(t *testing.T) {
	for _, tt := range []struct {
		price    adapter.MicroDollars
		quantity int64
		want     string
	}{
		{91_200, 1460, "133.15"}, // 133.152
		{5_000, 1, "0.01"},       // half a cent is rounded up
		{4_999, 1, "0.00"},
		{1_000_000, 0, "0.00"},
	} {
		assert.Equal(t, tt.want, tt.price.Times(tt.quantity).String())
	}
}

func TestAPriceTableCoversRegions(t *testing.T) {
	table := prices(t)
	assert.True(t, table.Covers("north-1"))
	assert.False(t, table.Covers("south-1"))
	_, ok := table.Find("north-1", "disk")
	assert.False(t, ok, "a unit is not a price")
	check := table.ReadinessCheck("provider_t")
	assert.Equal(t, profile.Check{
		ID: "provider_t.region-prices", Title: "Price table", Status: profile.Passed,
		Message: "The price table covers every allowed region. Its oldest price is of 2026-11.",
	}, check(profile.Profile{AllowedRegions: []string{"north-1"}}))
	warned := check(profile.Profile{AllowedRegions: []string{"south-1", "north-1", "east-1"}})
	assert.Equal(t, profile.Warning, warned.Status)
	assert.Equal(t, "The price table lacks prices of south-1, east-1, so estimates there say what is known at least, and at most where machines have no price.", warned.Message)
	assert.NotEmpty(t, warned.Remediation)
}

// TestWhichPriceIsFound: a machine's own, then the region's, then everybody's.
func TestWhichPriceIsFound(t *testing.T) {
	plain := prices(t)
	plain.Everywhere = map[string]adapter.Price{"disk": {USD: 5}, "log": {USD: 6}}
	table := plain.WithMachines(adapter.MachinePrices{
		Source: "list", Of: "2026-06-18", Regions: map[string]map[string]adapter.MicroDollars{"south-1": {"m.large": 7, "disk": 8}},
	})
	for at, want := range map[[2]string]adapter.MicroDollars{
		{"north-1", "log"}: 570_000, {"north-1", "disk"}: 5, {"south-1", "log"}: 6, {"south-1", "disk"}: 8, {"south-1", "m.large"}: 7, {"atlantis-1", "disk"}: 5,
	} {
		price, ok := table.Find(at[0], at[1])
		assert.True(t, ok, at)
		assert.Equal(t, want, price.USD, at)
	}
	_, known := table.Find("north-1", "m.large")
	assert.False(t, known, "not sold there")
	assert.Equal(t, "hour", table.Units["m.large"])
	assert.NotContains(t, plain.Units, "m.large", "the table that it is made of is as it was")
	assert.True(t, table.Covers("north-1") && table.Covers("south-1"))
	assert.False(t, table.Covers("atlantis-1"), "prices of everywhere are not a region's own")

	counted := func(region string) profile.Check {
		return table.ReadinessCheck("provider_t", "log", "node")(profile.Profile{AllowedRegions: []string{region}})
	}
	assert.Equal(t, profile.Passed, counted("north-1").Status)
	assert.Equal(t, profile.Warning, counted("south-1").Status, "a counted item has no price there")
}

func TestEstimates(t *testing.T) {
	node := adapter.Charge{Address: "n.b", Price: "node", Quantity: 1460, Item: "2 nodes"}
	logs := adapter.Charge{Basis: request.Assumed, Address: "n.a", Price: "log", Quantity: 10, Item: "logs"}
	disk := adapter.Charge{Address: "n.b", Price: "disk", Quantity: 100, Item: "1 disk"}
	nodeItem := request.EstimateItem{
		Address: "n.b", Basis: request.Fixed, Item: "2 nodes", Quantity: "1460", Unit: "hour", UnitPrice: "0.0912", MonthlyCost: request.Cents(13315),
	}
	logItem := request.EstimateItem{
		Address: "n.a", Basis: request.Assumed, Item: "logs", Quantity: "10", Unit: "GB", UnitPrice: "0.57", MonthlyCost: request.Cents(570),
	}
	diskItem := request.EstimateItem{Basis: request.Fixed, Address: "n.b", Item: "1 disk", Quantity: "100", Unit: "GB-month"}
	unpricedNode := request.EstimateItem{Basis: request.Fixed, Address: "n.b", Item: "2 nodes", Quantity: "1460", Unit: "hour"}
	traffic := adapter.Charge{Basis: request.Usage, Address: "n.b", Price: "log", Item: "traffic"}
	trafficItem := request.EstimateItem{Address: "n.b", Basis: request.Usage, Item: "traffic", Unit: "GB", UnitPrice: "0.57"}
	for name, tt := range map[string]struct {
		region  string
		charges []adapter.Charge
		known   request.Money
		total   request.Money
		highest request.Money
		items   []request.EstimateItem
	}{
		"nothing":          {"north-1", nil, request.Money{}, request.Money{}, request.Money{}, []request.EstimateItem{}},
		"sorted":           {"north-1", []adapter.Charge{node, logs}, request.Cents(13885), request.Cents(13885), request.Money{}, []request.EstimateItem{logItem, nodeItem}},
		"an unknown price": {"north-1", []adapter.Charge{node, disk}, request.Cents(13315), request.Money{}, request.Money{}, []request.EstimateItem{diskItem, nodeItem}},
		"by use":           {"north-1", []adapter.Charge{node, traffic}, request.Cents(13315), request.Cents(13315), request.Money{}, []request.EstimateItem{nodeItem, trafficItem}},
		"an unknown region": {"south-1", []adapter.Charge{node}, request.Money{}, request.Money{}, request.Cents(13315),
			[]request.EstimateItem{unpricedNode}},
		"no price in any region": {"south-1", []adapter.Charge{node, disk}, request.Money{}, request.Money{}, request.Money{},
			[]request.EstimateItem{diskItem, unpricedNode}},
	} {
		t.Run(name, func(t *testing.T) {
			estimate, err := prices(t).Estimate(tt.region, tt.charges)
			require.NoError(t, err)
			assert.Equal(t, request.Estimate{Currency: "USD", PriceTable: "2026-11", KnownTotal: tt.known, MonthlyTotal: tt.total, HighestTotal: tt.highest, Items: tt.items}, estimate)
		})
	}
}

// TestAHighestPriceIsDated checks that the highest known price of a machine counts, and its date.
func TestAHighestPriceIsDated(t *testing.T) {
	table := prices(t).WithMachines(adapter.MachinePrices{Of: "2025-05-28", Regions: map[string]map[string]adapter.MicroDollars{
		"north-1": {"m.large": 100_000}, "east-1": {"m.large": 300_000}, "west-1": {"m.large": 200_000},
	}})
	estimate, err := table.Estimate("south-1", []adapter.Charge{{Address: "n.a", Price: "m.large", Quantity: 730}})
	require.NoError(t, err)
	assert.Equal(t, request.Cents(21900), estimate.HighestTotal)
	assert.Equal(t, request.Cents(21900), estimate.BudgetTotal())
	assert.Equal(t, "2025-05", estimate.PriceTable)
	assert.False(t, estimate.KnownTotal.Known || estimate.MonthlyTotal.Known)
}

// TestAlertAt checks the amount of the alert on an estimate of 133.15: none for a part without a price, and none that a
// budget's own alert comes before.
func TestAlertAt(t *testing.T) {
	node := adapter.Charge{Address: "n.b", Price: "node", Quantity: 1460}
	at := int64(160)
	for _, tt := range []struct {
		region string
		budget int64
		want   *int64
	}{{"north-1", 161, &at}, {"north-1", 160, nil}, {"north-1", 1, nil}, {"south-1", 1000, nil}} {
		assert.Equal(t, tt.want, prices(t).AlertAt(tt.region, tt.budget, []adapter.Charge{node}), tt)
	}
}

// TestReason checks that the reviewer reads which prices nobody compared with the provider's.
func TestReason(t *testing.T) {
	table := prices(t)
	table.NotIncluded = []string{"tax", "support"}
	charges := []adapter.Charge{{Price: "node"}, {Price: "log"}, {Price: "disk"}}
	assert.Equal(t, "Not in the estimate: tax, support", table.Reason("north-1", charges))
	table.Everywhere = map[string]adapter.Price{"disk": {Source: "from memory, to check"}, "key_version": {Source: "from memory, to check"}}
	assert.Equal(t, "Not in the estimate: tax, support. Prices from memory, to check: disk", table.Reason("north-1", charges))
}

// A price that is misspelt would be unknown in every region, and no budget be
// checked.
func TestAMisspeltPriceIsAnError(t *testing.T) {
	_, err := prices(t).Estimate("north-1", []adapter.Charge{{Address: "n.b", Price: "nodes", Quantity: 1, Item: "a node"}})
	require.EqualError(t, err, `the charge "a node" of n.b has the price "nodes", which is not among the units of the price table; correct it, or add the item there`)
	for text, says := range map[string]string{
		`{"units": {"node": "hour"}, "regions": {"north-1": {"noed": {"usd": "0.1"}}}}`: "regions.north-1.noed: the item noed is not among the units",
		`{"units": {"node": "hour"}, "regions": {"north-1": {"node": {"usd": 0.1}}}}`:   `regions.north-1.node: 0.1 is not a price as text with one to 6 decimal places, such as "1.0"`,
		`{"units": {"node": "hour"}, "everywhere": {"log": {"usd": "0.1"}}}`:            "everywhere.log: the item log is not among the units",
		`{"units": []}`: "cannot unmarshal array",
	} {
		var table adapter.PriceTable
		assert.ErrorContains(t, json.Unmarshal([]byte(text), &table), says)
	}
}
