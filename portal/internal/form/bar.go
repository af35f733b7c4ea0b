package form

import (
	"fmt"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/shell"
)

// Bar compares an estimate with a budget: in words, and as a bar if Known is true.
type Bar struct {
	Text  string
	Known bool
	// Tone is bad if the estimate is above the budget, warn from [wire.BudgetPercent] of the budget, else good.
	Tone string
	// Filled and Limit are the ends of estimate and budget on a scale of 0 to 100.
	Filled, Limit string
}

// NewBar returns the [Bar] for an estimate and a budget in whole US dollars. A budget of 0 means
// that none is entered yet.
func NewBar(estimate request.Estimate, budget int64) Bar {
	known := estimate.KnownTotal
	switch {
	case !known.Known && budget <= 0:
		return Bar{Text: "No estimate exists"}
	case !known.Known:
		return Bar{Text: fmt.Sprintf("No estimate exists, so the budget of %s USD is not checked", shell.Grouped(budget))}
	}
	atLeast := ""
	if estimate.AtLeast() {
		atLeast = "At least "
	}
	if budget <= 0 { // not entered yet
		return Bar{Text: atLeast + shell.USD(known) + " a month"}
	}
	atMost := ""
	if estimate.HighestTotal.Known {
		atMost = ", at most " + estimate.HighestTotal.String() + " by the highest known prices,"
	}
	cents := float64(estimate.BudgetTotal().Cents)
	limit := float64(budget) * 100
	whole := max(cents, limit, 1)
	percent := func(part float64) string { return fmt.Sprintf("%.1f", 100*part/whole) }
	return Bar{
		Text:  fmt.Sprintf("%s%s%s of %s USD a month", atLeast, known, atMost, shell.Grouped(budget)),
		Known: true, Tone: tone(cents / limit),
		Filled: percent(cents), Limit: percent(limit),
	}
}

// tone returns the tone for a part of the budget.
func tone(part float64) string {
	switch {
	case part > 1:
		return "bad"
	case part >= wire.BudgetPercent/100.:
		return "warn"
	default:
		return "good"
	}
}
