package adapter

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// PriceTable is a dated table of list prices. An adapter embeds it as JSON: see [MustDecode]. If an item
// has a price neither for a region nor for everywhere, its price in the region is unknown.
type PriceTable struct {
	// Table is the month in which the prices were last checked, YYYY-MM.
	Table    string `json:"table"`
	Currency string `json:"currency"`
	// HoursPerMonth is the number of hours that are paid for something that runs all month.
	HoursPerMonth int64 `json:"hours_per_month"`
	// NotIncluded is what no estimate includes, such as "tax".
	NotIncluded []string `json:"not_included"`
	// Units is the unit of each item, such as "hour". WithMachines adds the machine types.
	Units map[string]string `json:"units"`
	// Everywhere is the prices by item that are the same in every region.
	Everywhere map[string]Price `json:"everywhere"`
	// Regions is the prices of each region by item. They override Everywhere.
	Regions map[string]map[string]Price `json:"regions"`

	machines MachinePrices
}

// UnmarshalJSON reads a table. It fails if a price is wrong, or if its item has no unit.
func (t *PriceTable) UnmarshalJSON(data []byte) error {
	type plain PriceTable // has no UnmarshalJSON, which would call itself
	var read struct {
		plain
		Everywhere map[string]json.RawMessage            `json:"everywhere"`
		Regions    map[string]map[string]json.RawMessage `json:"regions"`
	}
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	*t = PriceTable(read.plain)
	var err error
	if t.Everywhere, err = t.prices("everywhere", read.Everywhere); err != nil {
		return err
	}
	t.Regions = map[string]map[string]Price{}
	for _, region := range slices.Sorted(maps.Keys(read.Regions)) {
		if t.Regions[region], err = t.prices("regions."+region, read.Regions[region]); err != nil {
			return err
		}
	}
	return nil
}

// prices decodes the prices of items. path is their place in the table.
func (t *PriceTable) prices(path string, items map[string]json.RawMessage) (map[string]Price, error) {
	prices := map[string]Price{}
	for _, item := range slices.Sorted(maps.Keys(items)) {
		var price Price
		if err := json.Unmarshal(items[item], &price); err != nil {
			return nil, fmt.Errorf("%s.%s: %w", path, item, err)
		}
		if t.Units[item] == "" {
			return nil, fmt.Errorf("%s.%s: the item %s is not among the units; correct it, or add it there", path, item, item)
		}
		prices[item] = price
	}
	return prices, nil
}

// Price is the price of one unit of an item.
type Price struct {
	USD MicroDollars `json:"usd"`
	// Of is the month of the source, YYYY-MM; empty for that of the table.
	Of string `json:"of"`
	// Source says where the price was read. It ends with "to check" if nobody compared the price with the provider's.
	Source string `json:"source"`
}

// WithMachines returns the table with the prices of machine types.
func (t PriceTable) WithMachines(machines MachinePrices) PriceTable {
	t.machines, t.Units = machines, maps.Clone(t.Units)
	for _, sold := range machines.Regions {
		for kind := range sold {
			t.Units[kind] = "hour"
		}
	}
	return t
}

// Covers reports whether the table has prices for a region.
func (t PriceTable) Covers(region string) bool {
	return t.machines.Covers(region) || len(t.Regions[region]) > 0
}

// Find returns the price of an item in a region, with its month. It is not ok if the price is unknown.
func (t PriceTable) Find(region, item string) (price Price, ok bool) {
	if usd, ok := t.machines.Regions[region][item]; ok {
		return Price{USD: usd, Of: t.machines.month(), Source: t.machines.Source}, true
	}
	if price, ok = t.Regions[region][item]; !ok {
		price, ok = t.Everywhere[item]
	}
	price.Of = cmp.Or(price.Of, t.Table)
	return price, ok
}

// oldest returns the month of the oldest price of the table.
func (t PriceTable) oldest() string {
	month := t.Table
	if of := t.machines.month(); of != "" {
		month = min(month, of)
	}
	for _, prices := range append(slices.Collect(maps.Values(t.Regions)), t.Everywhere) {
		for _, price := range prices {
			month = min(month, cmp.Or(price.Of, t.Table))
		}
	}
	return month
}

// highest returns the highest known price of an item in any region. It is not ok if no region has one.
func (t PriceTable) highest(item string) (highest Price, ok bool) {
	for _, region := range append(slices.Sorted(maps.Keys(t.machines.Regions)), slices.Sorted(maps.Keys(t.Regions))...) {
		if price, found := t.Find(region, item); found && (!ok || price.USD > highest.USD) {
			highest, ok = price, true
		}
	}
	return highest, ok
}

// ReadinessCheck returns the check that the table covers the allowed regions of a profile and has a
// price for each of the counted items. providerID is the prefix of its ID.
func (t PriceTable) ReadinessCheck(providerID string, counted ...string) ReadinessCheck {
	return func(p profile.Profile) profile.Check {
		return RegionCheck{
			ID: providerID + ".region-prices", Title: "Price table",
			Passed:      fmt.Sprintf("The price table covers every allowed region. Its oldest price is of %s.", t.oldest()),
			Warning:     "The price table lacks prices of %s, so estimates there say what is known at least, and at most where machines have no price.",
			Remediation: "Have the provider team add the prices of these regions, or judge budgets there by hand.",
		}.result(p.AllowedRegions, func(region string) bool {
			return t.Covers(region) && !slices.ContainsFunc(counted, func(item string) bool {
				_, ok := t.Find(region, item)
				return !ok
			})
		})
	}
}

// MicroDollars is an exact price in millionths of a US dollar. In JSON it is a decimal text with one to
// six places, such as "0.0912".
type MicroDollars int64

const (
	microPerDollar = 1_000_000
	microPerCent   = 10_000
	// maxPlaces is the maximum number of decimal places.
	maxPlaces = 6
)

// UnmarshalJSON reads a decimal text. A JSON number is an error, because it may be rounded.
func (m *MicroDollars) UnmarshalJSON(data []byte) error {
	text := strings.Trim(string(data), `"`)
	whole, places, _ := strings.Cut(text, ".")
	if len(data) != len(text)+2 || places == "" || len(places) > maxPlaces {
		return fmt.Errorf("%s is not a price as text with one to %d decimal places, such as \"1.0\"", data, maxPlaces)
	}
	n, err := strconv.ParseUint(whole+places+strings.Repeat("0", maxPlaces-len(places)), 10, 62)
	if err != nil {
		return fmt.Errorf("%s is not a price; write a number of dollars that is not negative, such as \"0.0912\"", data)
	}
	*m = MicroDollars(n)
	return nil
}

// Decimal returns the price as a decimal text with two to six places.
func (m MicroDollars) Decimal() request.Decimal {
	places := strconv.FormatInt(int64(microPerDollar+m%microPerDollar), 10)[1:]
	for len(places) > 2 && places[len(places)-1] == '0' {
		places = places[:len(places)-1]
	}
	return request.Decimal(strconv.FormatInt(int64(m/microPerDollar), 10) + "." + places)
}

// Times returns the price of a quantity, rounded to cents. If an int64 cannot hold it, Times returns
// the largest amount, which breaks the contract.
func (m MicroDollars) Times(quantity int64) request.Money {
	product := new(big.Int).Mul(big.NewInt(int64(m)), big.NewInt(quantity))
	product.Quo(product.Add(product, big.NewInt(microPerCent/2)), big.NewInt(microPerCent))
	if !product.IsInt64() {
		return request.Cents(math.MaxInt64)
	}
	return request.Cents(product.Int64())
}
