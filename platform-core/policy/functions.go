package policy

import (
	"net/netip"
	"slices"
	"strings"
	"unicode/utf8"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"platform.internal/platform-core/request"
)

// functions returns the functions that rules have beyond CEL's own. All are pure. Dates and ranges
// are text, as in a request. Text that is neither is an error, and so fails the rule closed.
//
// It also redefines functions of CEL. The result of replace and join may be much larger than their
// arguments: they fail before they make what is too large. CEL's indexOf and lastIndexOf take more
// time than it takes to read their arguments.
func functions() []cel.EnvOption {
	return []cel.EnvOption{
		// days(from, to): whole days from one date to another, negative when to
		// is the earlier.
		cel.Function("days", cel.Overload("days_string_string", textTypes(2), cel.IntType, cel.BinaryBinding(days))),
		// date_plus(date, n): the date n days later.
		cel.Function("date_plus", cel.Overload("date_plus_string_int", textTypes(1, cel.IntType), cel.StringType, cel.BinaryBinding(datePlus))),
		// weekday(date): the day of the week in English, such as "Monday"; "" for no date.
		cel.Function("weekday", cel.Overload("weekday_string", textTypes(1), cel.StringType, cel.UnaryBinding(weekday))),
		// cidr_length(range): the prefix length.
		cel.Function("cidr_length", cel.Overload("cidr_length_string", textTypes(1), cel.IntType, cel.UnaryBinding(cidrLength))),
		// cidr_within(range, ranges): whether the range lies inside one of the ranges.
		cel.Function("cidr_within", cel.Overload("cidr_within_string_list", textTypes(1, cel.ListType(cel.StringType)), cel.BoolType,
			cel.BinaryBinding(cidrWithin))),
		// cidr_resize(range, length): the range of that length at the same address.
		cel.Function("cidr_resize", cel.Overload("cidr_resize_string_int", textTypes(1, cel.IntType), cel.StringType, cel.BinaryBinding(cidrResize))),
		// cidr_private(range): a range of the same length inside 10.0.0.0/8.
		cel.Function("cidr_private", cel.Overload("cidr_private_string", textTypes(1), cel.StringType, cel.UnaryBinding(cidrPrivate))),

		cel.Function("replace",
			cel.MemberOverload("string_replace_string_string", textTypes(3), cel.StringType, cel.FunctionBinding(replace)),
			cel.MemberOverload("string_replace_string_string_int", textTypes(3, cel.IntType), cel.StringType, cel.FunctionBinding(replace))),
		cel.Function("join",
			cel.MemberOverload("list_join", []*cel.Type{cel.ListType(cel.StringType)}, cel.StringType, cel.FunctionBinding(join)),
			cel.MemberOverload("list_join_string", []*cel.Type{cel.ListType(cel.StringType), cel.StringType}, cel.StringType, cel.FunctionBinding(join))),
		cel.Function("indexOf",
			cel.MemberOverload("string_index_of_string", textTypes(2), cel.IntType, cel.FunctionBinding(indexOf)),
			cel.MemberOverload("string_index_of_string_int", textTypes(2, cel.IntType), cel.IntType, cel.FunctionBinding(indexOf))),
		cel.Function("lastIndexOf",
			cel.MemberOverload("string_last_index_of_string", textTypes(2), cel.IntType, cel.FunctionBinding(lastIndexOf)),
			cel.MemberOverload("string_last_index_of_string_int", textTypes(2, cel.IntType), cel.IntType, cel.FunctionBinding(lastIndexOf))),
	}
}

// textTypes returns the types of a number of texts, and of the arguments after them.
func textTypes(count int, others ...*cel.Type) []*cel.Type {
	return append(slices.Repeat([]*cel.Type{cel.StringType}, count), others...)
}

func days(from, to ref.Val) ref.Val {
	between, err := request.Date(textOf(from)).DaysUntil(request.Date(textOf(to)))
	if err != nil {
		return types.NewErr("days: %q and %q must be dates", textOf(from), textOf(to))
	}
	return types.Int(between)
}

// maxDays keeps date arithmetic inside the calendar's four-digit years.
const maxDays = 366 * 9999

func datePlus(date, n ref.Val) ref.Val {
	wrong := func() ref.Val {
		return types.NewErr("date_plus: %q must be a date and %v a number of days", textOf(date), n.Value())
	}
	count, ok := n.(types.Int)
	if !ok || count < -maxDays || count > maxDays {
		return wrong()
	}
	moved, err := request.Date(textOf(date)).AddDays(int(count))
	switch {
	case err != nil:
		return wrong()
	case moved == "":
		return types.NewErr("date_plus: %d days from %s is before the year 1", count, textOf(date))
	}
	return types.String(moved)
}

func weekday(date ref.Val) ref.Val {
	if textOf(date) == "" {
		return types.String("")
	}
	day, err := request.Date(textOf(date)).Weekday()
	if err != nil {
		return types.NewErr("weekday: %q must be a date", textOf(date))
	}
	return types.String(day.String())
}

func prefix(v ref.Val) (netip.Prefix, ref.Val) {
	p, err := netip.ParsePrefix(textOf(v))
	if err != nil || !p.Addr().Is4() {
		return netip.Prefix{}, types.NewErr("%q must be an IPv4 range", textOf(v))
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
	list, ok := ranges.(traits.Lister)
	if !ok {
		return types.NewErr("cidr_within: the second argument must be a list of ranges")
	}
	for one := range elementsOf(list) {
		outer, fault := prefix(one)
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

// indexOf returns the place, in characters, at which a text begins in another one, from a
// place on; -1 for none.
func indexOf(args ...ref.Val) ref.Val {
	in, part, from := textOf(args[0]), textOf(args[1]), 0
	if len(args) == 3 {
		offset, _ := args[2].(types.Int)
		if from = int(offset); from < 0 {
			return types.NewErr("index out of range: %d", from)
		}
	}
	start, skipped := cut(in, from)
	if part == "" {
		return types.Int(skipped)
	}
	at := strings.Index(in[start:], part)
	if at < 0 {
		return types.Int(-1)
	}
	return types.Int(skipped + utf8.RuneCountInString(in[start:start+at]))
}

// lastIndexOf returns the last place, in characters, at which a text begins in another
// one, up to a place; -1 for none.
func lastIndexOf(args ...ref.Val) ref.Val {
	in, part := textOf(args[0]), textOf(args[1])
	end := len(in)
	if len(args) == 3 {
		offset, _ := args[2].(types.Int)
		if offset < 0 {
			return types.NewErr("index out of range: %d", offset)
		}
		last, skipped := cut(in, int(offset))
		switch {
		case part == "":
			return types.Int(skipped)
		case last == len(in):
			return types.Int(-1)
		}
		end = min(end, last+len(part))
	}
	if part == "" {
		return types.Int(utf8.RuneCountInString(in))
	}
	at := strings.LastIndex(in[:end], part)
	if at < 0 {
		return types.Int(-1)
	}
	return types.Int(utf8.RuneCountInString(in[:at]))
}

// cut returns where the character with a number begins, and the number; the end of the
// text where it has fewer.
func cut(in string, number int) (start, count int) {
	for at := range in {
		if count == number {
			return at, count
		}
		count++
	}
	return len(in), count
}

func tooLarge(function string) ref.Val {
	return types.NewErr("%s makes a text of more than %d KiB", function, maxSize>>10)
}

func replace(args ...ref.Val) ref.Val {
	in, old, replacement, most := textOf(args[0]), textOf(args[1]), textOf(args[2]), -1
	if len(args) == 4 {
		count, _ := args[3].(types.Int)
		most = int(count)
	}
	count := strings.Count(in, old)
	if most >= 0 {
		count = min(count, most)
	}
	if len(in)+count*(len(replacement)-len(old)) > maxSize {
		return tooLarge("replace")
	}
	return types.String(strings.Replace(in, old, replacement, most))
}

func join(args ...ref.Val) ref.Val {
	list, ok := args[0].(traits.Lister)
	if !ok {
		return types.MaybeNoSuchOverloadErr(args[0])
	}
	separator := ""
	if len(args) == 2 {
		separator = textOf(args[1])
	}
	var joined []string
	size := -len(separator)
	for one := range elementsOf(list) {
		element, ok := one.(types.String)
		if !ok {
			return types.NewErr("join: the list has an element that is no text")
		}
		joined = append(joined, string(element))
		if size += len(separator) + len(element); size > maxSize {
			return tooLarge("join")
		}
	}
	return types.String(strings.Join(joined, separator))
}
