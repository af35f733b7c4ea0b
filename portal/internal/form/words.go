package form

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/shell"
)

// The API's messages are about documents. In a form, some values are chosen or switched, and fields
// have labels.

// MustBeDollars is the message for a budget that is not a number.
const MustBeDollars = "must be a whole number of US dollars, such as 1500 or 1,500"

// faultText returns the message of a fault in the terms of the form.
func faultText(f problem.Fault) string {
	message := f.Message
	switch field := find(f.Field); {
	case field.Chosen() && f.Code == problem.FaultMissing:
		message = Unchosen
	case f.Field == budget && f.Code == problem.FaultType:
		message = MustBeDollars
	case f.Field == budget:
		message = strings.ReplaceAll(message, strconv.Itoa(request.MaxBudget), shell.Grouped(request.MaxBudget))
	}
	return strings.TrimSpace(Label(f.Field) + " " + message)
}

// Unchosen follows the label of a choice without a selected value.
const Unchosen = "is missing; choose one"

// NewRule returns the [BrokenRule] of a violation in the terms of the form.
func NewRule(v request.Violation, advisory bool) BrokenRule {
	r := BrokenRule{
		PolicyID: v.PolicyID, Message: v.Message, Remediation: v.Remediation, Advisory: advisory,
		Expected: Expected(v.Field, v.Expected),
	}
	if !v.Suggestion.IsZero() {
		r.Offer = "Use " + inSentence(v.Field, v.Suggestion)
		r.Use = Use([]request.Change{{Field: v.Field, To: v.Suggestion}})
	}
	switch field := find(v.Field); {
	case field.Kind == Switch && !v.Suggestion.IsZero():
		state := InWords(v.Field, v.Suggestion)
		r.Remediation, r.Offer = "Switch it "+state+".", "Switch "+state
	case field.Chosen():
		r.Remediation = chosen(v.Remediation)
	}
	return r
}

// Expected returns the value that a rule expects of a field, in the terms of the form.
func Expected(name, expected string) string {
	if field := find(name); field.Kind == Switch {
		switch expected {
		case "true":
			return "on"
		case "false":
			return "off"
		}
	}
	return expected
}

// isPriceNote reports whether an advisory is about the prices of the provider and not about a value of the request.
func isPriceNote(v request.Violation) bool { return strings.HasSuffix(v.PolicyID, ".prices.current") }

// PriceNote returns the advisory about the prices, which pages show with the estimate; empty for none.
func PriceNote(advisories []request.Violation) string {
	for _, v := range advisories {
		if isPriceNote(v) {
			return v.Message + " " + v.Remediation
		}
	}
	return ""
}

// OfValues returns the violations that are about values of the request. [PriceNote] returns the other ones.
func OfValues(found []request.Violation) []request.Violation {
	return slices.DeleteFunc(slices.Clone(found), isPriceNote)
}

// chosen returns the advice for a field whose values are selected.
func chosen(remediation string) string {
	for _, verb := range []string{"Type ", "Write "} {
		if rest, ok := strings.CutPrefix(remediation, verb); ok {
			return "Choose " + rest
		}
	}
	return remediation
}

const budget = request.BudgetField

// Changes returns each [request.Change] in the order of the form.
func Changes(changes []request.Change) []request.Change {
	return slices.SortedStableFunc(slices.Values(changes), func(a, b request.Change) int {
		return cmp.Compare(position(a.Field), position(b.Field))
	})
}

// ValueOf returns the value of a field of the request as pages show it; see [InWords].
func ValueOf(request request.Request, field string) string {
	return InWords(field, request.Value(field))
}

// inSentence returns a value as [InWords] does, with a day as "24 Nov 2026".
func inSentence(field string, v request.Value) string {
	text := InWords(field, v)
	return cmp.Or(shell.Day(text), text)
}

// InWords returns a value of the field as pages show it. An absent value is "none".
func InWords(field string, v request.Value) string {
	switch {
	case v.IsZero():
		return "none"
	case v.Kind == request.FlagValue && v.Flag:
		return "on"
	case v.Kind == request.FlagValue:
		return "off"
	case field == budget && v.Kind == request.NumberValue:
		return shell.Grouped(v.Number) + " USD"
	default:
		return v.String()
	}
}
