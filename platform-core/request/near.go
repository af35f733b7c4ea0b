package request

import (
	"encoding/binary"
	"math/bits"
	"net/netip"
	"regexp"
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

// near returns the end of a message about a wrong text: the value that it may mean.
func (f *Field) near(text string) string {
	switch f.Name {
	case ExpiryField:
		return Date("").Hint(text)
	case NetworkField:
		return RangeText("").Hint(text)
	}
	if meant := meantValues[text]; slices.Contains(f.Values, meant) {
		return hint(meant)
	}
	return hint(document.Nearest(text, f.Values))
}

// dateForms are layouts of dates, each with "-" between its parts. If a layout of one list fits a text, the later lists
// are not tried.
var dateForms = [][]string{
	{"2006-1-2", "20060102"},
	{"1-2-2006", "2-1-2006"},
	{"2-Jan-2006", "2-January-2006", "Jan-2-2006", "January-2-2006", "2006-Jan-2", "2006-January-2"},
	{"2006-2-1"},
}

// shortYears are the layouts with a year of two digits. missingParts has the layouts that lack a part, by its name.
var (
	shortYears   = []string{"1-2-06", "2-1-06", "06-1-2"}
	missingParts = map[string][]string{
		"day":  {"2006-1", "1-2006", "Jan-2006", "January-2006", "2006-Jan", "2006-January"},
		"year": {"2-Jan", "2-January", "Jan-2", "January-2"},
	}
)

var (
	clock   = regexp.MustCompile(`(?:[ T]+\d{1,2}:\d.*|[+-]\d\d:\d\d|Z)$`)
	endings = regexp.MustCompile(`(?i)(\d)(?:st|nd|rd|th)\b|\b(sep)t\b`)
	weekday = regexp.MustCompile(`^(?i)((?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)-(.*)$`)
	between = regexp.MustCompile(`[-\s_/.,]+`)
	hyphens = regexp.MustCompile(`[\x{2010}-\x{2015}\x{2212}]`)
	digital = regexp.MustCompile(`^[\dOoIl\s_/.,*-]+$`)
)

// withDigits returns a text with plain hyphens, and with the digits that the letters O and l stand for if it has no other
// letters.
func withDigits(text string) string {
	text = hyphens.ReplaceAllString(strings.TrimSpace(text), "-")
	if digital.MatchString(text) && strings.ContainsAny(text, "0123456789") {
		text = strings.NewReplacer("O", "0", "o", "0", "I", "1", "l", "1").Replace(text)
	}
	return text
}

// nearDates returns the dates that a text in another form may mean. It returns two dates if the day can be the month.
func nearDates(text string) []string {
	text = dateParts(text)
	for _, forms := range dateForms {
		if list := datesOf(text, forms); len(list) > 0 {
			return list
		}
	}
	if list := datesOf(text, shortYears); len(list) == 1 {
		return list
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

// dateParts returns the parts of a date with "-" between them, without a clock or a time zone.
func dateParts(text string) string {
	text = clock.ReplaceAllString(withDigits(text), "")
	return strings.Trim(between.ReplaceAllString(endings.ReplaceAllString(text, "$1$2"), "-"), "-")
}

// datesOf returns the dates that a text is in some of the layouts, sorted. A date must be on the weekday before it.
func datesOf(text string, layouts []string) (list []string) {
	day := ""
	if m := weekday.FindStringSubmatch(text); m != nil {
		day, text = strings.ToLower(m[1]), m[2]
	}
	for _, layout := range layouts {
		t, err := time.Parse(layout, text)
		if err == nil && t.Year() > 0 && strings.HasPrefix(strings.ToLower(t.Weekday().String()), day) {
			list = append(list, string(DateOf(t)))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Hint returns the end of a message about a text that is not a date, such as "; write 2026-12-20", or what the text lacks.
// It returns "" if the date that is meant is unknown.
func (Date) Hint(text string) string {
	if near := nearDates(text); len(near) > 0 {
		return hint(near...)
	}
	text = dateParts(text)
	if len(datesOf(text, shortYears)) > 0 {
		return "; the year needs four digits"
	}
	for part, layouts := range missingParts {
		for _, layout := range layouts {
			if _, err := time.Parse(layout, text); err == nil {
				return "; the " + part + " is missing"
			}
		}
	}
	for _, layout := range slices.Concat(dateForms...) {
		if _, err := time.Parse(layout, text); err != nil && strings.HasSuffix(err.Error(), ": day out of range") {
			return "; the month has no such day"
		}
	}
	return ""
}

// RangeText is a network in a document.
type RangeText string

// Hint returns the end of a message as [Date.Hint] does.
func (RangeText) Hint(text string) string { return hint(nearRange(text)...) }

func hint(near ...string) string {
	if text := strings.Join(near, " or "); text != "" {
		return "; write " + text
	}
	return ""
}

var (
	commas     = regexp.MustCompile(`^\d+(,\d+){3}(/|$)`)
	fiveOctets = regexp.MustCompile(`^(\d+\.\d+\.0\.0)\.0(/.*)?$`)
)

// nearRange returns the range in CIDR form that a text in another form may mean: two addresses, an address with a mask,
// a part of an address, or an address without a length. It returns nil for other texts.
func nearRange(text string) []string {
	const shortest = 8 // no private range has a shorter prefix length
	text = strings.Trim(withDigits(text), "[](){}<>\"'`")
	if _, behind, ok := strings.Cut(text, "://"); ok {
		text = behind
	}
	if commas.MatchString(text) {
		text = strings.ReplaceAll(text, ",", ".")
	}
	if m := fiveOctets.FindStringSubmatch(text); m != nil {
		text = m[1] + m[2]
	}
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
		base, size, _ := strings.Cut(strings.NewReplacer(`\`, "/", " /", "/", "/ ", "/", " ", "/", "_", "/", ":", "/", "／", "/").Replace(text), "/")
		var octets int
		if addr, octets = nearAddress(base); !addr.IsValid() {
			return nil
		}
		length = nearLength(addr, octets, strings.TrimLeft(size, "/"))
	}
	p, err := addr.Prefix(length)
	if err != nil || length < shortest {
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
	if octets == 1 || strings.Contains(size, ",") || strings.Contains(size, ".") && strings.Contains(size, "/") { // a number, or several ranges
		return -1
	}
	if mask, octets := nearAddress(size); octets == 4 {
		if n := bits.LeadingZeros32(^number(mask)); number(mask)<<n == 0 {
			return n
		}
		return -1
	}
	if len(size) > 2 { // a port, or words
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
