package dashboard

import (
	"strconv"

	"platform.internal/platform-core/environment"
)

// grouped writes a number with a comma before each three digits.
func grouped[N int | int64](n N) string { return group(strconv.FormatInt(int64(n), 10)) }

// group puts the commas into digits.
func group(digits string) string {
	if len(digits) <= 3 {
		return digits
	}
	return group(digits[:len(digits)-3]) + "," + digits[len(digits)-3:]
}

// dollars writes an amount with two places; the word "unknown" where it is.
func dollars(m environment.Money) string {
	text := m.String()
	if !m.Known || m.Cents < 0 {
		return text
	}
	whole := len(text) - len(".00")
	return group(text[:whole]) + text[whole:]
}
