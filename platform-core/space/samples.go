package space

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// material is what values are made from.
type material struct {
	literals []request.Value // that are written in rules
	in       policy.Input    // has the values that come first
	regions  []string
}

// someRegions returns the allowed regions, those that a rule compares with, and one that
// is not allowed.
func someRegions(p profile.Profile, provider profile.Provider, compared []string) []string {
	list := slices.Clone(p.AllowedRegions)
	for _, name := range compared {
		if provider.HasRegion(name) && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	for _, r := range provider.Regions {
		if !slices.Contains(list, r.Name) {
			return append(list, r.Name)
		}
	}
	return list
}

// options returns those of the values of a field.
func options(f *request.Field, values []request.Value) (list []option) {
	for _, v := range values {
		list = append(list, option{cmp.Or(v.String(), "none"), func(in *policy.Input) { f.Assign(&in.Request, v) }})
	}
	return list
}

// values returns the normal forms of the values of a field, each once, that of the base
// first.
func (m material) values(f *request.Field) (values []request.Value) {
	r := m.in.Request
	values = []request.Value{f.Get(&r)}
	for _, v := range m.candidates(f) {
		changed := r
		if f.Set(&changed, v) != nil {
			continue // the field cannot have it
		}
		if normal := f.Get(&changed); !slices.Contains(values, normal) {
			values = append(values, normal)
		}
	}
	return values
}

// candidates returns what may be values of a field.
func (m material) candidates(f *request.Field) []request.Value {
	switch {
	case f.Kind == request.FlagValue:
		return []request.Value{request.Flag(true), request.Flag(false)}
	case f.Kind == request.NumberValue:
		return m.numbers(f.Limits.Min, 500, 5_000, f.Limits.Max)
	case f.Values != nil:
		return request.Texts(f.Values)
	case f.Name == request.RegionField:
		return request.Texts(m.regions)
	case f.Name == request.NetworkField:
		return m.networks()
	case f.Name == request.ExpiryField:
		return m.expiries()
	default:
		return m.texts(f)
	}
}

// numbers returns some numbers, and those that are written in rules with their neighbours.
func (m material) numbers(some ...int64) (values []request.Value) {
	for _, n := range some {
		values = append(values, request.Number(n))
	}
	for _, v := range m.literals {
		if v.Kind == request.NumberValue {
			values = append(values, v, request.Number(v.Number-1), request.Number(v.Number+1))
		}
	}
	return values
}

// networks returns ranges of the lengths that rules draw lines at and of some others, at
// one address; and ranges at other private and public addresses, and those that are
// written in rules, with halves of them and what they are half of.
func (m material) networks() (values []request.Value) {
	add := func(p netip.Prefix, length int) {
		if p, err := p.Addr().Prefix(length); err == nil {
			values = append(values, request.Text(p.String()))
		}
	}
	at := m.in.Request.NetworkCIDR
	for _, length := range m.numbers(20, 8, 12, 16, 24, 28) {
		add(at, int(length.Number))
	}
	for _, v := range slices.Concat(request.Texts([]string{"192.168.0.0/20", "172.16.0.0/20", "100.64.0.0/20", "8.8.0.0/20"}), m.literals) {
		p, err := netip.ParsePrefix(v.Text)
		if err != nil {
			continue
		}
		for _, length := range []int{p.Bits(), p.Bits() + 1, p.Bits() - 1, max(p.Bits(), 20)} {
			add(p, length)
		}
	}
	return values
}

// expiries returns no date, and days before and after the policy date: as many as the
// numbers that are written in rules. It has the days that are written there, too.
func (m material) expiries() []request.Value {
	values := []request.Value{request.Text("")}
	add := func(day request.Date, n int64) {
		if d, err := day.AddDays(int(n)); err == nil && d != "" {
			values = append(values, request.Text(string(d)))
		}
	}
	const furthest = 10 * 366
	for _, n := range m.numbers(-1, 0, 1, 30, 400) {
		if n.Number >= -furthest && n.Number <= furthest {
			add(m.in.Date, n.Number)
		}
	}
	for _, v := range m.literals {
		for _, n := range []int64{-1, 0, 1} {
			add(request.Date(v.Text), n)
		}
	}
	return values
}

// texts returns what is written in rules, by itself and as a part of an ordinary value.
func (m material) texts(f *request.Field) (values []request.Value) {
	r := m.in.Request
	ordinary := f.Get(&r).Text
	if f.Name == request.ApplicationField {
		values = request.Texts([]string{"checkout", "a-b-c-d"})
	}
	for _, v := range m.literals {
		if v.Text == "" {
			continue
		}
		part := strings.Trim(v.Text, "^$")
		values = append(values, request.Texts([]string{v.Text, part, part + ordinary, ordinary + part, "team" + part, part + "example.com", "team" + part + "example.com"})...)
	}
	return values
}

// estimates returns one of a request that could not be sized, one of which not every part
// has a price, and some in dollars.
func (m material) estimates() []option {
	list := []option{
		estimate("1 dollar", dollars(1)),
		estimate("none, the request cannot be sized", request.Estimate{Currency: "USD"}),
		estimate("at least 250 dollars", priced(request.Cents(250_00), request.Money{})),
	}
	const largest = 100_000 // no environment costs more
	seen := []int64{1}
	for _, v := range m.numbers(250, 2500) {
		if v.Number < 1 || v.Number > largest || slices.Contains(seen, v.Number) {
			continue
		}
		seen = append(seen, v.Number)
		list = append(list, estimate(fmt.Sprintf("%d dollars", v.Number), dollars(v.Number)))
	}
	return list
}

func estimate(text string, e request.Estimate) option {
	return option{text, func(in *policy.Input) { in.Estimate = e }}
}

// dollars returns an estimate of so many dollars.
func dollars(n int64) request.Estimate { return priced(request.Cents(100*n), request.Cents(100*n)) }

func priced(known, monthly request.Money) request.Estimate {
	return request.Estimate{
		Currency: "USD", KnownTotal: known, MonthlyTotal: monthly,
		Items: []request.EstimateItem{{Basis: request.Fixed, MonthlyCost: monthly}},
	}
}

// days returns policy dates: that of the base, and those that are written in the rule with
// their neighbours.
func (m material) days() (list []option) {
	days := []request.Date{m.in.Date}
	for _, v := range m.literals {
		for _, n := range []int{-1, 0, 1} {
			if d, err := request.Date(v.Text).AddDays(n); err == nil && d != "" && !slices.Contains(days, d) {
				days = append(days, d)
			}
		}
	}
	for _, d := range days {
		list = append(list, option{string(d), func(in *policy.Input) { in.Date = d }})
	}
	return list
}
