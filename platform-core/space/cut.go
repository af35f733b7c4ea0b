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
func isEnumerable(f *request.Field) bool {
	return f.Values != nil || f.Kind == request.FlagValue || f.Name == request.RegionField
}

// isFinite reports whether each value of the field with the name is tried.
func isEnumerableField(name string) bool {
	f, ok := request.FieldNamed(name)
	return name == request.ControlsField || ok && isEnumerable(&f)
}

// allFinite reports whether each value of some fields is tried; not where they are not known.
func areEnumerable(names []string) bool {
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !isEnumerableField(name) })
}

// isText reports whether a field has a text that is neither one of a few, nor a range, nor a date.
func isText(f *request.Field) bool {
	return f.Kind == request.TextValue && !isEnumerable(f) && f.Name != request.ExpiryField && f.Name != request.NetworkField
}

// cut is how rules divide the values of each field.
type partition struct {
	comparisons []policy.Comparison
	regions     []string       // to try besides those that rules compare with
	dates       []request.Date // the policy dates
	dollars     []int64        // of estimates
	budget      *policy.Budget
	samples     map[sampleKey]sample
}

// sampleKey is what the values to try of a field depend on: its value in the original request, and how
// many estimates are known.
type sampleKey struct {
	field   string
	near    request.Value
	dollars int
}

// sample is the values to try of a field, and whether they show every way.
type sample struct {
	values []request.Value
	whole  bool
}

// by returns the cut by some comparisons only.
func (c *partition) restrictedTo(comparisons []policy.Comparison) partition {
	some := *c
	some.comparisons, some.samples = comparisons, map[sampleKey]sample{}
	return some
}

// compared returns how a rule compares fields with values, and which parts of it no comparison
// covers. If there are some, what is written in the rule counts as compared, too: so the values of
// a map or of a list are tried at least.
func compared(c *policy.CompiledRule, in policy.Input, whole func(name string) bool) (list []policy.Comparison, others []string) {
	list, others = c.Comparisons(in, whole)
	if len(others) > 0 {
		list = append(list, literals(c, in.Date)...)
	}
	return list, others
}

// values returns the values of a field that are tried for requests near to an original: the nearest
// on each side of what the rules compare the field with. whole is set if no side was left out.
func (c *partition) representatives(f *request.Field, near request.Request) (values []request.Value, whole bool) {
	at := sampleKey{f.Name, f.Get(&near), len(c.dollars)}
	if isText(f) {
		at = sampleKey{field: f.Name}
	}
	made, ok := c.samples[at]
	if !ok {
		made.values, made.whole = c.newRepresentatives(f, near)
		c.samples[at] = made
	}
	return made.values, made.whole
}

// newValues makes the values that values returns.
func (c *partition) newRepresentatives(f *request.Field, near request.Request) (values []request.Value, whole bool) {
	if isText(f) {
		return c.texts(f)
	}
	regions := slices.Clone(c.regions)
	for _, v := range c.comparedValues(request.RegionField, policy.ByValue) {
		regions = append(regions, v.Text)
	}
	m := valueSources{Request: near, Regions: regions, Literals: c.literals(f), On: c.dates[0]}
	values = candidateValues(f.Name, m)
	if isEnumerable(f) {
		return values, true
	}
	values, whole = c.onePerClass(f, values)
	if f.Name == request.NetworkField {
		_, all := m.written()
		whole = whole && all
	}
	return values, whole
}

// written returns the values that rules compare a field with in a way.
func (c *partition) comparedValues(field, by string) (values []request.Value) {
	for _, one := range c.comparisons {
		if one.Field == field && one.By == by {
			values = append(values, one.With...)
		}
	}
	return values
}

// compares reports whether rules compare a field in a way.
func (c *partition) compares(field, by string) bool {
	return slices.ContainsFunc(c.comparisons, func(one policy.Comparison) bool { return one.Field == field && one.By == by })
}

// comparedWith returns the values that comparisons compare a field with, and the two lengths next to each length.
func comparedWith(comparisons []policy.Comparison, field string) (list []request.Value) {
	for _, one := range comparisons {
		if one.Field != field {
			continue
		}
		list = append(list, one.With...)
		if one.By == policy.ByLength {
			for _, v := range one.With {
				list = append(list, request.Number(v.Number-1), request.Number(v.Number+1))
			}
		}
	}
	return list
}

// literals returns what the values of a field are made from: what rules compare it with, and for a
// budget the dollars of the estimates.
func (c *partition) literals(f *request.Field) []request.Value {
	list := comparedWith(c.comparisons, f.Name)
	if c.compares(f.Name, policy.ByEstimate) {
		for _, dollars := range c.dollars {
			list = append(list, request.Number(dollars))
		}
	}
	switch {
	case f.Kind == request.NumberValue:
		list = append(list, f.Example)
	case f.Name == request.NetworkField:
		list = append(list, request.Text("0.0.0.0/0")) // lies in no other range
	case f.Name == request.ExpiryField:
		for _, day := range c.dates {
			list = append(list, request.Text(string(day)))
		}
	}
	return list
}

// distinct returns the first of the values on each side of what the rules compare a field with. whole
// is not set if the budget ended before the last of them.
func (c *partition) onePerClass(f *request.Field, values []request.Value) (first []request.Value, whole bool) {
	seen := map[string]bool{}
	for _, v := range values {
		if c.budget.Left() == 0 {
			return first, false
		}
		sides := strconv.AppendBool(nil, v.Text == "")
		for _, one := range c.comparisons {
			if one.Field == f.Name {
				c.budget.Spend(1 + len(one.With))
				sides = append(c.appendClass(sides, one, v), ' ')
			}
		}
		if !seen[string(sides)] {
			seen[string(sides)] = true
			first = append(first, v)
		}
	}
	return first, true
}

// side appends on which side of a comparison a value is: the comparison comes out alike for
// all values on a side.
func (c *partition) appendClass(sides []byte, one policy.Comparison, v request.Value) []byte {
	network, _ := netip.ParsePrefix(v.Text)
	order := func(of int) { sides = strconv.AppendInt(sides, int64(of), 10) }
	for _, with := range one.With {
		switch {
		case one.By == policy.ByLength:
			order(cmp.Compare(int64(network.Bits()), with.Number))
		case one.By == policy.ByRanges:
			r, ok := parseRange(with.Text)
			sides = strconv.AppendBool(sides, ok && r.Bits() <= network.Bits() && r.Contains(network.Addr()))
		case v.Kind == request.NumberValue:
			order(cmp.Compare(v.Number, with.Number))
		case one.Field == request.ExpiryField:
			order(cmp.Compare(v.Text, with.Text))
		default:
			sides = strconv.AppendBool(sides, v == with)
		}
	}
	if one.By == policy.ByEstimate {
		for _, dollars := range c.dollars {
			order(cmp.Compare(v.Number, dollars))
		}
	}
	return append(sides, one.Evaluate(v)...)
}
