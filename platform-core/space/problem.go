package space

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

// Fields are fields of a request: bit n is that of request.Fields()[n].
type Fields uint32

// described are the fields of a request; AllFields has each of them.
var (
	requestFields = request.Fields()
	AllFields     = Fields(1)<<len(requestFields) - 1
)

// FieldsNamed returns the fields with the dotted names; the object of the controls is all
// of them.
func FieldsNamed(names ...string) Fields {
	var set Fields
	for i := range requestFields {
		if slices.Contains(names, requestFields[i].Name) || requestFields[i].IsControl() && slices.Contains(names, request.ControlsField) {
			set |= 1 << i
		}
	}
	return set
}

func (f Fields) has(field int) bool { return f&(1<<field) != 0 }

// Personal returns those fields of which only a person knows the value.
func (f Fields) UserOnly() Fields { return f.filter((*request.Field).IsPersonal) }

// which returns those of the fields that something holds for.
func (f Fields) filter(holds func(*request.Field) bool) (some Fields) {
	for field := range f.all {
		if holds(&requestFields[field]) {
			some |= 1 << field
		}
	}
	return some
}

// subsets returns the sets of some of the fields, the smaller ones first.
func (f Fields) subsets() (sets []Fields) {
	for some := f; some != 0; some = (some - 1) & f {
		sets = append(sets, some)
	}
	slices.SortFunc(sets, func(a, b Fields) int { return cmp.Or(cmp.Compare(a.count(), b.count()), compareFields(a, b)) })
	return sets
}

// Facts returns those fields that are facts.
func (f Fields) Facts() Fields { return f.filter(func(f *request.Field) bool { return f.Fact }) }

// Names returns the dotted names of the fields, in the order of documents.
func (f Fields) Names() (names []string) {
	for field := range f.all {
		names = append(names, requestFields[field].Name)
	}
	return names
}

func (f Fields) count() int { return bits.OnesCount32(uint32(f)) }

// all yields the numbers of the fields, in the order of documents.
func (f Fields) all(yield func(int) bool) {
	for ; f != 0; f &= f - 1 {
		if !yield(bits.TrailingZeros32(uint32(f))) {
			return
		}
	}
}

// Condition is a rule that may deny a request.
type Condition struct {
	// ID is that of the rule, Field the one that a violation of it names.
	ID, Field string
	// Reads are the fields that its outcome depends on: none where that is not known. It
	// depends on the estimate too where Sized is set.
	Reads         Fields
	ReadsEstimate bool
	// Given are those of Reads that nobody changes, or is asked for, in order to satisfy it.
	ContextOnly Fields
	// Asks are the fields of which only a person knows the value, and of which it wants
	// another one where it denies a request. Those that it reads only to find out whether it
	// applies are not among them.
	UserFields Fields
	// Native is set for a rule of the adapter: its outcomes come with an Answer.
	FromAdapter bool
}

// Problem is a denied request, what denies requests, and what may be changed.
type Problem struct {
	Request    request.Request
	Conditions []Condition
	// Over returns what the conditions that are not native say of a request with an
	// estimate: whether the one with a number denies it, whatever a person chooses for the
	// open fields, and what it suggests then for its Field. Those that are not Sized do not
	// look at the estimate.
	Evaluate func(r request.Request, e request.Estimate) func(condition int, open Fields) (suggestion request.Value, denies bool)
	// Values returns those that may be tried of the field with the name, the better ones
	// first. What a rule suggests for a request on the way is tried in any case.
	Values func(field string) []request.Value
	// Turns returns numbers of the named field at which what the conditions say of a request with
	// an estimate may turn, and the greatest step within which it may turn besides, around each of
	// them and around the request's own. nil for a search of Values only.
	Thresholds func(r request.Request, e request.Estimate, field string) (turns []int64, step int64)
	// Covered reports whether Values and Turns have a value for each way in which the condition
	// with a number may come out. nil is for none of them.
	IsExhaustive func(condition int) bool
	// ChangedLast are fields that the search changes only if changes of the others, or what a person chooses
	// there, do not lead to acceptance. It changes a later one of them before an earlier one.
	ChangedLast []string
	// Facts are fields that no fix changes. Where there is none without, those of them that
	// have few values are changed too, and what is found is for a person to confirm.
	Facts Fields
	// EstimateReads are the fields that the estimate depends on; none where that is not
	// known.
	EstimateReads Fields
	// Answer is that to Request.
	Answer Answer
	// Size returns the estimate of requests that have the same in what the estimate
	// reads, where one of them was asked about before, by another search; nil for no
	// memory.
	KnownEstimate func(request.Request) (request.Estimate, bool)
	// Ask returns the adapter's answers to requests, in their order.
	Ask func(context.Context, []request.Request) ([]Answer, error)
	// Most is how many fixes are wanted.
	MaxFixes int
	// Listed is set where Searched is wanted, which takes as long as the search.
	Listed bool
	// InOrder is set where the cost does not matter: of what changes as few fields, the
	// first in the order of fields and of their values is wanted, in any region. Only that
	// is returned: neither what was tried, nor which rules contradict.
	IgnoreCost bool
	// MaxRequests limits how many requests the search looks at, those with values for only some of
	// the fields included. MaxAsked limits about how many it asks the adapter. 0 is the usual limit.
	MaxRequests, MaxAsked int
	// Budget bounds the work of the search: the steps of Over, and one for each rule that is
	// looked up for a request. nil is a budget of policy.RequestSteps.
	Budget *policy.Budget
}

// Fix is a way to acceptance.
type Fix struct {
	// Changes come in the order in which fields influence each other.
	Changes []request.Change
	// Open are the fields, in the order of documents, for which a person has to choose a
	// value. For each of them a rule asks that denies the request with what it has. No rule
	// denies it whatever the person chooses, as far as its expressions show.
	Open []OpenField
	// Request has the changes.
	Request request.Request
	// Estimate is that of Request.
	Estimate request.Estimate
}

// Open is a field for which a person has to choose a value, and a rule that wants another
// one. A field is there once for each such rule.
type OpenField struct{ Field, PolicyID string }

// Result is what a search found.
type Result struct {
	// Fixes are as short as each other, the cheapest first; none where no value that
	// was tried is accepted.
	Fixes []Fix
	// Searched are the values over which the fixes are least, of the fields that rules read.
	Searched []wire.Searched
	// Nearest is a request that breaks the fewest rules, where there is no fix: with no fact
	// changed, and what it takes to satisfy the others. It is nil where the search ended at its limit.
	Nearest *Fix
	// Contradicting are the IDs, sorted, of rules that no request satisfies together: without any
	// one of them a request satisfies the others. They are there only if that is proven: the values
	// that were tried stand for all values, as far as these rules can distinguish them.
	Contradicting []string
	// Bounded is set where the search ended at its limit: there may be a shorter fix.
	LimitReached bool
	// Requests is how many were looked at, Asked how many the adapter was asked about.
	Requests, Asked int
}
