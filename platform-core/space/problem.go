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
	// Reads are the fields that the outcome of the rule depends on. It is empty if these fields are not known.
	Reads Fields
	// ReadsEstimate is true if the outcome also depends on the estimate.
	ReadsEstimate bool
	// ContextOnly are fields of Reads that the search does not change in order to satisfy this rule.
	ContextOnly Fields
	// UserFields are the fields that the rule constrains and for which only the user knows a right value. Fields
	// that only decide whether the rule applies are not in UserFields.
	UserFields Fields
	// FromAdapter is true for a rule of the adapter. The outcome of the rule is in the [Answer] of the adapter.
	FromAdapter bool
}

// Problem is a denied request, the conditions that a fix must satisfy, and the changes that are allowed. [Search]
// solves it.
type Problem struct {
	Request    request.Request
	Conditions []Condition
	// Evaluate returns a function that evaluates conditions for a request with an estimate. The function takes the
	// index of a condition in Conditions, and the open fields. The user chooses the values of open fields later.
	// denies is true if no value of the open fields can satisfy the condition. suggestion is then a value to try
	// for the Field of the condition. The search does not call the function for conditions with FromAdapter.
	// Conditions without ReadsEstimate ignore the estimate.
	Evaluate func(r request.Request, e request.Estimate) func(condition int, open Fields) (suggestion request.Value,
		denies bool)
	// Values returns the values to try for the named field, better values first. The search also tries the values
	// that rules suggest for the requests that it visits.
	Values func(field string) []request.Value
	// Thresholds takes a request, its estimate and the name of a number field. It returns the numbers of this
	// field at which the outcome of a condition may change. The search also tries all numbers that are at most a
	// step away from a threshold, a number of Values, or the original number. If Thresholds is nil, the search
	// tries only Values and suggestions.
	Thresholds func(r request.Request, e request.Estimate, field string) (thresholds []int64, step int64)
	// IsExhaustive takes the index of a condition. It reports whether Values and Thresholds include a value for
	// every outcome of this condition. If IsExhaustive is nil, no condition is exhaustive.
	IsExhaustive func(condition int) bool
	// ChangedLast are fields that the search changes only if it finds no fix without them, even with open fields.
	// If it must change a field of this list, it prefers fields at the end of the list.
	ChangedLast []string
	// Facts are fields that a fix does not change, but may leave open. If there is no such fix, the search also
	// changes facts that have a list of values. The user has to confirm these changes.
	Facts Fields
	// EstimateReads are the fields that the estimate depends on. It is empty if these fields are not known.
	EstimateReads Fields
	// Answer is the adapter's answer to Request.
	Answer Answer
	// KnownEstimate returns the estimate of a request if another search has already asked for it. Requests with
	// the same values of the EstimateReads fields have the same estimate. KnownEstimate may be nil.
	KnownEstimate func(request.Request) (request.Estimate, bool)
	// Ask returns the adapter's answers to requests, in their order.
	Ask func(context.Context, []request.Request) ([]Answer, error)
	// MaxFixes is the maximum number of fixes in the result; 0 means 1.
	MaxFixes int
	// If Listed is true, the search also fills Result.Searched. This takes about as long as the search itself.
	Listed bool
	// If IgnoreCost is true, the search returns the first fix and not the cheapest fix. It tries fields and values
	// in their order. It does not fill Searched, Nearest and Contradicting.
	IgnoreCost bool
	// MaxRequests limits the requests that the search visits. Requests in which some fields have no value yet also
	// count. MaxAsked limits the adapter's answers that the search uses. Answers to other searches also count. 0
	// means the default limit.
	MaxRequests, MaxAsked int
	// Budget limits the steps of the search. Evaluate spends steps, each lookup of a rule spends one step, and
	// each added value spends steps. If Budget is nil, the search uses a new budget of policy.RequestSteps.
	Budget *policy.Budget
}

// Fix is a change that leads to acceptance.
type Fix struct {
	// Changes are sorted by the Influence of their fields: a field comes before the fields whose rules depend on
	// it.
	Changes []request.Change
	// Open are the fields, in the order of documents, for which the user has to choose a value. According to the
	// expressions of the rules, each rule has such a value. This is not known of two kinds of rules: rules of the
	// adapter on an open field, and rules on an estimate that depends on it. The search assumes that the user's
	// value satisfies these rules. Other rules of the adapter accept the original value.
	Open []OpenField
	// Request is the denied request after the changes. Open fields have their original values.
	Request request.Request
	// Estimate is the estimate of Request.
	Estimate request.Estimate
}

// OpenField names a field whose value the user has to choose, and a rule that denies the present value. If several
// rules ask for the field, the fix has one OpenField for each of them.
type OpenField struct{ Field, PolicyID string }

// Result is the result of a [Search].
type Result struct {
	// Fixes are the best fixes. They change the same number of fields, and the cheapest fix comes first. Fixes
	// that change facts are different: there is one for each set of facts, in the order of documents. They may
	// differ in the number of changes. Fixes is empty if no tried value leads to acceptance.
	Fixes []Fix
	// Searched has the tried values of each field that rules read and that may change.
	Searched []wire.Searched
	// Nearest is a request that breaks the fewest rules, if there is no fix. It changes no fact. It is nil if the
	// search reached a limit, or if the request would break more than maxBroken rules.
	Nearest *Fix
	// Contradicting are the sorted IDs of a minimal set of rules that no request satisfies. It is empty if this is
	// not proven, for example because the tried values do not cover all outcomes of these rules.
	Contradicting []string
	// LimitReached is true if the search ended at a limit. There may be a fix with fewer changes, or a fix that
	// the search did not find.
	LimitReached bool
	// Requests is the number of requests that the search visited. Asked is the number of requests that it asked
	// the adapter about.
	Requests, Asked int
}
