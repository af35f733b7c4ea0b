package testkit_test

import (
	"net/netip"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest/testkit"
	"platform.internal/platform-core/request"
)

func TestNames(t *testing.T) {
	limits := testkit.NameLimits{
		"x_net": {Longest: 6, Pattern: regexp.MustCompile(`^[a-z-]+$`), Reserved: "--"},
		"x_any": {Longest: 3},
	}
	named := func(names ...string) []request.Resource {
		list := []request.Resource{{Type: "x_any", Name: "Ü"}, {Type: "x_free", Name: "as long as it may be"}}
		for _, n := range names {
			list = append(list, request.Resource{Type: "x_net", Name: n, Address: "x_net." + n})
		}
		return list
	}
	require.NoError(t, limits.CheckNames(named("a-b", "c")))
	for name, want := range map[string]string{
		"a-longer": "the limit is 6", "a_b": "does not match ^[a-z-]+$", "x1": "does not match", "a--b": `has "--" in it, which is reserved`,
	} {
		require.ErrorContains(t, limits.CheckNames(named(name)), want)
	}
	require.ErrorContains(t, limits.CheckNames(named("a", "a")), `two of x_net have the name "a"`)
	require.ErrorContains(t, limits.CheckNames(named()), "x_net has a limit, and is not made")
}

func TestLayouts(t *testing.T) {
	ranges := func(texts ...string) (list []netip.Prefix) {
		for _, text := range texts {
			list = append(list, netip.MustParsePrefix(text))
		}
		return list
	}
	network := netip.MustParsePrefix("10.0.0.0/16")
	require.NoError(t, testkit.CheckLayout(network, ranges("10.0.0.0/24", "10.0.1.0/24"), ranges("172.20.0.0/16", "10.1.0.0/16")))
	for want, c := range map[string]struct{ subnets, beside []netip.Prefix }{
		"the range 10.0.0.5/24 has host bits":              {ranges("10.0.0.5/24"), nil},
		"the subnet 10.1.0.0/24 is not inside 10.0.0.0/16": {ranges("10.1.0.0/24"), nil},
		"the subnet 10.0.0.0/8 is not inside":              {ranges("10.0.0.0/8"), nil},
		"the range 10.0.9.0/24 overlaps 10.0.0.0/16":       {nil, ranges("10.0.9.0/24")},
		"10.0.0.0/24 and 10.0.0.128/25 overlap":            {ranges("10.0.0.0/24", "10.0.0.128/25"), nil},
		"172.20.0.0/16 and 172.20.1.0/24 overlap":          {nil, ranges("172.20.0.0/16", "172.20.1.0/24")},
	} {
		require.ErrorContains(t, testkit.CheckLayout(network, c.subnets, c.beside), want)
	}
}
