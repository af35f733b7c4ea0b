package space

import (
	"context"
	"maps"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Installation is what a search needs of an installation.
type Installation struct {
	Profile profile.Profile
	// Date is the policy date.
	Date request.Date
	// Checks are the rules of the platform and of the organisation.
	Checks []policy.Check
	// Adapter describes the adapter, Digest is that of its binary.
	Adapter adapter.Description
	Digest  string
	// Ask returns the adapter's answers to requests, in their order.
	Ask func(context.Context, []request.Request) ([]Answer, error)
}

// SameAdapter reports whether the adapter says the same in both installations.
func (i Installation) SameAdapter(other Installation) bool {
	return i.Digest == other.Digest && i.Adapter.ID == other.Adapter.ID && i.Adapter.Version == other.Adapter.Version &&
		i.Profile.Mode == other.Profile.Mode && maps.Equal(i.Profile.Boundaries, other.Profile.Boundaries) &&
		maps.Equal(i.Profile.Settings, other.Profile.Settings)
}

// SameRule reports whether both installations have the rule, and it says the same there of
// the same request, profile, day and estimate.
func (i Installation) SameRule(other Installation, id string) bool {
	a, isA := i.check(id)
	b, isB := other.check(id)
	if isA && isB {
		return a.SameAs(b)
	}
	_, inA := i.native(id)
	_, inB := other.native(id)
	return inA && inB && i.SameAdapter(other)
}

// candidate returns a request with an estimate as the rules see it.
func (i Installation) candidate(r request.Request, e request.Estimate, budget *policy.Budget) policy.Candidate {
	return policy.NewCandidate(policy.Input{Request: r, Profile: i.Profile, Estimate: e, Date: i.Date, Budget: budget})
}

// Rules returns the IDs of the rules that may deny a request: the platform's and the
// organisation's before the adapter's.
func (i Installation) Rules() (ids []string) {
	for _, c := range i.Checks {
		ids = append(ids, c.ID())
	}
	for _, r := range i.Adapter.Rules {
		if r.Level == profile.Mandatory {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// Rule returns the rule with the ID, the adapter's too.
func (i Installation) Rule(id string) (policy.SourcedRule, bool) {
	if c, is := i.check(id); is {
		return c.Rule(), true
	}
	r, is := i.native(id)
	return policy.SourcedRule{
		Source: request.SourceProvider,
		Rule:   profile.Rule{ID: r.ID, Title: r.Title, Field: r.Field, Level: r.Level, Expected: r.Expected},
	}, is
}

// check returns the rule of the platform or the organisation with the ID.
func (i Installation) check(id string) (policy.Check, bool) {
	for _, c := range i.Checks {
		if c.ID() == id {
			return c, true
		}
	}
	return policy.Check{}, false
}

// native returns the rule of the adapter with the ID.
func (i Installation) native(id string) (adapter.Rule, bool) {
	for _, r := range i.Adapter.Rules {
		if r.ID == id {
			return r, true
		}
	}
	return adapter.Rule{}, false
}

// Reads returns the fields that a rule depends on.
func Reads(c policy.Check) Fields {
	names, whole := c.Reads()
	if whole {
		return AllFields
	}
	return FieldsNamed(names...)
}
