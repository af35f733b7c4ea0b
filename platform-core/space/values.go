package space

import (
	"cmp"
	"encoding/binary"
	"math"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// valueSources is what the candidate values of a field are made from.
type valueSources struct {
	// Request is the request that is to change.
	Request request.Request
	// Suggested are the values that rules suggest for the field.
	Suggested []request.Value
	// Regions are the allowed regions.
	Regions []string
	// Literals are the texts and numbers in the rules that read the field.
	Literals []request.Value
	// Named are the network ranges in the profile.
	Named []netip.Prefix
	// Date is the policy date.
	Date request.Date
}

// candidateValues returns the values of the field with the name that a search may try, the nearest to the
// request's own value first. If rules suggest a range, a day or a number, the nearest to it come first.
// [Decider.Fix] tries all of these values. A [partition] keeps only one of each class for [Explain], [Compare] and
// [Lint], and invents texts.
func candidateValues(name string, m valueSources) []request.Value {
	f := &requestFields[request.FieldIndex(name)]
	own := f.Get(&m.Request)
	switch {
	case f.Name == request.ClassificationField:
		return classifications(own.Text)
	case f.Name == request.RegionField:
		return slices.Concat(m.Suggested, request.Texts(m.Regions))
	case f.Name == request.SizeField:
		return sizes(f.Values, own.Text)
	case f.Name == request.NetworkField:
		return m.networks()
	case f.Name == request.ExpiryField:
		return m.days()
	case f.Kind == request.FlagValue:
		return []request.Value{request.Flag(true), request.Flag(false)}
	case f.Kind == request.NumberValue:
		return m.numbers(own.Number)
	default: // only the user knows whether another owner or cost centre is right, even if a rule lists some
		return request.Texts(f.Values)
	}
}

// classifications returns the stricter classifications first: data with a classification that is too public
// may get out.
func classifications(own string) []request.Value {
	all := request.Classifications()
	at := slices.Index(all, own)
	less := slices.Clone(all[:at+1])
	slices.Reverse(less)
	return request.Texts(slices.Concat(all[at+1:], less))
}

// sizes returns the nearest sizes first, and the smaller of two equally near sizes.
func sizes(all []string, own string) []request.Value {
	at := slices.Index(all, own)
	list := slices.Clone(all)
	slices.SortStableFunc(list, func(a, b string) int {
		return cmp.Compare(abs(slices.Index(all, a)-at), abs(slices.Index(all, b)-at))
	})
	return request.Texts(list)
}

func abs[N int | int64](n N) N { return max(n, -n) }

// numbers returns the numbers in the rules and their neighbours.
func (m *valueSources) numbers(own int64) (values []request.Value) {
	var list []int64
	for _, v := range slices.Concat(m.Literals, m.Suggested) {
		if v.Kind == request.NumberValue {
			list = append(list, v.Number)
		}
	}
	for _, n := range around(list, 1, own) {
		values = append(values, request.Number(n))
	}
	return values
}

// around returns the numbers that are at most a step away from those in a list, each once. The nearest to
// own come first, and the lesser of two equally near numbers.
func around(list []int64, step, own int64) (numbers []int64) {
	list = slices.DeleteFunc(list, func(n int64) bool { return n < math.MinInt64+step || n >= math.MaxInt64-step })
	slices.Sort(list)
	next := int64(math.MinInt64)
	for _, n := range list {
		for next = max(next, n-step); next <= n+step; next++ {
			numbers = append(numbers, next)
		}
	}
	slices.SortFunc(numbers, func(a, b int64) int {
		return cmp.Or(cmp.Compare(abs(a-own), abs(b-own)), cmp.Compare(a, b))
	})
	return numbers
}

// Limits of the days that a search tries: at least horizonDays after the policy date, or more if a rule
// names more, but never more than maxDays.
const (
	horizonDays = 1095
	maxDays     = 10 * 366
)

// days returns the expiry dates to try. These are every day from the day before the policy date to the horizon,
// and each date in the rules with its two neighbours. The last value is no date. The days nearest to the request's
// own date come first. If that date is missing or has passed, the days nearest to the suggested date come first.
func (m *valueSources) days() (values []request.Value) {
	horizon := int64(horizonDays)
	var days []request.Date
	add := func(day request.Date, offset int) {
		if day, err := day.AddDays(offset); err == nil && day != "" {
			days = append(days, day)
		}
	}
	for _, v := range slices.Concat(m.Literals, m.Suggested) {
		if v.Kind == request.NumberValue && v.Number <= maxDays {
			horizon = max(horizon, v.Number+1)
		}
		for n := -1; n <= 1 && v.Kind == request.TextValue; n++ {
			add(request.Date(v.Text), n)
		}
	}
	for n := range int(horizon) + 2 {
		add(m.Date, n-1)
	}
	origin := m.Request.ExpiryDate
	if origin <= m.Date {
		origin, _ = m.Date.AddDays(30)
		if len(m.Suggested) > 0 {
			origin = request.Date(m.Suggested[0].Text)
		}
	}
	slices.Sort(days)
	days = slices.Compact(days)
	gaps := make(map[request.Date]int, len(days))
	for _, day := range days {
		gaps[day] = distance(day, origin)
	}
	slices.SortStableFunc(days, func(a, b request.Date) int { return cmp.Compare(gaps[a], gaps[b]) })
	for _, day := range days {
		values = append(values, request.Text(string(day)))
	}
	return append(values, request.Text(""))
}

// distance returns the number of days between two dates.
func distance(a, b request.Date) int {
	n, err := a.DaysUntil(b)
	if err != nil { // a normalised request has no such date
		return math.MaxInt
	}
	return abs(n)
}

// deduplicated returns the first of equal values.
func deduplicated(values []request.Value) []request.Value {
	seen := map[request.Value]bool{}
	return slices.DeleteFunc(values, func(v request.Value) bool {
		repeated := seen[v]
		seen[v] = true
		return repeated
	})
}

// maxRanges limits the ranges in rules from which networks are made.
const maxRanges = 1_000

// ranges returns the network ranges that rules name or suggest, each once. complete is false if there are
// more than maxRanges.
func (m *valueSources) ranges() (ranges []netip.Prefix, complete bool) {
	seen := map[netip.Prefix]bool{}
	for _, v := range slices.Concat(m.Suggested, m.Literals) {
		if p, ok := parseRange(v.Text); ok && !seen[p] {
			if len(ranges) == maxRanges {
				return ranges, false
			}
			seen[p] = true
			ranges = append(ranges, p)
		}
	}
	return ranges, true
}

// networks returns networks of each length from the least to the greatest in the rules: at the address of
// the request's own network, and inside and next to each range that the rules or the profile name. The
// nearest in length come first, and of one length the nearest in address. If the rules suggest a network,
// the nearest to that network come first.
func (m *valueSources) networks() (values []request.Value) {
	own := m.Request.NetworkCIDR
	origin, shortest, longest := own, own.Bits(), own.Bits()
	networks, _ := m.ranges() // also those that are shorter than the lengths below
	named := slices.Concat(adapter.PrivateRanges(), m.Named, networks)
	for _, p := range networks {
		longest = max(longest, p.Bits())
	}
	if len(m.Suggested) > 0 {
		if p, ok := parseRange(m.Suggested[0].Text); ok {
			origin = p
		}
	}
	for _, v := range slices.Concat(m.Suggested, m.Literals) {
		if v.Kind == request.NumberValue && v.Number >= 0 && v.Number <= int64(origin.Addr().BitLen()) {
			shortest, longest = min(shortest, int(v.Number)), max(longest, int(v.Number))
		}
	}
	start := addressNumber(origin.Addr())
	addresses := []uint32{start, addressNumber(own.Addr())}
	for _, r := range named {
		first, last := addressNumber(r.Addr()), addressNumber(r.Addr())|^uint32(0)>>r.Bits()
		// The address before 0.0.0.0 is the last of all addresses, which is in no private range.
		addresses = append(addresses, first-1, first, min(max(start, first), last), last+1)
	}
	for length := shortest; length <= longest; length++ {
		for _, address := range addresses {
			networks = append(networks, network(address, length))
		}
	}
	lengthGap := func(p netip.Prefix) int { return abs(p.Bits() - origin.Bits()) }
	addressGap := func(p netip.Prefix) int64 { return abs(int64(addressNumber(p.Addr())) - int64(start)) }
	slices.SortStableFunc(networks, func(a, b netip.Prefix) int {
		return cmp.Or(
			cmp.Compare(lengthGap(a), lengthGap(b)), cmp.Compare(a.Bits(), b.Bits()),
			cmp.Compare(addressGap(a), addressGap(b)), a.Addr().Compare(b.Addr()))
	})
	for _, p := range slices.Compact(networks) {
		values = append(values, request.Text(p.String()))
	}
	return values
}

func addressNumber(a netip.Addr) uint32 {
	four := a.As4()
	return binary.BigEndian.Uint32(four[:])
}

// network returns the network of a length that an address is in.
func network(address uint32, length int) netip.Prefix {
	var four [4]byte
	binary.BigEndian.PutUint32(four[:], address)
	return netip.PrefixFrom(netip.AddrFrom4(four), length).Masked()
}

// octets matches the start of a range, as a text or as a regular expression.
var octets = regexp.MustCompile(`^\^?((?:\d{1,3}\.){1,3})(\d{1,3})?`)

// parseRange returns the range in a text. For the start of an address it returns the range of all addresses
// with that start: 10.7.0.0/16 for "10.7.". It is not ok for other texts.
func parseRange(text string) (netip.Prefix, bool) {
	if p, err := netip.ParsePrefix(text); err == nil {
		return p.Masked(), p.Addr().Is4()
	}
	m := octets.FindStringSubmatch(strings.NewReplacer("[.]", ".", `\.`, ".").Replace(text))
	if m == nil {
		return netip.Prefix{}, false
	}
	parts := strings.Split(strings.TrimSuffix(m[1], "."), ".")
	if m[2] != "" {
		parts = append(parts, m[2])
	}
	bits := 8 * len(parts)
	parts = slices.Concat(parts, []string{"0", "0", "0"})[:4]
	p, err := netip.ParsePrefix(strings.Join(parts, ".") + "/" + strconv.Itoa(bits))
	return p, err == nil
}
