package policy

import (
	"net/netip"
	"strings"
	"unicode/utf8"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"platform.internal/platform-core/request"
)

// functions returns the functions that rules have beyond CEL's own. All are pure. Dates and ranges are
// texts, as in a request. A function fails for other texts, and the rule then denies.
//
// It also replaces functions of CEL. replace and join fail before they make a text that is too large.
// indexOf and lastIndexOf take no more time than it takes to read their arguments.
func functions() []cel.EnvOption {
	text, number, texts := cel.StringType, cel.IntType, cel.ListType(cel.StringType)
	return []cel.EnvOption{
		// days(from, to): the days from one date to another, negative if to is earlier.
		function("days", "days_string_string", days, number, text, text),
		// date_plus(date, n): the date n days later.
		function("date_plus", "date_plus_string_int", datePlus, text, text, number),
		// weekday(date): the day of the week in English, such as "Monday"; "" for no date.
		function(weekdayFunction, "weekday_string", weekday, text, text),
		// date_words(date): the date as people read it, such as "24 Nov 2026"; "" for no date.
		function("date_words", "date_words_string", dateWords, text, text),
		// usd(amount): whole US dollars as people read them, such as "1,500 USD".
		function("usd", "usd_int", usd, text, number),
		// cidr_length(range): the prefix length.
		function("cidr_length", "cidr_length_string", cidrLength, number, text),
		// cidr_within(range, ranges): whether the range lies inside one of the ranges.
		function("cidr_within", "cidr_within_string_list", cidrWithin, cel.BoolType, text, texts),
		// cidr_resize(range, length): the range of that length at the same address.
		function("cidr_resize", "cidr_resize_string_int", cidrResize, text, text, number),
		// cidr_private(range): a range of the same length inside 10.0.0.0/8.
		function("cidr_private", "cidr_private_string", cidrPrivate, text, text),

		method("replace", "string_replace_string_string", replace, text, text, text, text),
		method("replace", "string_replace_string_string_int", replace, text, text, text, text, number),
		method("join", "list_join", join, text, texts),
		method("join", "list_join_string", join, text, texts, text),
		method("indexOf", "string_index_of_string", indexOf, number, text, text),
		method("indexOf", "string_index_of_string_int", indexOf, number, text, text, number),
		method("lastIndexOf", "string_last_index_of_string", lastIndexOf, number, text, text),
		method("lastIndexOf", "string_last_index_of_string_int", lastIndexOf, number, text, text, number),
	}
}

func function(name, overload string, call func(...ref.Val) ref.Val, result *cel.Type, args ...*cel.Type) cel.EnvOption {
	return cel.Function(name, cel.Overload(overload, args, result, cel.FunctionBinding(call)))
}

func method(name, overload string, call func(...ref.Val) ref.Val, result *cel.Type, args ...*cel.Type) cel.EnvOption {
	return cel.Function(name, cel.MemberOverload(overload, args, result, cel.FunctionBinding(call)))
}

func days(args ...ref.Val) ref.Val {
	from, to := textOf(args[0]), textOf(args[1])
	between, err := request.Date(from).DaysUntil(request.Date(to))
	if err != nil {
		return types.NewErr("days: %q and %q must be dates", from, to)
	}
	return types.Int(between)
}

// maxDays keeps date arithmetic inside the calendar's four-digit years.
const maxDays = 366 * 9999

func datePlus(args ...ref.Val) ref.Val {
	date, count := textOf(args[0]), intOf(args[1])
	moved, err := request.Date(date).AddDays(min(max(count, -maxDays), maxDays))
	switch {
	case err != nil || count < -maxDays || count > maxDays:
		return types.NewErr("date_plus: %q must be a date and %v a number of days", date, count)
	case moved == "":
		return types.NewErr("date_plus: %d days from %s is before the year 1", count, date)
	}
	return types.String(moved)
}

const weekdayFunction = "weekday"

func weekday(args ...ref.Val) ref.Val {
	date := textOf(args[0])
	if date == "" {
		return args[0]
	}
	day, err := request.Date(date).Weekday()
	if err != nil {
		return types.NewErr("weekday: %q must be a date", date)
	}
	return types.String(day.String())
}

func dateWords(args ...ref.Val) ref.Val {
	date := request.Date(textOf(args[0]))
	words := date.Words()
	if words == "" && date != "" {
		return types.NewErr("date_words: %q must be a date", date)
	}
	return types.String(words)
}

func usd(args ...ref.Val) ref.Val {
	return types.String(request.Grouped(int64(intOf(args[0]))) + " USD")
}

// prefix returns a range, or the error that a function returns for another text.
func prefix(v ref.Val) (netip.Prefix, ref.Val) {
	p, err := netip.ParsePrefix(textOf(v))
	if err != nil || !p.Addr().Is4() {
		return netip.Prefix{}, types.NewErr("%q must be an IPv4 range", textOf(v))
	}
	return p.Masked(), nil
}

func cidrLength(args ...ref.Val) ref.Val {
	p, fault := prefix(args[0])
	if fault != nil {
		return fault
	}
	return types.Int(p.Bits())
}

func cidrWithin(args ...ref.Val) ref.Val {
	p, fault := prefix(args[0])
	if fault != nil {
		return fault
	}
	list, ok := args[1].(traits.Lister)
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

func cidrResize(args ...ref.Val) ref.Val {
	p, fault := prefix(args[0])
	if fault != nil {
		return fault
	}
	length := intOf(args[1])
	if length < 0 || length > 32 {
		return types.NewErr("cidr_resize: %v must be a prefix length from 0 to 32", length)
	}
	return types.String(netip.PrefixFrom(p.Addr(), length).Masked().String())
}

// cidrPrivate keeps all but the first octet, so that neighbours stay neighbours.
func cidrPrivate(args ...ref.Val) ref.Val {
	p, fault := prefix(args[0])
	if fault != nil {
		return fault
	}
	octets := p.Addr().As4()
	octets[0] = 10
	return types.String(netip.PrefixFrom(netip.AddrFrom4(octets), max(p.Bits(), 8)).Masked().String())
}

// indexOf returns the first position, in characters, of a text in another text. A third argument is the
// position at which the search begins. It returns -1 if the text is not found.
func indexOf(args ...ref.Val) ref.Val {
	in, from := []rune(textOf(args[0])), 0
	if len(args) == 3 {
		if from = intOf(args[2]); from < 0 {
			return types.NewErr("index out of range: %d", from)
		}
	}
	from = min(from, len(in))
	searched := string(in[from:])
	at := strings.Index(searched, textOf(args[1]))
	if at < 0 {
		return types.Int(-1)
	}
	return types.Int(from + utf8.RuneCountInString(searched[:at]))
}

// lastIndexOf returns the last position, in characters, of a text in another text. A third argument is
// the last position that is searched. It returns -1 if the text is not found.
func lastIndexOf(args ...ref.Val) ref.Val {
	in, part := []rune(textOf(args[0])), textOf(args[1])
	last := len(in)
	if len(args) == 3 {
		switch offset := intOf(args[2]); {
		case offset < 0:
			return types.NewErr("index out of range: %d", offset)
		case offset < last:
			last = offset
		case part != "":
			return types.Int(-1)
		}
	}
	searched := string(in[:min(last+utf8.RuneCountInString(part), len(in))])
	at := strings.LastIndex(searched, part)
	if at < 0 {
		return types.Int(-1)
	}
	return types.Int(utf8.RuneCountInString(searched[:at]))
}

func tooLarge(function string) ref.Val {
	return types.NewErr("%s makes a text of more than %d KiB", function, maxSize>>10)
}

func replace(args ...ref.Val) ref.Val {
	in, old, replacement, most := textOf(args[0]), textOf(args[1]), textOf(args[2]), -1
	if len(args) == 4 {
		most = intOf(args[3])
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
