package adapter

import (
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

// PriceTable is a dated table of list prices. Its JSON form is what an adapter
// embeds; see MustDecode. What differs between regions and has no price of a
// region is unknown there.
type PriceTable struct {
	// Table is the month in which the prices were last checked, YYYY-MM.
	Table    string `json:"table"`
	Currency string `json:"currency"`
	// HoursPerMonth is how many hours are paid for what runs all month.
	HoursPerMonth int64 `json:"hours_per_month"`
	// NotIncluded is what no estimate has, and no item of one names, such as "tax".
	NotIncluded []string `json:"not_included"`
	// Units says what one of each item is, such as "hour", in every region. A machine
	// type of WithMachines has hours.
	Units map[string]string `json:"units"`
	// Everywhere are the prices that are the same in every region, by item.
	Everywhere map[string]Price `json:"everywhere"`
	// Regions are the prices of each region by item; they win over Everywhere.
	Regions map[string]map[string]Price `json:"regions"`

	machines MachinePrices
}

// Price is what one unit of an item costs.
type Price struct {
	USD MicroDollars `json:"usd"`
	// Source is where the price was read, and of which region where it is another's.
	Source string `json:"source"`
}

// WithMachines returns the table with the prices of machine types, which are kept
// in a file of their own because `make prices` writes it.
func (t PriceTable) WithMachines(machines MachinePrices) PriceTable {
	t.machines, t.Units = machines, maps.Clone(t.Units)
	for _, sold := range machines.Regions {
		for kind := range sold {
			t.Units[kind] = "hour"
		}
	}
	return t
}

// Covers reports whether the table has prices of a region's own.
func (t PriceTable) Covers(region string) bool {
	return t.machines.Covers(region) || len(t.Regions[region]) > 0
}

// Find returns the price of an item in a region, and whether the table has it.
func (t PriceTable) Find(region, item string) (Price, bool) {
	if usd, sold := t.machines.Regions[region][item]; sold {
		return Price{USD: usd, Source: t.machines.Source}, true
	}
	if price, ok := t.Regions[region][item]; ok {
		return price, true
	}
	price, known := t.Everywhere[item]
	return price, known
}

// ReadinessCheck returns the check that the table covers the allowed regions of
// a profile, with a price of each of the counted items that differ between
// regions. providerID is the prefix of its ID.
func (t PriceTable) ReadinessCheck(providerID string, counted ...string) ReadinessCheck {
	return func(p profile.Profile) profile.Check {
		return RegionCheck{
			ID: providerID + ".region-prices", Title: "Price table",
			Passed:      fmt.Sprintf("The price table of %s covers every allowed region.", t.Table),
			Warning:     "The price table lacks prices of %s, so estimates there say what is known at least.",
			Remediation: "Have the provider team add the prices of these regions, or judge budgets there by hand.",
		}.of(p.AllowedRegions, func(region string) bool {
			return t.Covers(region) && !slices.ContainsFunc(counted, func(item string) bool {
				_, ok := t.Find(region, item)
				return !ok
			})
		})
	}
}

// MicroDollars is an exact price in millionths of a US dollar. In JSON it is
// decimal text with one to six places, such as "0.0912".
type MicroDollars int64

const (
	microPerDollar = 1_000_000
	microPerCent   = 10_000
	// maxPlaces is how many decimal places a price may have.
	maxPlaces = 6
)

// UnmarshalJSON reads decimal text; a number, which JSON readers round, is an
// error.
func (m *MicroDollars) UnmarshalJSON(data []byte) error {
	text := strings.Trim(string(data), `"`)
	whole, places, _ := strings.Cut(text, ".")
	if len(data) != len(text)+2 || places == "" || len(places) > maxPlaces {
		return fmt.Errorf("%s is not a price as text with one to %d decimal places", data, maxPlaces)
	}
	n, err := strconv.ParseUint(whole+places+strings.Repeat("0", maxPlaces-len(places)), 10, 62)
	if err != nil {
		return fmt.Errorf("%s is not a price; write a number of dollars that is not negative, such as \"0.0912\"", data)
	}
	*m = MicroDollars(n)
	return nil
}

// Decimal returns the price as decimal text with two to six places.
func (m MicroDollars) Decimal() request.Decimal {
	places := strconv.FormatInt(int64(microPerDollar+m%microPerDollar), 10)[1:]
	for len(places) > 2 && places[len(places)-1] == '0' {
		places = places[:len(places)-1]
	}
	return request.Decimal(strconv.FormatInt(int64(m/microPerDollar), 10) + "." + places)
}

// Times returns the price of a quantity in whole cents, half a cent rounded up. A price that an int64 cannot hold is the
// largest one, which breaks the contract.
func (m MicroDollars) Times(quantity int64) request.Money {
	product := new(big.Int).Mul(big.NewInt(int64(m)), big.NewInt(quantity))
	product.Quo(product.Add(product, big.NewInt(microPerCent/2)), big.NewInt(microPerCent))
	if !product.IsInt64() {
		return request.Cents(math.MaxInt64)
	}
	return request.Cents(product.Int64())
}
