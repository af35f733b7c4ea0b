package shell

import "platform.internal/platform-core/request"

// Grouped formats a number with a comma before every three digits.
func Grouped[N int | int64](n N) string { return request.Grouped(int64(n)) }

// USD formats an amount with its currency. It returns "unknown" if the amount is unknown.
func USD(m request.Money) string {
	if !m.Known {
		return m.String()
	}
	return m.String() + " USD"
}

// KnownCost formats the known total of an estimate. The text starts with "at least" if parts of the
// estimate have no price. It ends with the highest total if there is one. No line breaks before an amount.
func KnownCost(e request.Estimate) string {
	text := e.KnownTotal.String()
	if e.AtLeast() {
		text = "at\u00a0least\u00a0" + text
	}
	if e.HighestTotal.Known {
		text += ", at\u00a0most\u00a0" + e.HighestTotal.String() + " by the highest known prices"
	}
	return text
}

// Cost formats the known total of an estimate as "262.34 USD"; see [KnownCost] for "at least".
func Cost(e request.Estimate) string {
	if e.AtLeast() {
		return "at least " + USD(e.KnownTotal)
	}
	return USD(e.KnownTotal)
}

// MonthlyCost formats the known total of an estimate as "262.34 USD a month"; see [Cost].
func MonthlyCost(e request.Estimate) string { return Cost(e) + " a month" }

// Count formats a count and its noun. The plural of thing must be regular.
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return Grouped(n) + " " + thing + "s"
}
