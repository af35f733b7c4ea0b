package policy

// The ways in which a rule may look at a field that it compares with something.
const (
	// ByValue is the value of the field itself; days and date_plus come out as dates.
	ByValue = ""
	// ByLength is the prefix length of a range.
	ByLength = "cidr_length"
	// ByRanges is whether a range lies inside one of those in With.
	ByRanges = "cidr_within"
	// ByPattern, ByStart, ByEnd and ByPart are CEL's functions of a text.
	ByPattern = "matches"
	ByStart   = "startsWith"
	ByEnd     = "endsWith"
	ByPart    = "contains"
	// ByEstimate is the number of the field compared with the dollars of the estimate.
	ByEstimate = "estimate"
	// ByOutcome is what another part of the rule comes to that reads no other field; see
	// Comparison.Outcome.
	ByOutcome = "outcome"
)
