package request

// Outcome is the result of one rule for a request.
type Outcome string

// The outcomes of a rule.
const (
	Satisfied     Outcome = "satisfied"
	NotApplicable Outcome = "not_applicable"
	Violated      Outcome = "violated"
	// Excepted: the request breaks the rule, and the profile has an exception for it.
	Excepted Outcome = "excepted"
	// Failed: an expression could not be evaluated, which denies.
	Failed Outcome = "failed"
	// Open: it depends on something that is not known yet.
	Open Outcome = "open"
	// DependsOnDate replaces the outcome in evidence if it may differ on another day without denying. Evidence is the
	// same on every day.
	DependsOnDate Outcome = "depends_on_date"
)
