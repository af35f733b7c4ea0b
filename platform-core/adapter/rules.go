package adapter

import (
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// NativeRule is one of a provider's own rules: what Describe returns of it, as
// in Rule, and its check. Rules that many providers have are ready made:
// NamespaceRule, NameLimit.LengthRule, Networks.PrefixRule, Networks.ClashRule,
// Networks.AddressRule.
type NativeRule struct {
	// ID starts with the provider's ID and a dot.
	ID string
	// Title is what the rule requires, in a few words.
	Title string
	// Field is the request field that a violation names.
	Field string
	// Level is mandatory, which denies a request, or advisory.
	Level profile.Level
	// Expected is what the rule requires of Field, in words.
	Expected string
	// Reads are the names of the request fields that Check looks at, sorted; empty
	// for all of them. See Rule.Reads.
	Reads []string
	// Check returns nil for a request that satisfies the rule. It gives a sensible
	// answer for any request, also one that breaks other rules.
	Check func(request.Request) *Finding
	// CheckInput is Check of a rule that also looks at what the request is for, such as
	// a setting; it has one of the two.
	CheckInput func(Input) *Finding
	// Until is the last day on which the rule holds, Late why not after it; the rule has
	// neither of the checks then. See Rule.Until.
	Until request.Date
	Late  Finding
}

// Finding is why a request breaks a rule.
type Finding struct {
	// Message is one friendly sentence, Remediation what to do about it.
	Message, Remediation string
	// Suggestion is a value for the rule's field that satisfies the rule with all
	// else equal; the zero Value where none can be known.
	Suggestion request.Value
}

// Find returns the violation of an input that breaks the rule, and whether it
// does.
func (r NativeRule) Find(in Input) (request.Violation, bool) {
	var f *Finding
	if r.Until != "" {
		return request.Violation{}, false // the host finds it, who has the date
	}
	if r.CheckInput != nil {
		f = r.CheckInput(in)
	} else {
		f = r.Check(in.Request)
	}
	if f == nil {
		return request.Violation{}, false
	}
	return request.Violation{
		PolicyID:    r.ID,
		Source:      request.SourceProvider,
		Field:       r.Field,
		Message:     f.Message,
		Remediation: f.Remediation,
		Actual:      in.Request.Value(r.Field),
		Expected:    r.Expected,
		Suggestion:  f.Suggestion,
	}, true
}

// findings returns the violations and the advisories of an input, each sorted
// and never nil.
func findings(rules []NativeRule, in Input) (violations, advisories []request.Violation) {
	violations, advisories = []request.Violation{}, []request.Violation{}
	for _, r := range rules {
		v, broken := r.Find(in)
		switch {
		case !broken:
		case r.Level == profile.Mandatory:
			violations = append(violations, v)
		default:
			advisories = append(advisories, v)
		}
	}
	request.SortViolations(violations)
	request.SortViolations(advisories)
	return violations, advisories
}
