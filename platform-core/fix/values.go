package fix

import (
	"cmp"
	"math"
	"net/netip"
	"slices"

	"platform.internal/platform-core/request"
)

// Values returns the values to try of the field with the name for a denied request, the
// better ones first: what the rules suggest for it, the few values of a field that has
// few, and the values about which the field's rules change their mind. regions are the
// allowed ones; literals is what is written in the rules that read the field; ranges are the
// network ranges in those of the organisation; on is the policy date.
func Values(name string, r request.Request, denied []request.Violation, regions []string, literals, ranges []request.Value, on request.Date) (values []request.Value) {
	f := &described[fieldNumber(name)]
	for _, v := range denied {
		if v.Field == f.Name && !v.Suggestion.IsZero() {
			values = append(values, v.Suggestion)
		}
	}
	values = append(values, finite(f, r, regions)...)
	return append(values, boundaries(f, r, slices.Concat(values, ranges), literals, on)...)
}

// finite returns the values of a field that has few.
func finite(f *request.Field, r request.Request, regions []string) (values []request.Value) {
	switch {
	case f.Name == request.ClassificationField:
		return classifications(r.DataClassification)
	case f.Name == request.RegionField:
		return texts(regions)
	case f.Kind == request.FlagValue:
		return []request.Value{request.Flag(true), request.Flag(false)}
	default:
		return texts(f.Values)
	}
}

// classifications returns the stricter ones than that of a request first: data that is
// called more public than it is may get out.
func classifications(original string) []request.Value {
	all := request.Classifications()
	own := slices.Index(all, original)
	less := slices.Clone(all[:own+1])
	slices.Reverse(less)
	return texts(slices.Concat(all[own+1:], less))
}

func texts(list []string) (values []request.Value) {
	for _, text := range list {
		values = append(values, request.Text(text))
	}
	return values
}

// boundaries returns the values of a field about which its rules may change their mind.
func boundaries(f *request.Field, r request.Request, suggested, literals []request.Value, on request.Date) []request.Value {
	switch {
	case f.Name == request.NetworkField:
		return networks(r.NetworkCIDR, suggested, literals)
	case f.Name == request.ExpiryField:
		return dates(r.ExpiryDate, literals, on)
	case f.Kind == request.NumberValue:
		return near(f.Get(&r).Number, literals)
	default: // only a person knows whether another owner or cost centre is right, also where a rule lists some
		return nil
	}
}

// networks returns the ranges of the lengths that rules draw lines at, and of those
// between, at the address of a range and of those that are suggested or written in rules: the
// lengths nearest to the range's first.
func networks(original netip.Prefix, suggested, literals []request.Value) (values []request.Value) {
	bases := []netip.Prefix{original}
	for _, v := range suggested {
		if p, err := netip.ParsePrefix(v.Text); err == nil {
			bases = append(bases, p)
		}
	}
	shortest, longest := original.Bits(), original.Bits()
	for _, v := range literals {
		if v.Kind == request.NumberValue && v.Number >= 0 && v.Number <= int64(original.Addr().BitLen()) {
			shortest, longest = min(shortest, int(v.Number)), max(longest, int(v.Number))
		}
	}
	distance := func(length int) int { return max(length-original.Bits(), original.Bits()-length) }
	var lengths []int
	for length := shortest; length <= longest; length++ {
		lengths = append(lengths, length)
	}
	slices.SortStableFunc(lengths, func(a, b int) int { return cmp.Compare(distance(a), distance(b)) })
	for _, length := range lengths {
		for _, base := range bases {
			if p, err := base.Addr().Prefix(length); err == nil {
				values = append(values, request.Text(p.String()))
			}
		}
	}
	return values
}

// dates returns the days that rules may draw a line at: the first after the policy
// date, those as many days on as a number in them, and the days written in them, each with
// its neighbours. They come nearest to what a request has first, the earlier of two as near;
// where it has none, latest first. Last comes none.
func dates(original request.Date, literals []request.Value, on request.Date) []request.Value {
	const furthest = 10 * 366
	var days []request.Date
	around := func(day request.Date) {
		for _, n := range []int{-1, 0, 1} {
			if d, err := day.AddDays(n); err == nil && d > on {
				days = append(days, d)
			}
		}
	}
	for _, v := range append([]request.Value{request.Number(1)}, literals...) {
		switch {
		case v.Kind == request.TextValue:
			around(request.Date(v.Text))
		case v.Number >= 0 && v.Number <= furthest:
			if day, err := on.AddDays(int(v.Number)); err == nil {
				around(day)
			}
		}
	}
	slices.Sort(days)
	if days = slices.Compact(days); original == "" {
		slices.Reverse(days)
	} else {
		slices.SortStableFunc(days, func(a, b request.Date) int { return cmp.Compare(apart(a, original), apart(b, original)) })
	}
	var values []request.Value
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
	return max(n, -n)
}

// near returns the numbers that are written in rules, and their neighbours, the
// nearest to what a request has first.
func near(original int64, literals []request.Value) (values []request.Value) {
	for _, v := range literals {
		if v.Kind == request.NumberValue {
			values = append(values, v, request.Number(v.Number-1), request.Number(v.Number+1))
		}
	}
	distance := func(n int64) int64 { return max(n-original, original-n) }
	slices.SortStableFunc(values, func(a, b request.Value) int { return cmp.Compare(distance(a.Number), distance(b.Number)) })
	return values
}
