package request

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Money is an amount of US dollars in whole cents, or unknown (the zero value).
// Unknown is never zero: it encodes as null.
type Money struct {
	Cents int64
	Known bool
}

// Cents returns a known amount.
func Cents(n int64) Money { return Money{Cents: n, Known: true} }

// String returns the amount as decimal text with two places, such as "218.44";
// "unknown" where it is.
func (m Money) String() string {
	if !m.Known {
		return "unknown"
	}
	return string(m.appendAmount(nil))
}

func (m Money) appendAmount(b []byte) []byte {
	c := m.Cents
	if c < 0 {
		b, c = append(b, '-'), -c
	}
	b = append(strconv.AppendInt(b, c/100, 10), '.')
	return append(b, byte('0'+c%100/10), byte('0'+c%10))
}

// Plus returns the sum, which is unknown when either part is.
func (m Money) Plus(other Money) Money {
	if !m.Known || !other.Known {
		return Money{}
	}
	return Cents(m.Cents + other.Cents)
}

// Dollars returns the amount rounded up to whole dollars; 0 when unknown.
func (m Money) Dollars() int64 {
	if !m.Known {
		return 0
	}
	return (m.Cents + 99) / 100
}

// MarshalJSON encodes the amount as decimal text, or null.
func (m Money) MarshalJSON() ([]byte, error) { return m.AppendJSON(nil), nil }

// AppendJSON appends what MarshalJSON returns.
func (m Money) AppendJSON(b []byte) []byte {
	if !m.Known {
		return append(b, "null"...)
	}
	return append(m.appendAmount(append(b, '"')), '"')
}

// UnmarshalJSON decodes what MarshalJSON wrote.
func (m *Money) UnmarshalJSON(data []byte) error {
	var text *string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	if text == nil {
		*m = Money{}
		return nil
	}
	parsed, err := ParseMoney(*text)
	*m = parsed
	return err
}

var decimalAmount = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^-?\d{1,12}\.\d{2}$`)
})

// ParseMoney returns the amount that decimal text such as "218.44" writes.
func ParseMoney(text string) (Money, error) {
	if !decimalAmount().MatchString(text) {
		return Money{}, fmt.Errorf("%q is not an amount with two decimal places", text)
	}
	cents, err := strconv.ParseInt(strings.Replace(text, ".", "", 1), 10, 64)
	return Cents(cents), err
}

// Decimal is a number as decimal text; empty means unknown and encodes as null.
type Decimal string

// MarshalJSON encodes the number as text, or null.
func (d Decimal) MarshalJSON() ([]byte, error) { return d.AppendJSON(nil), nil }

// AppendJSON appends what MarshalJSON returns.
func (d Decimal) AppendJSON(b []byte) []byte {
	if d == "" {
		return append(b, "null"...)
	}
	return appendText(b, string(d))
}
