package space

import (
	"strconv"
	"strings"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// byLiteral is a text that is tried; no other is looked for because of it.
const byLiteral = "literal"

// literals returns what is written in a rule as comparisons of the fields that it reads.
// They are for a rule that compares in a way which they cannot cover: so the values of a
// map or of a list are tried at least.
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
			list = append(list, literal(&f, v, date)...)
		}
	}
	return list
}

// literal returns how a field may be compared with what is written in a rule that reads it.
func literal(f *request.Field, v request.Value, date request.Date) []policy.Comparison {
	as := func(by string, with ...request.Value) []policy.Comparison {
		return []policy.Comparison{{Field: f.Name, By: by, With: with}}
	}
	switch {
	case f.Kind == request.NumberValue && v.Text == "":
		return as(policy.ByValue, v)
	case f.Kind == request.NumberValue:
	case f.Name == request.ExpiryField:
		if day, err := date.AddDays(int(min(v.Number, maxDays))); err == nil && v.Text == "" {
			return as(policy.ByValue, request.Text(string(day)))
		}
		if _, err := request.ParseDate(v.Text); err == nil {
			return as(policy.ByValue, v)
		}
	case f.Name == request.NetworkField:
		if length, ok := lengthOf(v); ok {
			return as(policy.ByLength, request.Number(length))
		}
		if p, ok := parseRange(v.Text); ok {
			return as(policy.ByRanges, request.Text(p.String()))
		}
	case v.Text != "":
		if _, ok := normal(f, v.Text); ok {
			return as(byLiteral, v)
		}
	}
	return nil
}

// lengthOf returns the prefix length that is written, as a number or as the end of a range.
func lengthOf(v request.Value) (length int64, ok bool) {
	length = v.Number
	if v.Text != "" {
		digits, cut := strings.CutPrefix(v.Text, "/")
		n, err := strconv.Atoi(digits)
		if !cut || err != nil {
			return 0, false
		}
		length = int64(n)
	}
	return length, length >= 1 && length <= 32
}
