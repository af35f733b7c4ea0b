package testkit_test

import (
	"fmt"
	"net/netip"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
)

func ExampleCheckLayout() {
	network := netip.MustParsePrefix("10.0.0.0/16")
	subnets := adapter.Subnets(network, 18, 2)
	fmt.Println(testkit.CheckLayout(network, subnets, nil))
	fmt.Println(testkit.CheckLayout(network, subnets, subnets[:1]))
	// Output:
	// <nil>
	// the range 10.0.0.0/18 overlaps 10.0.0.0/16 and must be outside
}
