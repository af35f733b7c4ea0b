package space

import (
	"cmp"
	"net/netip"
	"slices"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// finite reports whether a field has so few values that each is tried. Of the regions
// that nobody allows one is tried.
func finite(f *request.Field) bool {
	return f.Values != nil || f.Kind == request.FlagValue || f.Name == request.RegionField
}

// whole reports whether each value of what has the name is tried: of a field, or of the
// estimate.
func (s *Space) whole(name string) bool {
	if name == policy.ByEstimate {
		return s.sizable
	}
	f, known := request.FieldNamed(name)
	return name == request.ControlsField || known && finite(&f)
}

// written returns the values that rules compare a field with in a way.
func (s *Space) written(field, by string) (values []request.Value) {
	for _, c := range s.comparisons {
		if c.Field == field && c.By == by {
			values = append(values, c.With...)
		}
	}
	return values
}

// cut returns the values of a field that are tried for requests near to an original: one
// at least for each way in which the comparisons of the rules with constants may come out.
// whole is set where no way was left out.
func (s *Space) cut(f *request.Field, near request.Request) (values []request.Value, whole bool) {
	switch {
	case f.Name == request.RegionField:
		return append(s.regions(), s.written(f.Name, policy.ByValue)...), true
	case f.Kind == request.FlagValue:
		return []request.Value{request.Flag(true), request.Flag(false)}, true
	case f.Values != nil:
		return request.Texts(f.Values), true
	case f.Kind == request.NumberValue:
		return s.numbers(f, f.Get(&near).Number), true
	case f.Name == request.ExpiryField:
		return s.days(near), true
	case f.Name == request.NetworkField:
		return s.networks(near.NetworkCIDR), true
	}
	if _, known := s.samples[f.Name]; !known {
		values, whole := s.sampled(f)
		s.samples[f.Name] = sample{values, whole}
	}
	return s.samples[f.Name].values, s.samples[f.Name].whole
}

// sample is the texts to try of a field, and whether they show every way.
type sample struct {
	values []request.Value
	whole  bool
}

// regions returns those that an installation allows, and one that none does.
func (s *Space) regions() []request.Value {
	var names []string
	other := ""
	for _, in := range s.in {
		names = append(names, in.Profile.AllowedRegions...)
	}
	for _, r := range s.in[0].Adapter.Regions {
		if other == "" && !slices.Contains(names, r.Name) {
			other = r.Name
		}
	}
	return request.Texts(append(names, cmp.Or(other, "nowhere-1")))
}

// numbers returns the numbers that are written in rules, and for a budget the dollars of
// the estimates, each with its neighbours, the nearest to an original first.
func (s *Space) numbers(f *request.Field, original int64) (values []request.Value) {
	around := func(n int64) {
		values = append(values, request.Number(n-1), request.Number(n), request.Number(n+1))
	}
	for _, v := range s.written(f.Name, policy.ByValue) {
		around(v.Number)
	}
	if s.compares(f.Name, policy.ByEstimate) {
		for _, dollars := range s.dollars {
			around(dollars)
		}
	}
	values = append(values, f.Example)
	distance := func(v request.Value) int64 { return max(v.Number-original, original-v.Number) }
	slices.SortFunc(values, func(a, b request.Value) int {
		return cmp.Or(cmp.Compare(distance(a), distance(b)), cmp.Compare(a.Number, b.Number))
	})
	return slices.Compact(values)
}

func (s *Space) compares(field, by string) bool {
	return slices.ContainsFunc(s.comparisons, func(c policy.Comparison) bool { return c.Field == field && c.By == by })
}

// days returns no date, and those at which rules draw a line, each with its neighbours,
// the nearest to an original first.
func (s *Space) days(near request.Request) []request.Value {
	var dates []request.Date
	around := func(day request.Date) {
		for n := -1; n <= 1; n++ {
			if d, err := day.AddDays(n); err == nil && d != "" {
				dates = append(dates, d)
			}
		}
	}
	for _, in := range s.in {
		around(in.Date)
	}
	for _, v := range s.written(request.ExpiryField, policy.ByValue) {
		around(request.Date(v.Text))
	}
	origin := cmp.Or(near.ExpiryDate, s.in[0].Date)
	distance := func(d request.Date) int {
		n, _ := origin.DaysUntil(d)
		return max(n, -n)
	}
	slices.SortFunc(dates, func(a, b request.Date) int {
		return cmp.Or(cmp.Compare(distance(a), distance(b)), cmp.Compare(a, b))
	})
	var values []request.Value
	for _, d := range slices.Compact(dates) {
		values = append(values, request.Text(string(d)))
	}
	return append(values, request.Value{})
}

// networks returns ranges of the lengths at which rules draw a line, and of those
// between: at each length one in every part of the address space that the written
// ranges tell from the others, and one there that no rule names by itself.
func (s *Space) networks(original netip.Prefix) (values []request.Value) {
	ranges, named := s.ranges(policy.ByRanges), s.ranges(policy.ByValue)
	shortest, longest := original.Bits(), original.Bits()
	for _, v := range s.written(request.NetworkField, policy.ByLength) {
		shortest, longest = min(shortest, int(v.Number)-1), max(longest, int(v.Number)+1)
	}
	for _, length := range byDistance(original.Bits(), max(shortest, 0), min(longest, 32)) {
		if p, err := original.Addr().Prefix(length); err == nil {
			values = append(values, request.Text(p.String()))
		}
		for _, outer := range append(ranges, everything) {
			if p, is := inside(outer, length, ranges, named); is {
				values = append(values, request.Text(p.String()))
			}
		}
	}
	for _, outer := range ranges {
		if p, is := inside(outer, outer.Bits(), ranges, named); is && outer.Bits() > longest {
			values = append(values, request.Text(p.String()))
		}
	}
	return append(values, s.written(request.NetworkField, policy.ByValue)...)
}

// ranges returns those that rules compare networks with in a way. A network lies in none
// of IPv6.
func (s *Space) ranges(by string) (list []netip.Prefix) {
	for _, v := range s.written(request.NetworkField, by) {
		if p, err := netip.ParsePrefix(v.Text); err == nil && p.Addr().Is4() {
			list = append(list, p.Masked())
		}
	}
	return list
}

// everything is every address.
var everything = netip.PrefixFrom(netip.IPv4Unspecified(), 0)

// byDistance returns the numbers from one to another, the nearest to a number first.
func byDistance(to, first, last int) (list []int) {
	for n := first; n <= last; n++ {
		list = append(list, n)
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(max(a-to, to-a), max(b-to, to-b)) })
	return list
}

// inside returns the first range of a length inside outer that lies inside none of the
// ranges which are smaller than outer, and differs from all that are named. Of every
// address it rather takes a later one: those at the start are for no network.
func inside(outer netip.Prefix, length int, ranges, named []netip.Prefix) (netip.Prefix, bool) {
	if outer == everything {
		if p, is := insideFrom(netip.AddrFrom4([4]byte{11}), outer, length, ranges, named); is {
			return p, true
		}
	}
	return insideFrom(outer.Addr(), outer, length, ranges, named)
}

func insideFrom(start netip.Addr, outer netip.Prefix, length int, ranges, named []netip.Prefix) (netip.Prefix, bool) {
	if length < outer.Bits() {
		return netip.Prefix{}, false
	}
	for at := start; outer.Contains(at); {
		p := netip.PrefixFrom(at, length).Masked()
		taken := slices.IndexFunc(ranges, func(r netip.Prefix) bool {
			return r.Bits() > outer.Bits() && r.Bits() <= length && r.Contains(p.Addr())
		})
		last := p
		switch {
		case taken >= 0:
			last = ranges[taken]
		case !slices.Contains(named, p):
			return p, true
		}
		if at = after(last); !at.IsValid() {
			break
		}
	}
	return netip.Prefix{}, false
}

// after returns the first address after a range; none after the last of all.
func after(p netip.Prefix) netip.Addr {
	octets := p.Addr().As4()
	for bit := p.Bits() - 1; bit >= 0; bit-- {
		mask := byte(1) << (7 - bit%8)
		octets[bit/8] ^= mask
		if octets[bit/8]&mask != 0 {
			return netip.AddrFrom4(octets)
		}
	}
	return netip.Addr{}
}
