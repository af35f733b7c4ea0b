package space

import (
	"cmp"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// isEnumerable reports whether a search tries every value of a field. Regions are an exception: of the regions
// that no profile allows, the search tries only one.
func isEnumerable(f *request.Field) bool {
	return f.Values != nil || f.Kind == request.FlagValue || f.Name == request.RegionField
}

// isEnumerableField reports whether a search tries every value of the field with the name.
func isEnumerableField(name string) bool {
	f, ok := request.FieldNamed(name)
	return name == request.ControlsField || ok && isEnumerable(&f)
}

// areEnumerable reports whether a search tries every value of some fields. It returns false for an empty list,
// because the fields are then unknown.
func areEnumerable(names []string) bool {
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !isEnumerableField(name) })
}

// isText reports whether a field is free text: not enumerable, not a network range and not a date.
func isText(f *request.Field) bool {
	return f.Kind == request.TextValue && !isEnumerable(f) && f.Name != request.ExpiryField &&
		f.Name != request.NetworkField
}

// partition divides the values of each field into classes: the comparisons of the rules have the same results for
// all values of a class. A search tries one value of each class, its representative. It is the source of values
// for examples and sample requests; the values of a fix come from [candidateValues] directly.
type partition struct {
	comparisons []policy.Comparison
	regions     []string       // regions to try, in addition to the regions in the comparisons
	dates       []request.Date // the policy dates
	dollars     []int64        // the known totals of the estimates, in whole dollars
	budget      *policy.Budget
	cache       map[cacheKey]representatives
}

// cacheKey is what the representatives of a field depend on: its original value, and the number of
// estimates that are known.
type cacheKey struct {
	field    string
	original request.Value
	dollars  int
}

// representatives are values of a field. complete is false if a class may have no value in the list.
type representatives struct {
	values   []request.Value
	complete bool
}

// restrictedTo returns a copy of the partition that uses only the given comparisons.
func (c *partition) restrictedTo(comparisons []policy.Comparison) partition {
	some := *c
	some.comparisons, some.cache = comparisons, map[cacheKey]representatives{}
	return some
}

// compared returns the comparisons of a rule, and the parts of the rule that are not comparisons. If there are
// such parts, compared adds a comparison with each literal of the rule. So a search also tries the elements of
// lists and the keys of maps.
func compared(
	c *policy.CompiledRule, in policy.Input, isEnumerable func(name string) bool,
) (list []policy.Comparison, others []string) {
	list, others = c.Comparisons(in, isEnumerable)
	if len(others) > 0 {
		list = append(list, literals(c, in.Date)...)
	}
	return list, others
}

// byLiteral is the kind of a comparison made from a literal. A search tries this text itself, but no similar
// texts.
const byLiteral = "literal"

// literals returns the literals of a rule as comparisons of the fields that the rule reads.
func literals(c *policy.CompiledRule, date request.Date) (list []policy.Comparison) {
	names, all := c.Reads()
	if all {
		names = request.FieldNames()
	}
	for _, name := range names {
		f, ok := request.FieldNamed(name)
		if !ok || isEnumerable(&f) {
			continue
		}
		for _, v := range c.Literals() {
			if by, with, ok := literal(&f, v, date); ok {
				list = append(list, policy.Comparison{Field: name, By: by, With: []request.Value{with}})
			}
		}
	}
	return list
}

// literal returns the comparison that a rule probably makes between a field and a literal. ok is false if the
// literal is not a possible value of the field.
func literal(f *request.Field, v request.Value, date request.Date) (by string, with request.Value, ok bool) {
	switch {
	case f.Kind == request.NumberValue:
		return policy.ByValue, v, v.Text == ""
	case f.Name == request.ExpiryField:
		if day, err := date.AddDays(int(min(v.Number, maxDays))); err == nil && v.Text == "" {
			return policy.ByValue, request.Text(string(day)), true
		}
		_, err := request.ParseDate(v.Text)
		return policy.ByValue, v, err == nil
	case f.Name == request.NetworkField:
		if length, ok := prefixLength(v); ok {
			return policy.ByLength, request.Number(length), true
		}
		p, ok := parseRange(v.Text)
		return policy.ByRanges, request.Text(p.String()), ok
	}
	_, ok = acceptedText(f, v.Text)
	return byLiteral, v, ok && v.Text != ""
}

// prefixLength returns a prefix length, which is written as a number or as the end of a range.
func prefixLength(v request.Value) (length int64, ok bool) {
	length = v.Number
	if v.Text != "" {
		digits, ok := strings.CutPrefix(v.Text, "/")
		n, err := strconv.Atoi(digits)
		if !ok || err != nil {
			return 0, false
		}
		length = int64(n)
	}
	return length, length >= 1 && length <= 32
}

// representatives returns the values of a field that a search from the request near tries: the nearest value
// of each class. complete is false if a class may have no value in the list.
func (c *partition) representatives(f *request.Field, near request.Request) (values []request.Value, complete bool) {
	key := cacheKey{f.Name, f.Get(&near), len(c.dollars)}
	if isText(f) {
		key = cacheKey{field: f.Name}
	}
	found, ok := c.cache[key]
	if !ok {
		found.values, found.complete = c.newRepresentatives(f, near)
		c.cache[key] = found
	}
	return found.values, found.complete
}

func (c *partition) newRepresentatives(f *request.Field, near request.Request) (values []request.Value, complete bool) {
	if isText(f) {
		return c.texts(f)
	}
	regions := slices.Clone(c.regions)
	for _, v := range c.comparedValues(request.RegionField, policy.ByValue) {
		regions = append(regions, v.Text)
	}
	sources := valueSources{Request: near, Regions: regions, Literals: c.literals(f), Date: c.dates[0]}
	values = candidateValues(f.Name, sources)
	if isEnumerable(f) {
		return values, true
	}
	values, complete = c.onePerClass(f, values)
	if f.Name == request.NetworkField {
		_, all := sources.ranges()
		complete = complete && all
	}
	return values, complete
}

// comparedValues returns the values that rules compare a field with, for one kind of comparison.
func (c *partition) comparedValues(field, by string) (values []request.Value) {
	for _, one := range c.comparisons {
		if one.Field == field && one.By == by {
			values = append(values, one.With...)
		}
	}
	return values
}

// comparedWith returns the values that comparisons compare a field with, and for each prefix length its
// two neighbours.
func comparedWith(comparisons []policy.Comparison, field string) (list []request.Value) {
	for _, one := range comparisons {
		if one.Field != field || one.By == policy.ByEstimate {
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

// literals returns the values from which [candidateValues] builds candidates for a field: the values in
// comparisons, and a few that every search tries. For a field that rules compare with the estimate, it also
// returns the multiples of the estimates.
func (c *partition) literals(f *request.Field) []request.Value {
	list := comparedWith(c.comparisons, f.Name)
	for _, factor := range c.comparedValues(f.Name, policy.ByEstimate) {
		for _, dollars := range c.dollars {
			list = append(list, request.Number(factor.Number*dollars))
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

// onePerClass returns the first value of each class. complete is false if the budget ended before the last
// value.
func (c *partition) onePerClass(f *request.Field, values []request.Value) (first []request.Value, complete bool) {
	seen := map[string]bool{}
	for _, v := range values {
		if c.budget.Left() == 0 {
			return first, false
		}
		class := strconv.AppendBool(nil, v.Text == "")
		for _, one := range c.comparisons {
			if one.Field == f.Name {
				c.budget.Spend(1 + len(one.With))
				class = append(c.appendResult(class, one, v), ' ')
			}
		}
		if !seen[string(class)] {
			seen[string(class)] = true
			first = append(first, v)
		}
	}
	return first, true
}

// appendResult appends the result of a comparison for a value. Values of one class have equal results.
func (c *partition) appendResult(class []byte, one policy.Comparison, v request.Value) []byte {
	network, _ := netip.ParsePrefix(v.Text)
	order := func(result int) { class = strconv.AppendInt(class, int64(result), 10) }
	for _, with := range one.With {
		switch {
		case one.By == policy.ByLength:
			order(cmp.Compare(int64(network.Bits()), with.Number))
		case one.By == policy.ByRanges:
			r, ok := parseRange(with.Text)
			class = strconv.AppendBool(class, ok && r.Bits() <= network.Bits() && r.Contains(network.Addr()))
		case one.By == policy.ByEstimate:
			for _, dollars := range c.dollars {
				order(cmp.Compare(v.Number, with.Number*dollars))
			}
		case v.Kind == request.NumberValue:
			order(cmp.Compare(v.Number, with.Number))
		case one.Field == request.ExpiryField:
			order(cmp.Compare(v.Text, with.Text))
		default:
			class = strconv.AppendBool(class, v == with)
		}
	}
	return append(class, one.Evaluate(v)...)
}
