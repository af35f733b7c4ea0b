package adapter_test

import (
	"fmt"
	"net/netip"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

func ExampleNameLimit_Name() {
	names := adapter.NameLimit{Length: 40, Digits: 10}
	fmt.Println(names.Name(adapter.Input{
		Request:       request.Request{Application: "checkout", Environment: request.Development},
		EnvironmentID: "env-0f7c5b6f7fa1b2c3",
	}))
	// Output: checkout-dev-0f7c5b6f7f
}

func ExamplePriceTable_Estimate() {
	prices := adapter.PriceTable{
		Table: "2026-06", Currency: "USD", HoursPerMonth: 730,
		Units:      map[string]string{"node": "hour"},
		Everywhere: map[string]adapter.Price{"node": {USD: 91_200}},
	}
	estimate, err := prices.Estimate("north-1", []adapter.Charge{
		{Address: "cluster.main", Price: "node", Quantity: 3 * prices.HoursPerMonth, Item: "3 nodes"},
	})
	fmt.Println(estimate.MonthlyTotal, err)
	// Output: 199.73 <nil>
}

func ExampleSubnet() {
	fmt.Println(adapter.Subnet(netip.MustParsePrefix("10.0.0.0/16"), 18, 3))
	// Output: 10.0.192.0/18
}

func ExampleNetworks_Suggest() {
	networks := adapter.Networks{
		Kind:    "VPC",
		Clashes: []adapter.RangeNote{{Range: netip.MustParsePrefix("172.17.0.0/16"), Why: "is the range of Docker bridges"}},
	}
	fmt.Println(networks.Suggest(netip.MustParsePrefix("172.17.0.0/24"), 20))
	// Output: 10.20.0.0/20
}

func ExampleNextSize() {
	sold := func(size string) bool { return size != request.Medium }
	fmt.Println(adapter.NextSize(request.Small, sold))
	// Output: large true
}
