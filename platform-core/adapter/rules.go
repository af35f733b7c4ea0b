package adapter

import (
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// NativeRule is one of a provider's own rules with its check. Describe returns it as a [Rule]. These
// functions return common rules: [NamespaceRule], [SupportRule], [NameLimit.LengthRule],
// [Networks.PrefixRule], [Networks.ClashRule] and [Networks.AddressRule].
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
	// Reads are the names of the request fields that the check reads, in any order; empty for all fields.
	// See [Rule].
	Reads []string
	// Check returns nil if a request satisfies the rule. It must accept any request, including one
	// that breaks other rules.
	Check func(request.Request) *Finding
	// CheckInput replaces Check in a rule that also reads the installation, such as a setting.
	CheckInput func(Input) *Finding
	// Until is the last day of a rule without a check, and Late its finding after that. See [Rule].
	Until request.Date
	Late  Finding
}

// Finding says why a request breaks a rule.
type Finding struct {
	// Message is one friendly sentence. Remediation says what to do.
	Message, Remediation string
	// Suggestion is a value of the rule's field that satisfies the rule; the zero Value if none is
	// known.
	Suggestion request.Value
}

// Find returns the violation of an input. It is not ok if the input satisfies the rule.
func (r NativeRule) Find(in Input) (v request.Violation, ok bool) {
	var f *Finding
	if r.Until != "" {
		return request.Violation{}, false // the host has the date, and adds the advisory
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

// findings returns the violations and the advisories of an input, sorted and not nil.
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
