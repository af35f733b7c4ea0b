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

	"platform.internal/platform-core/request"
)

// Material is what the values of a field are made from.
type valueSources struct {
	// Request is the request that is to change, Suggested what its rules suggest for the field.
	Request   request.Request
	Suggested []request.Value
	// Regions are the allowed ones.
	Regions []string
	// Literals are the texts and the numbers in the rules that read the field.
	Literals []request.Value
	// Named are ranges that the profile names.
	Named []netip.Prefix
	// On is the policy date.
	On request.Date
}

// Values returns the values to try of the field with the name, the nearest to the request's own
// first: of a range, a day or a number nearest to what the rules suggest, if they suggest one.
func candidateValues(name string, m valueSources) []request.Value {
	f := &requestFields[fieldNumber(name)]
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
	default: // only a person knows whether another owner or cost centre is right, also where a rule lists some
		return request.Texts(f.Values)
	}
}

// classifications returns the stricter ones than that of a request first: data that is
// called more public than it is may get out.
func classifications(own string) []request.Value {
	all := request.Classifications()
	at := slices.Index(all, own)
	less := slices.Clone(all[:at+1])
	slices.Reverse(less)
	return request.Texts(slices.Concat(all[at+1:], less))
}

// sizes returns the nearest first, the smaller of two as near.
func sizes(all []string, own string) []request.Value {
	at := slices.Index(all, own)
	list := slices.Clone(all)
	slices.SortStableFunc(list, func(a, b string) int {
		return cmp.Compare(abs(slices.Index(all, a)-at), abs(slices.Index(all, b)-at))
	})
	return request.Texts(list)
}

func abs[N int | int64](n N) N { return max(n, -n) }

// numbers returns those in the rules, and the ones beside each.
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

// around returns the numbers within a step of those in a list, each once, the nearest to a number
// first, and of two as near the lesser.
func around(list []int64, step, to int64) (numbers []int64) {
	list = slices.DeleteFunc(list, func(n int64) bool { return n < math.MinInt64+step || n >= math.MaxInt64-step })
	slices.Sort(list)
	next := int64(math.MinInt64)
	for _, n := range list {
		for next = max(next, n-step); next <= n+step; next++ {
			numbers = append(numbers, next)
		}
	}
	slices.SortFunc(numbers, func(a, b int64) int { return cmp.Or(cmp.Compare(abs(a-to), abs(b-to)), cmp.Compare(a, b)) })
	return numbers
}

// The days to try: as many after the policy date as the greatest number of days in the rules, and
// never more than ten years.
const (
	someDays = 1095
	maxDays  = 10 * 366
)

// days returns the expiry dates to try: every day from the day before the policy date to the horizon of
// the rules, each date in the rules with the days before and after it, and at last no date. The nearest to
// the request's own date comes first. If the request has none, or one that has passed, the nearest
// to what the rules suggest comes first.
func (m *valueSources) days() (values []request.Value) {
	origin, horizon := m.Request.ExpiryDate, int64(someDays)
	var days []request.Date
	add := func(day request.Date, err error) {
		if err == nil && day != "" {
			days = append(days, day)
		}
	}
	for _, v := range slices.Concat(m.Literals, m.Suggested) {
		if v.Kind == request.NumberValue && v.Number <= maxDays {
			horizon = max(horizon, v.Number+1)
		}
		for n := -1; n <= 1 && v.Kind == request.TextValue; n++ {
			add(request.Date(v.Text).AddDays(n))
		}
	}
	for n := range int(horizon) + 2 {
		add(m.On.AddDays(n - 1))
	}
	if origin <= m.On {
		origin, _ = m.On.AddDays(30)
		if len(m.Suggested) > 0 {
			origin = request.Date(m.Suggested[0].Text)
		}
	}
	slices.Sort(days)
	days = slices.Compact(days)
	slices.SortStableFunc(days, func(a, b request.Date) int { return cmp.Compare(apart(a, origin), apart(b, origin)) })
	for _, day := range days {
		values = append(values, request.Text(string(day)))
	}
	return append(values, request.Text(""))
}

// apart returns how many days are between two dates.
func apart(a, b request.Date) int {
	n, err := a.DaysUntil(b)
	if err != nil { // which no normalised request has
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

// private are the ranges of RFC 1918 and RFC 6598.
var private = []netip.Prefix{
	netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("172.16.0.0/12"), netip.MustParsePrefix("192.168.0.0/16"), netip.MustParsePrefix("100.64.0.0/10"),
}

// maxWritten bounds the ranges of rules that networks are made from.
const maxWritten = 1_000

// written returns the ranges that rules name or suggest, each once. whole is not set if there are more
// than maxWritten.
func (m *valueSources) written() (ranges []netip.Prefix, whole bool) {
	seen := map[netip.Prefix]bool{}
	for _, v := range slices.Concat(m.Suggested, m.Literals) {
		if p, ok := parseRange(v.Text); ok && !seen[p] {
			if len(ranges) == maxWritten {
				return ranges, false
			}
			seen[p] = true
			ranges = append(ranges, p)
		}
	}
	return ranges, true
}

// networks returns networks of each length from the least to the greatest number in the rules: at the
// address of the request's own, and in and beside each range that the rules or the profile name.
// They come nearest in length first, and of one length nearest in address. If the rules suggest a
// network, the nearest to that come first.
func (m *valueSources) networks() (values []request.Value) {
	origin := m.Request.NetworkCIDR
	networks, _ := m.written() // also those shorter than the lengths that are tried
	named := slices.Concat(private, m.Named, networks)
	shortest, longest := origin.Bits(), origin.Bits()
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
	starts := []uint32{addressOf(origin.Addr()), addressOf(m.Request.NetworkCIDR.Addr())}
	for length := shortest; length <= longest; length++ {
		add := func(address uint32) { networks = append(networks, network(address, length)) }
		for _, start := range starts {
			add(start)
		}
		for _, r := range named {
			first, last := addressOf(r.Addr()), addressOf(r.Addr())|^uint32(0)>>r.Bits()
			add(first - 1) // an address below 0.0.0.0 comes out as the last of all, which is no private one
			add(first)
			add(min(max(starts[0], first), last))
			add(last + 1)
		}
	}
	distance := func(p netip.Prefix) (length int, address int64) {
		return abs(p.Bits() - origin.Bits()), abs(int64(addressOf(p.Addr())) - int64(starts[0]))
	}
	slices.SortStableFunc(networks, func(a, b netip.Prefix) int {
		lengthA, addressA := distance(a)
		lengthB, addressB := distance(b)
		return cmp.Or(cmp.Compare(lengthA, lengthB), cmp.Compare(a.Bits(), b.Bits()), cmp.Compare(addressA, addressB), a.Addr().Compare(b.Addr()))
	})
	for _, p := range slices.Compact(networks) {
		values = append(values, request.Text(p.String()))
	}
	return values
}

func addressOf(a netip.Addr) uint32 {
	four := a.As4()
	return binary.BigEndian.Uint32(four[:])
}

// network returns the network of a length that an address is in.
func network(address uint32, length int) netip.Prefix {
	var four [4]byte
	binary.BigEndian.PutUint32(four[:], address)
	return netip.PrefixFrom(netip.AddrFrom4(four), length).Masked()
}

// octets is the start of a range, as a text or as a pattern of one.
var octets = regexp.MustCompile(`^\^?((?:\d{1,3}\.){1,3})(\d{1,3})?`)

// RangeOf returns the range that a text is, or that of the addresses which start with it:
// 10.7.0.0/16 for "10.7.". It is not ok for other texts.
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
