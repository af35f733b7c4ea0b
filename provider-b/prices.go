package providerb

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"platform.internal/platform-core/request"
)

// Keys of the price table besides the instance types.
const (
	clusterPrice         = "cluster"
	natGatewayPrice      = "nat_gateway"
	publicAddressPrice   = "public_address"
	privateEndpointPrice = "private_endpoint"
	keyPrice             = "key"
	logIngestionPrice    = "log_ingestion"
)

// priceTable is a dated table of list prices by region.
type priceTable struct {
	// Table is the month of the table, YYYY-MM.
	Table         string `json:"table"`
	Currency      string `json:"currency"`
	HoursPerMonth int64  `json:"hours_per_month"`
	// NotIncluded are what no estimate has, because it depends on use.
	NotIncluded []string `json:"not_included"`
	// NotIncludedByVCPU is what is billed by the processor, at no known price.
	NotIncludedByVCPU struct {
		Item string `json:"item"`
	} `json:"not_included_by_vcpu"`
	// Units says what one of each item is, in every region.
	Units   map[string]string           `json:"units"`
	Regions map[string]map[string]price `json:"regions"`
}

type price struct {
	USD microDollars `json:"usd"`
	// StandIn says where the price is from, where it is not the region's own.
	StandIn string `json:"stand_in"`
	// Source is where the price was read.
	Source string `json:"source"`
}

var prices = table[priceTable]("prices.json")

func (t priceTable) covers(region string) bool { return len(t.Regions[region]) > 0 }

// find returns the price of an item in a region, and whether the table has it.
func (t priceTable) find(region, item string) (price, bool) {
	p, known := t.Regions[region][item]
	return p, known
}

// microDollars is an exact price in millionths of a US dollar. Its text is
// decimal, such as "0.0912".
type microDollars int64

const microPerCent = 10_000

// maxPlaces is how many decimal places a price may have.
const maxPlaces = 6

// UnmarshalJSON reads decimal text with one to six places.
func (m *microDollars) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	whole, places, _ := strings.Cut(text, ".")
	if places == "" || len(places) > maxPlaces {
		return fmt.Errorf("%q is no price with one to %d decimal places", text, maxPlaces)
	}
	n, err := strconv.ParseUint(whole+places+strings.Repeat("0", maxPlaces-len(places)), 10, 62)
	*m = microDollars(n)
	return err
}

// decimal returns the price as decimal text with two to six places.
func (m microDollars) decimal() request.Decimal {
	text := strings.TrimRight(fmt.Sprintf("%d.%06d", m/1_000_000, m%1_000_000), "0")
	whole, places, _ := strings.Cut(text, ".")
	return request.Decimal(whole + "." + places + strings.Repeat("0", max(0, 2-len(places))))
}

// times returns the price of a quantity in whole cents, half a cent rounded up.
func (m microDollars) times(quantity int64) request.Money {
	return request.Cents((int64(m)*quantity + microPerCent/2) / microPerCent)
}
