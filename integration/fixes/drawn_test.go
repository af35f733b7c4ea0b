package fixes_test

import (
	"math"
	"net/netip"
	"regexp"
	"strconv"

	"platform.internal/platform-core/request"
)

// drawn returns values of a field for a denied request. They share nothing with the search: every day up to the longest horizon,
// every dollar around the budget and around the cost of each size, networks next to the request's own and to the ranges of
// the profile, and each value of a field with few values.
func (b *bruteForce) drawn(f request.Field) (values []request.Value) {
	text := func(list ...string) {
		for _, one := range list {
			values = append(values, request.Text(one))
		}
	}
	switch f.Name {
	case request.EnvironmentField:
		text("development", "test", "production")
	case request.ClassificationField:
		text("public", "internal", "confidential", "restricted")
	case request.SizeField:
		text("small", "medium", "large")
	case request.RegionField:
		text(b.profile.AllowedRegions...)
		text(b.regions...)
	case request.ExpiryField:
		for n := range 1097 {
			day, _ := today.AddDays(n)
			text(string(day))
		}
		text("")
	case request.BudgetField:
		for _, n := range b.dollars() {
			values = append(values, request.Number(n))
		}
	case request.NetworkField:
		text(b.networks()...)
	}
	if f.Kind == request.FlagValue {
		values = []request.Value{request.Flag(true), request.Flag(false)}
	}
	return values
}

// dollars are the dollars around the request's budget, around each amount in the profile, and from the cost of each size in the
// request's region to a share above it.
func (b *bruteForce) dollars() (list []int64) {
	span := func(first, last int64) {
		for n := max(first, 1); n <= last; n++ {
			list = append(list, n)
		}
	}
	span(b.from.MonthlyBudget-60, b.from.MonthlyBudget+60)
	for _, size := range []string{"small", "medium", "large"} {
		r := b.from
		r.ClusterSize = size
		dollars := b.decide(b.t, r).Estimate.BudgetTotal().Dollars()
		span(dollars-2, dollars+55)
		span(dollars*6/5-2, dollars*6/5+55)
	}
	for _, amount := range regexp.MustCompile(`\b\d{2,6}\b`).FindAllString(b.text, -1) {
		n, _ := strconv.ParseInt(amount, 10, 64)
		span(n-1, n+1)
	}
	return list
}

// networks are networks of the lengths that policy allows: next to the request's own, at the starts of the private ranges, and in and
// next to each range of the profile.
func (b *bruteForce) networks() (list []string) {
	ranges := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("172.16.0.0/12"), netip.MustParsePrefix("192.168.0.0/16"), netip.MustParsePrefix("100.64.0.0/10")}
	for _, text := range regexp.MustCompile(`\d+\.\d+\.\d+\.\d+/\d+`).FindAllString(b.text, -1) {
		ranges = append(ranges, netip.MustParsePrefix(text).Masked())
	}
	for _, m := range regexp.MustCompile(`"(\d+)\.(\d+)\."`).FindAllStringSubmatch(b.text, -1) {
		ranges = append(ranges, netip.MustParsePrefix(m[1]+"."+m[2]+".0.0/16"))
	}
	const beside = 3
	for length := 16; length <= 24; length++ {
		size := uint32(1) << (32 - length)
		from := func(first uint32, count int) {
			for n := range count {
				list = append(list, prefix(first+uint32(n)*size, length).String())
			}
		}
		own := number(b.from.NetworkCIDR.Addr())
		from(own-beside*size, 2*beside+1)
		for _, r := range ranges {
			first, last := number(r.Addr()), number(r.Addr())|^uint32(0)>>r.Bits()
			from(first-beside*size, 2*beside)
			from(last+1-beside*size, 2*beside)
			if count := (last-first)/size + 1; count <= 64 && length == b.from.NetworkCIDR.Bits() {
				from(first, int(count))
			}
		}
	}
	return list
}

func number(a netip.Addr) (n uint32) {
	for _, octet := range a.As4() {
		n = n<<8 | uint32(octet)
	}
	return n
}

func prefix(n uint32, length int) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}), length).Masked()
}

// distance returns the distance between two values of a field: days, dollars, or the difference of lengths and then of addresses. No
// date is the farthest from a date. It is not ok for other fields.
func distance(field string, a, b request.Value) (far int64, ok bool) {
	abs := func(n int64) int64 { return max(n, -n) }
	switch field {
	case request.BudgetField:
		return abs(a.Number - b.Number), true
	case request.ExpiryField:
		if b.Text == "" && a.Text != "" {
			return math.MaxInt64, true
		}
		days, err := request.Date(a.Text).DaysUntil(request.Date(b.Text))
		return abs(int64(days)), err == nil
	case request.NetworkField:
		x, y := netip.MustParsePrefix(a.Text), netip.MustParsePrefix(b.Text)
		return abs(int64(x.Bits()-y.Bits()))<<40 + abs(int64(number(x.Addr()))-int64(number(y.Addr()))), true
	default:
		return 0, false
	}
}
