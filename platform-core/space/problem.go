package space

import (
	"context"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

// Condition is a rule that may deny a request.
type Condition struct {
	// ID is the rule's ID. Field is the field that a violation of the rule names.
	ID, Field string
	// Reads are the fields that the outcome depends on; none if that is not known.
	Reads Fields
	// ReadsEstimate is true if the outcome also depends on the estimate.
	ReadsEstimate bool
	// ContextOnly are the fields of Reads that a fix does not change for this rule.
	ContextOnly Fields
	// UserFields are the fields that the rule constrains and for which only the user knows a right value.
	// Fields that the rule reads only to find out whether it applies are not among them.
	UserFields Fields
	// FromAdapter is true for a rule of the adapter: an [Answer] has its outcome.
	FromAdapter bool
}

// Problem is a denied request, the rules that deny requests, and what may be changed. [Search] solves it.
type Problem struct {
	Request    request.Request
	Conditions []Condition
	// Evaluate returns a function that evaluates a condition for a request with an estimate. The function
	// takes the number of the condition and the open fields. It reports whether the condition denies the
	// request for all values of the open fields, and what it then suggests for its Field. It is not called
	// for rules of the adapter. Conditions without ReadsEstimate ignore the estimate.
	Evaluate func(r request.Request, e request.Estimate) func(condition int, open Fields) (suggestion request.Value,
		denies bool)
	// Values returns the values to try of the field with the name, the better ones first. The search also
	// tries what rules suggest for a request on the way.
	Values func(field string) []request.Value
	// Thresholds returns numbers of the named field at which the outcome of a condition may change, for a
	// request with an estimate. The search also tries all numbers that are at most a step away from a
	// threshold or from the request's own number. If it is nil, the search tries only Values.
	Thresholds func(r request.Request, e request.Estimate, field string) (thresholds []int64, step int64)
	// IsExhaustive reports whether Values and Thresholds have a value for each outcome of the condition with
	// a number. If it is nil, they have not.
	IsExhaustive func(condition int) bool
	// ChangedLast are fields that the search changes only if no other change or open field leads to
	// acceptance. It changes a later field of the list before an earlier one.
	ChangedLast []string
	// Facts are fields that a fix leaves alone. If there is no such fix, the search also changes facts with
	// few values, and the user has to confirm these changes.
	Facts Fields
	// EstimateReads are the fields that the estimate depends on; none if that is not known.
	EstimateReads Fields
	// Answer is the adapter's answer to Request.
	Answer Answer
	// KnownEstimate returns the estimate of requests with the same values of EstimateReads, if another search
	// has asked for it. It may be nil.
	KnownEstimate func(request.Request) (request.Estimate, bool)
	// Ask returns the adapter's answers to requests, in their order.
	Ask func(context.Context, []request.Request) ([]Answer, error)
	// MaxFixes is how many fixes the result has at most.
	MaxFixes int
	// Listed asks for Result.Searched, which takes as long as the search.
	Listed bool
	// IgnoreCost asks for the first fix with the fewest fields, in the order of fields and of their values, and
	// not for the cheapest. The result then has fixes only.
	IgnoreCost bool
	// MaxRequests limits the requests that the search looks at, including those with values for only some
	// fields. MaxAsked limits the requests that it asks the adapter about. 0 is the usual limit.
	MaxRequests, MaxAsked int
	// Budget limits the steps of Evaluate, and one step for each rule that is looked up. nil stands for a
	// budget of policy.RequestSteps.
	Budget *policy.Budget
}

// Fix is a change that leads to acceptance.
type Fix struct {
	// Changes come in the order in which fields influence each other.
	Changes []request.Change
	// Open are the fields, in the order of documents, for which the user has to choose a value. As far as the
	// rules' expressions show, some value leads to acceptance.
	Open []OpenField
	// Request has the changes.
	Request request.Request
	// Estimate is the estimate of Request.
	Estimate request.Estimate
}

// OpenField is a field for which the user has to choose a value, and a rule that denies the present value. A
// fix has one for each such rule.
type OpenField struct{ Field, PolicyID string }

// Result is the result of a [Search].
type Result struct {
	// Fixes change equally many fields, and the cheapest comes first. There are none if no value that was
	// tried leads to acceptance.
	Fixes []Fix
	// Searched are the values that were tried of each field that rules read.
	Searched []wire.Searched
	// Nearest is a request that breaks the fewest rules, if there is no fix. It changes no fact. It is nil if
	// the search reached a limit.
	Nearest *Fix
	// Contradicting are the sorted IDs of a minimal set of rules that no request satisfies. There are none if
	// that is not proven, since the values that were tried do not cover all outcomes of these rules.
	Contradicting []string
	// LimitReached is true if the search ended at a limit: there may be a shorter fix.
	LimitReached bool
	// Requests is how many requests were looked at, Asked how many the adapter was asked about.
	Requests, Asked int
}
