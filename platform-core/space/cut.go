package space

import (
	"cmp"
	"net/netip"
	"slices"
	"strconv"

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
	if isText(f) {
		if _, known := s.samples[f.Name]; !known {
			values, whole := s.sampled(f)
			s.samples[f.Name] = sample{values, whole}
		}
		return s.samples[f.Name].values, s.samples[f.Name].whole
	}
	m := Material{Request: near, Regions: s.regions(), Literals: s.literals(f), On: s.in[0].Date, Passed: true}
	values = Values(f.Name, m)
	if finite(f) {
		return values, true
	}
	return s.distinct(f, values), true
}

// isText reports whether a field has a text that is neither one of a few, nor a range, nor a date.
func isText(f *request.Field) bool {
	return f.Kind == request.TextValue && !finite(f) && f.Name != request.ExpiryField && f.Name != request.NetworkField
}

// literals returns what the values of a field are made from: what rules compare it with, and for a
// budget the dollars of the estimates.
func (s *Space) literals(f *request.Field) (list []request.Value) {
	for _, c := range s.comparisons {
		if c.Field == f.Name {
			list = append(list, c.With...)
		}
		if c.Field == f.Name && c.By == policy.ByLength {
			for _, v := range c.With {
				list = append(list, request.Number(v.Number-1), request.Number(v.Number+1))
			}
		}
		if c.Field == f.Name && c.By == policy.ByEstimate {
			for _, dollars := range s.dollars {
				list = append(list, request.Number(dollars))
			}
		}
	}
	if f.Kind == request.NumberValue {
		list = append(list, f.Example)
	}
	for _, in := range s.in {
		if f.Name == request.ExpiryField {
			list = append(list, request.Text(string(in.Date)))
		}
	}
	return list
}

// distinct returns the first of the values on each side of what the rules compare a field with.
func (s *Space) distinct(f *request.Field, values []request.Value) (first []request.Value) {
	seen := map[string]bool{}
	for _, v := range values {
		var sides []byte
		for _, c := range s.comparisons {
			if c.Field == f.Name {
				sides = append(s.side(sides, c, v), ' ')
			}
		}
		if !seen[string(sides)] {
			seen[string(sides)] = true
			first = append(first, v)
		}
	}
	return first
}

// side appends on which side of a comparison a value is: the comparison comes out alike for
// all values on a side.
func (s *Space) side(sides []byte, c policy.Comparison, v request.Value) []byte {
	p, _ := netip.ParsePrefix(v.Text)
	order := func(n int64) { sides = strconv.AppendInt(sides, int64(cmp.Compare(v.Number, n)), 10) }
	for _, with := range c.With {
		switch {
		case c.By == policy.ByLength:
			sides = strconv.AppendInt(sides, int64(cmp.Compare(int64(p.Bits()), with.Number)), 10)
		case c.By == policy.ByRanges:
			r, ok := RangeOf(with.Text)
			sides = strconv.AppendBool(sides, ok && r.Bits() <= p.Bits() && r.Contains(p.Addr()))
		case v.Kind == request.NumberValue:
			order(with.Number)
		case c.Field == request.ExpiryField:
			sides = strconv.AppendInt(sides, int64(cmp.Compare(v.Text, with.Text)), 10)
		default:
			sides = strconv.AppendBool(sides, v == with)
		}
	}
	if c.By == policy.ByEstimate {
		for _, dollars := range s.dollars {
			order(dollars)
		}
	}
	return append(sides, c.Outcome(v)...)
}

// sample is the texts to try of a field, and whether they show every way.
type sample struct {
	values []request.Value
	whole  bool
}

// regions returns those that an installation allows, and one that none does.
func (s *Space) regions() (names []string) {
	other := ""
	for _, in := range s.in {
		names = append(names, in.Profile.AllowedRegions...)
	}
	for _, r := range s.in[0].Adapter.Regions {
		if other == "" && !slices.Contains(names, r.Name) {
			other = r.Name
		}
	}
	names = append(names, cmp.Or(other, "nowhere-1"))
	for _, v := range s.written(request.RegionField, policy.ByValue) {
		names = append(names, v.Text)
	}
	return names
}

func (s *Space) compares(field, by string) bool {
	return slices.ContainsFunc(s.comparisons, func(c policy.Comparison) bool { return c.Field == field && c.By == by })
}
