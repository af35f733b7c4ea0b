package request

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Money is an amount of US dollars in whole cents, or unknown (the zero value).
// Unknown is never zero: it encodes as null.
type Money struct {
	Cents int64
	Known bool
}

// Cents returns a known amount.
func Cents(n int64) Money { return Money{Cents: n, Known: true} }

// String returns the amount as people read it, such as "1,218.44", or "unknown".
func (m Money) String() string {
	if !m.Known {
		return "unknown"
	}
	text := string(m.appendAmount(nil))
	whole := len(text) - len(".00")
	return grouped(text[:whole]) + text[whole:]
}

// Grouped returns a number with a comma before every three digits.
func Grouped(n int64) string { return grouped(strconv.FormatInt(n, 10)) }

// Count returns a number with its noun, such as "1 rule" or "3 rules".
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

func grouped(digits string) string {
	if len(strings.TrimPrefix(digits, "-")) <= 3 {
		return digits
	}
	return grouped(digits[:len(digits)-3]) + "," + digits[len(digits)-3:]
}

func (m Money) appendAmount(b []byte) []byte {
	c := uint64(m.Cents) // #nosec G115 -- a negative one is negated below
	if m.Cents < 0 {
		b, c = append(b, '-'), -c // the smallest amount has no positive counterpart in an int64
	}
	b = append(strconv.AppendUint(b, c/100, 10), '.')
	return append(b, byte('0'+c%100/10), byte('0'+c%10))
}

// MaxCost is the maximum monthly cost of one item or one resource of an estimate. The minimum is 0.
var MaxCost = Cents(1_000_000_000_000)

// InRange reports whether the amount is unknown, or from 0 to [MaxCost].
func (m Money) InRange() bool {
	return !m.Known || m.Cents >= 0 && m.Cents <= MaxCost.Cents
}

// Plus returns the sum. It is unknown when either part is, or when an int64 cannot hold it.
func (m Money) Plus(other Money) Money {
	sum := m.Cents + other.Cents
	if !m.Known || !other.Known || (sum < m.Cents) != (other.Cents < 0) {
		return Money{}
	}
	return Cents(sum)
}

// Minus returns the difference. It is unknown when either part is, or when an int64 cannot hold it.
func (m Money) Minus(other Money) Money {
	difference := m.Cents - other.Cents
	if !m.Known || !other.Known || (difference > m.Cents) != (other.Cents < 0) {
		return Money{}
	}
	return Cents(difference)
}

// Dollars returns the amount rounded up to whole dollars; 0 when unknown.
func (m Money) Dollars() int64 {
	if !m.Known {
		return 0
	}
	dollars := m.Cents / 100
	if m.Cents%100 > 0 {
		dollars++
	}
	return dollars
}

// PercentOf returns how many percent of an amount in whole dollars m is, rounded to the nearest integer.
func (m Money) PercentOf(dollars int64) int64 {
	dollars = max(dollars, 1)
	return (m.Cents + dollars/2) / dollars
}

// MarshalJSON encodes the amount as decimal text, or null.
func (m Money) MarshalJSON() ([]byte, error) {
	if !m.Known {
		return []byte("null"), nil
	}
	return append(m.appendAmount([]byte{'"'}), '"'), nil
}

// UnmarshalJSON decodes what [Money.MarshalJSON] wrote.
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

// As many digits as the total of an estimate can have; an int64 holds each such amount.
var decimalAmount = regexp.MustCompile(`^-?\d{1,14}\.\d{2}$`)

// ParseMoney returns the amount of decimal text such as "218.44". It fails for any other form.
func ParseMoney(text string) (Money, error) {
	if !decimalAmount.MatchString(text) {
		return Money{}, fmt.Errorf("%q is not an amount with two decimal places", text)
	}
	cents, err := strconv.ParseInt(strings.Replace(text, ".", "", 1), 10, 64)
	return Cents(cents), err
}

// Decimal is a number as decimal text; empty means unknown and encodes as null.
type Decimal string

// MarshalJSON encodes the number as text, or null.
func (d Decimal) MarshalJSON() ([]byte, error) {
	if d == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(d))
}
