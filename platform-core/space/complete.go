package space

import (
	"net/netip"
	"slices"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// samples are what rules are tried on.
type samples struct {
	in       policy.Input
	provider profile.Provider
	values   map[string][]request.Value // by the name of the field
}

// complete reports whether every request comes out of the rules as one that is tried
// does. Else that none is denied, or all are, is not known: of what a rule makes of texts
// and numbers, of ranges in ranges, and of days and estimates, only samples are tried.
func (t samples) complete(rules ...policy.Check) bool {
	compared := map[string][]policy.Comparison{}
	for _, c := range rules {
		list, others := c.Comparisons(t.in, isWhole)
		if len(others) > 0 || c.ReadsDate() || c.ReadsEstimate() {
			return false
		}
		for _, one := range list {
			compared[one.Field] = append(compared[one.Field], one)
		}
	}
	for name, list := range compared {
		f, is := request.FieldNamed(name)
		if !is || !isWhole(name) && !t.covers(&f, list) {
			return false
		}
	}
	return true
}

// isWhole reports whether every value of a field is tried.
func isWhole(name string) bool {
	f, is := request.FieldNamed(name)
	return is && (f.Kind == request.FlagValue || f.Values != nil)
}

// covers reports whether the values of a field that are tried are on each side of each
// line that the comparisons draw.
func (t samples) covers(f *request.Field, list []policy.Comparison) bool {
	var with []request.Value
	for _, c := range list {
		if c.By != list[0].By {
			return false
		}
		with = append(with, c.With...)
	}
	switch list[0].By {
	case policy.ByValue:
		return !slices.ContainsFunc(with, func(v request.Value) bool { return !t.around(f, v) })
	case policy.ByLength:
		return !slices.ContainsFunc(with, func(v request.Value) bool { return !t.lengths(f, v.Number) })
	case policy.ByRanges:
		return t.ranges(f, with)
	default:
		return false
	}
}

// around reports whether a value and its neighbours are tried.
func (t samples) around(f *request.Field, v request.Value) bool {
	near := []request.Value{v}
	switch {
	case f.Kind == request.NumberValue:
		near = append(near, request.Number(v.Number-1), request.Number(v.Number+1))
	case f.Name == request.RegionField && !t.provider.HasRegion(v.Text):
		return true // a request with another region is refused before any rule
	case f.Name == request.ExpiryField:
		for _, n := range []int{-1, 1} {
			if day, err := request.Date(v.Text).AddDays(n); err == nil {
				near = append(near, request.Text(string(day)))
			}
		}
	}
	return !slices.ContainsFunc(near, func(v request.Value) bool { return !t.tries(f, v) })
}

// tries reports whether a value is tried, or one that the field cannot have.
func (t samples) tries(f *request.Field, v request.Value) bool {
	r := t.in.Request
	return f.Set(&r, v) != nil || slices.Contains(t.values[f.Name], f.Get(&r))
}

// lengths reports whether ranges of a length and of its neighbours are tried.
func (t samples) lengths(f *request.Field, length int64) bool {
	for n := max(length-1, 0); n <= length+1; n++ {
		p, err := t.in.Request.NetworkCIDR.Addr().Prefix(int(n))
		if err == nil && !t.tries(f, request.Text(p.String())) {
			return false
		}
	}
	return true
}

// ranges reports whether a network in each range, and one outside all of them, is tried.
// Of a range in another one it is not known what is between them.
func (t samples) ranges(f *request.Field, with []request.Value) bool {
	var all []netip.Prefix
	for _, v := range with {
		p, err := netip.ParsePrefix(v.Text)
		if err != nil || slices.ContainsFunc(all, func(other netip.Prefix) bool { return p != other && p.Overlaps(other) }) {
			return false
		}
		all = append(all, p)
	}
	outside, inside := false, map[netip.Prefix]bool{}
	for _, v := range t.values[f.Name] {
		network, err := netip.ParsePrefix(v.Text)
		at := slices.IndexFunc(all, func(p netip.Prefix) bool { return p.Contains(network.Addr()) && p.Bits() <= network.Bits() })
		switch {
		case err != nil:
		case at < 0:
			outside = true
		default:
			inside[all[at]] = true
		}
	}
	return outside && !slices.ContainsFunc(all, func(p netip.Prefix) bool { return !inside[p] })
}
