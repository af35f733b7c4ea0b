package policy

import (
	"net/netip"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"platform.internal/platform-core/request"
)

// functions returns the functions that rules have beyond CEL's own. All are
// pure. Dates and ranges are text, as in a request; text that is neither is an
// error, and so fails the rule closed.
func functions() []cel.EnvOption {
	return []cel.EnvOption{
		// days(from, to): whole days from one date to another, negative when to
		// is the earlier.
		cel.Function("days", cel.Overload("days_string_string", []*cel.Type{cel.StringType, cel.StringType}, cel.IntType,
			cel.BinaryBinding(days))),
		// date_plus(date, n): the date n days later.
		cel.Function("date_plus", cel.Overload("date_plus_string_int", []*cel.Type{cel.StringType, cel.IntType}, cel.StringType,
			cel.BinaryBinding(datePlus))),
		// weekday(date): the day of the week in English, such as "Monday"; "" for no date.
		cel.Function("weekday", cel.Overload("weekday_string", []*cel.Type{cel.StringType}, cel.StringType,
			cel.UnaryBinding(weekday))),
		// cidr_length(range): the prefix length.
		cel.Function("cidr_length", cel.Overload("cidr_length_string", []*cel.Type{cel.StringType}, cel.IntType,
			cel.UnaryBinding(cidrLength))),
		// cidr_within(range, ranges): whether the range lies inside one of the ranges.
		cel.Function("cidr_within", cel.Overload("cidr_within_string_list", []*cel.Type{cel.StringType, cel.ListType(cel.StringType)}, cel.BoolType,
			cel.BinaryBinding(cidrWithin))),
		// cidr_resize(range, length): the range of that length at the same address.
		cel.Function("cidr_resize", cel.Overload("cidr_resize_string_int", []*cel.Type{cel.StringType, cel.IntType}, cel.StringType,
			cel.BinaryBinding(cidrResize))),
		// cidr_private(range): a range of the same length inside 10.0.0.0/8.
		cel.Function("cidr_private", cel.Overload("cidr_private_string", []*cel.Type{cel.StringType}, cel.StringType,
			cel.UnaryBinding(cidrPrivate))),
	}
}

func text(v ref.Val) string {
	s, _ := v.(types.String)
	return string(s)
}

func days(from, to ref.Val) ref.Val {
	between, err := request.Date(text(from)).DaysUntil(request.Date(text(to)))
	if err != nil {
		return types.NewErr("days: %q and %q must be dates", text(from), text(to))
	}
	return types.Int(between)
}

// maxDays keeps date arithmetic inside the calendar's four-digit years.
const maxDays = 366 * 9999

func datePlus(date, n ref.Val) ref.Val {
	wrong := func() ref.Val {
		return types.NewErr("date_plus: %q must be a date and %v a number of days", text(date), n.Value())
	}
	count, ok := n.(types.Int)
	if !ok || count < -maxDays || count > maxDays {
		return wrong()
	}
	moved, err := request.Date(text(date)).AddDays(int(count))
	switch {
	case err != nil:
		return wrong()
	case moved == "":
		return types.NewErr("date_plus: %d days from %s is before the year 1", count, text(date))
	}
	return types.String(moved)
}

func weekday(date ref.Val) ref.Val {
	if text(date) == "" {
		return types.String("")
	}
	day, err := request.Date(text(date)).Weekday()
	if err != nil {
		return types.NewErr("weekday: %q must be a date", text(date))
	}
	return types.String(day.String())
}

func prefix(v ref.Val) (netip.Prefix, ref.Val) {
	p, err := netip.ParsePrefix(text(v))
	if err != nil || !p.Addr().Is4() {
		return netip.Prefix{}, types.NewErr("%q must be an IPv4 range", text(v))
	}
	return p.Masked(), nil
}

func cidrLength(cidr ref.Val) ref.Val {
	p, fault := prefix(cidr)
	if fault != nil {
		return fault
	}
	return types.Int(p.Bits())
}

func cidrWithin(cidr, ranges ref.Val) ref.Val {
	p, fault := prefix(cidr)
	if fault != nil {
		return fault
	}
	list, ok := ranges.(interface {
		Get(index ref.Val) ref.Val
		Size() ref.Val
	})
	if !ok {
		return types.NewErr("cidr_within: the second argument must be a list of ranges")
	}
	size, _ := list.Size().(types.Int)
	for i := range size {
		outer, fault := prefix(list.Get(i))
		if fault != nil {
			return fault
		}
		if outer.Bits() <= p.Bits() && outer.Contains(p.Addr()) {
			return types.True
		}
	}
	return types.False
}

func cidrResize(cidr, length ref.Val) ref.Val {
	p, fault := prefix(cidr)
	bits, ok := length.(types.Int)
	if fault != nil {
		return fault
	}
	if !ok || bits < 0 || bits > 32 {
		return types.NewErr("cidr_resize: %v must be a prefix length from 0 to 32", length.Value())
	}
	return types.String(netip.PrefixFrom(p.Addr(), int(bits)).Masked().String())
}

// cidrPrivate keeps all but the first octet, so that neighbours stay neighbours.
func cidrPrivate(cidr ref.Val) ref.Val {
	p, fault := prefix(cidr)
	if fault != nil {
		return fault
	}
	octets := p.Addr().As4()
	octets[0] = 10
	return types.String(netip.PrefixFrom(netip.AddrFrom4(octets), max(p.Bits(), 8)).Masked().String())
}
