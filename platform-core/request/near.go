package request

import (
	"encoding/binary"
	"math/bits"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"platform.internal/platform-core/document"
)

// meantValues has the value that was meant, by a word that people write instead.
var meantValues = map[string]string{
	"stage": Test, "staging": Test, "qa": Test, "uat": Test, "live": Production,
	"s": Small, "m": Medium, "l": Large, "xl": Large,
}

// near returns the values that a wrong text may mean.
func (f *Field) near(text string) []string {
	switch f.Name {
	case ExpiryField:
		return nearDates(text)
	case NetworkField:
		return nearRange(text)
	}
	if meant := meantValues[text]; slices.Contains(f.Values, meant) {
		return []string{meant}
	}
	if near := document.Nearest(text, f.Values); near != "" {
		return []string{near}
	}
	return nil
}

// dateForms are layouts of dates. If a layout of one list fits a text, the later lists are not tried.
var dateForms = [][]string{
	{"2006-1-2", "20060102", time.RFC3339},
	{"1/2/2006", "2/1/2006"},
	{"1-2-2006", "2-1-2006"},
	{"2.1.2006", "2006/1/2", "2006.1.2"},
	{"2 Jan 2006", "2 January 2006", "Jan 2 2006", "January 2 2006"},
	{"2006-2-1"},
}

// nearDates returns the dates that a text in another form may mean. It returns two dates if the day can be the month.
func nearDates(text string) (list []string) {
	text = strings.ReplaceAll(strings.TrimSpace(text), ",", "")
	if day, clock, ok := strings.Cut(text, " "); ok && strings.Contains(clock, ":") {
		text = day
	}
	for _, forms := range dateForms {
		for _, form := range forms {
			if t, err := time.Parse(form, text); err == nil && t.Year() > 0 {
				list = append(list, string(DateOf(t)))
			}
		}
		if len(list) > 0 {
			slices.Sort(list)
			return slices.Compact(list)
		}
	}
	// The day may be one that the month does not have, such as 2027-02-30.
	for _, after := range []string{"-29", "-30", "-31"} {
		month, ok := strings.CutSuffix(text, after)
		if first, err := time.Parse("2006-1", month); ok && err == nil && first.Year() > 0 {
			return []string{string(DateOf(first.AddDate(0, 1, -1)))}
		}
	}
	return nil
}

// Hint returns the end of a message about a text that is not a date, such as "; write 2026-12-20". It returns "" if
// the date that is meant is unknown.
func (Date) Hint(text string) string { return hint(nearDates(text)) }

// RangeText is a network in a document.
type RangeText string

// Hint returns the end of a message as [Date.Hint] does.
func (RangeText) Hint(text string) string { return hint(nearRange(text)) }

func hint(near []string) string {
	if len(near) == 0 {
		return ""
	}
	return "; write " + strings.Join(near, " or ")
}

// nearRange returns the range in CIDR form that a text in another form may mean: two addresses, an address with a mask,
// a part of an address, or an address without a length. It returns nil for other texts.
func nearRange(text string) []string {
	var addr netip.Addr
	var length int
	if first, last, ok := strings.Cut(text, "-"); ok {
		from, _ := nearAddress(first)
		to, _ := nearAddress(last)
		if !from.IsValid() || !to.IsValid() {
			return nil
		}
		addr, length = from, bits.LeadingZeros32(number(from)^number(to))
	} else {
		base, size, _ := strings.Cut(strings.NewReplacer(`\`, "/", " /", "/", "/ ", "/", " ", "/").Replace(text), "/")
		var octets int
		if addr, octets = nearAddress(base); !addr.IsValid() {
			return nil
		}
		length = nearLength(addr, octets, size)
	}
	p, err := addr.Prefix(length)
	if err != nil {
		return nil
	}
	return []string{p.String()}
}

// nearLength returns the prefix length of a range that begins at addr, or -1 if it is unknown. octets is the number of
// octets of addr that are written. size is the written length, or a mask; it may be empty.
func nearLength(addr netip.Addr, octets int, size string) int {
	if n, err := strconv.Atoi(size); err == nil && n >= 0 && n <= 32 {
		return n
	}
	if strings.Contains(size, ",") { // several ranges
		return -1
	}
	if mask, octets := nearAddress(size); octets == 4 {
		if n := bits.LeadingZeros32(^number(mask)); number(mask)<<n == 0 {
			return n
		}
		return -1
	}
	if octets < 4 {
		return 8 * octets
	}
	for _, usual := range []int{20, 24} {
		if p, _ := addr.Prefix(usual); p.Addr() == addr {
			return usual
		}
	}
	return -1
}

// nearAddress returns an IPv4 address that may lack octets at its end, or have * or leading zeros, and the number of
// octets that are written. The address is invalid for other texts.
func nearAddress(text string) (addr netip.Addr, octets int) {
	var address [4]byte
	parts := strings.Split(strings.TrimSpace(text), ".")
	for len(parts) > 1 && parts[len(parts)-1] == "*" {
		parts = parts[:len(parts)-1]
	}
	if len(parts) > 4 {
		return addr, 0
	}
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 8)
		if err != nil {
			return addr, 0
		}
		address[i] = byte(n)
	}
	return netip.AddrFrom4(address), len(parts)
}

func number(addr netip.Addr) uint32 { return binary.BigEndian.Uint32(addr.AsSlice()) }
