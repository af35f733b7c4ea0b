package adapter

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// PriceTable is a dated table of list prices by region. Its JSON form is what
// an adapter embeds; see MustDecode.
type PriceTable struct {
	// Table is the month of the table, YYYY-MM.
	Table    string `json:"table"`
	Currency string `json:"currency"`
	// HoursPerMonth is how many hours are paid for what runs all month.
	HoursPerMonth int64 `json:"hours_per_month"`
	// NotIncluded is what no estimate has, such as "data transfer".
	NotIncluded []string `json:"not_included"`
	// Units says what one of each item is, such as "hour", in every region.
	Units map[string]string `json:"units"`
	// Regions are the prices of each region by item. A region that is absent has
	// no known prices.
	Regions map[string]map[string]Price `json:"regions"`
}

// Price is what one unit of an item costs in a region.
type Price struct {
	USD MicroDollars `json:"usd"`
	// StandIn says whose price it is, where it is not the region's own: it ends
	// "(price …)" behind the item, as in "of another source".
	StandIn string `json:"stand_in"`
	// Source is where the price was read.
	Source string `json:"source"`
}

// Covers reports whether the table has prices of a region.
func (t PriceTable) Covers(region string) bool { return len(t.Regions[region]) > 0 }

// Find returns the price of an item in a region, and whether the table has it.
func (t PriceTable) Find(region, item string) (Price, bool) {
	price, known := t.Regions[region][item]
	return price, known
}

// ReadinessCheck returns the check that the table covers the allowed regions of
// a profile. providerID is the prefix of its ID.
func (t PriceTable) ReadinessCheck(providerID string) ReadinessCheck {
	return func(p profile.Profile) profile.Check {
		return RegionCheck{
			ID: providerID + ".region-prices", Title: "Price table",
			Passed:      fmt.Sprintf("The price table of %s covers every allowed region.", t.Table),
			Warning:     "The price table has no prices of %s, so estimates there are unknown.",
			Remediation: "Have the provider team add the prices of these regions, or judge budgets there by hand.",
		}.of(p.AllowedRegions, t.Covers)
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
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	whole, places, _ := strings.Cut(text, ".")
	if places == "" || len(places) > maxPlaces {
		return fmt.Errorf("%q is not a price with one to %d decimal places", text, maxPlaces)
	}
	n, err := strconv.ParseUint(whole+places+strings.Repeat("0", maxPlaces-len(places)), 10, 62)
	*m = MicroDollars(n)
	return err
}

// Decimal returns the price as decimal text with two to six places.
func (m MicroDollars) Decimal() request.Decimal {
	places := strconv.FormatInt(int64(microPerDollar+m%microPerDollar), 10)[1:]
	for len(places) > 2 && places[len(places)-1] == '0' {
		places = places[:len(places)-1]
	}
	return request.Decimal(strconv.FormatInt(int64(m/microPerDollar), 10) + "." + places)
}

// Times returns the price of a quantity in whole cents, half a cent rounded up.
func (m MicroDollars) Times(quantity int64) request.Money {
	return request.Cents((int64(m)*quantity + microPerCent/2) / microPerCent)
}
