package portfolio_test

import (
	"fmt"
	"net/netip"

	"platform.internal/platform-core/portfolio"
)

func ExampleBuilder() {
	var b portfolio.Builder
	b.Add(record("checkout", "10.20.0.0/20", 26234), true, nil)
	b.Add(record("billing", "10.20.8.0/22", 62900), true, nil)
	p := b.Build(portfolio.Question{Pool: netip.MustParsePrefix("10.20.0.0/16"), Lengths: []int{22}})
	for _, o := range p.Overlaps {
		fmt.Println(o.A, o.ACIDR, "and", o.B, o.BCIDR)
	}
	fmt.Println("free:", p.Free[0].CIDR)
	fmt.Println("a month:", p.Totals.All.KnownTotal)
	// Output:
	// req-billing 10.20.8.0/22 and req-checkout 10.20.0.0/20
	// free: 10.20.16.0/22
	// a month: 891.34
}
