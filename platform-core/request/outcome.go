package request

// Outcome is how one rule came out for a request.
type Outcome string

// The ways in which a rule comes out.
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
	// DependsOnDate replaces, in evidence, the outcome of a rule that may have another
	// one on another day without denying: evidence is the same on every day.
	DependsOnDate Outcome = "depends_on_date"
)
