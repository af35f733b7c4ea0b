// Package amount writes counts and sums of money as every page does.
package amount

import (
	"strconv"

	"platform.internal/platform-core/request"
)

// Grouped writes a number with a comma before each three digits.
func Grouped[N int | int64](n N) string { return group(strconv.FormatInt(int64(n), 10)) }

// group puts the commas into digits.
func group(digits string) string {
	if len(digits) <= 3 {
		return digits
	}
	return group(digits[:len(digits)-3]) + "," + digits[len(digits)-3:]
}

// Dollars writes an amount with two places; the word "unknown" where it is.
func Dollars(m request.Money) string {
	text := m.String()
	if !m.Known || m.Cents < 0 {
		return text
	}
	whole := len(text) - len(".00")
	return group(text[:whole]) + text[whole:]
}

// Known writes what is known of an estimate; "at least" before what is not the whole
// of it.
func Known(e request.Estimate) string {
	if e.AtLeast() {
		return "at least " + Dollars(e.KnownTotal)
	}
	return Dollars(e.KnownTotal)
}

// Monthly writes what is known of an estimate as a sum a month.
func Monthly(e request.Estimate) string {
	text := "USD " + Dollars(e.KnownTotal) + " a month"
	if e.AtLeast() {
		return "at least " + text
	}
	return text
}

// Count counts things with a regular plural.
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return Grouped(n) + " " + thing + "s"
}

// Things counts what is to be changed.
func Things(n int) string { return Count(n, "thing") + " to change" }
