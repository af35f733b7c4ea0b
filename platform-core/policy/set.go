package policy

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Set is the rules in force in an installation, compiled and sorted by ID. It is
// immutable and may be used from many goroutines.
type Set struct {
	rules []CompiledRule

	digestOnce sync.Once
	digest     string
}

// Compile returns the rules in force in a mode with the organisation's own. The
// faults name what is wrong with those, by path ("policies[0].when"); the Set is
// of use only without faults. The error is that of the context.
func Compile(ctx context.Context, mode profile.Mode, organisation []profile.Rule) (*Set, []problem.Fault, error) {
	set := &Set{rules: slices.Clone(commonRules())}
	if mode == profile.Sandbox {
		set.rules = append(set.rules, modeRules()...)
	}
	c := &compiler{budget: NewBudget(ctx, RequestSteps)}
	if len(organisation) > 0 {
		var err error
		if c.env, err = environment(); err != nil {
			return nil, nil, err
		}
		set.rules = append(set.rules, c.organisation(organisation)...)
	}
	slices.SortFunc(set.rules, func(a, b CompiledRule) int { return strings.Compare(a.ID, b.ID) })
	return set, c.faults, ctx.Err()
}

// Rules returns the rules in force and whose they are, sorted by ID.
func (s *Set) Rules() []profile.SourcedRule {
	rules := make([]profile.SourcedRule, len(s.rules))
	for i, r := range s.rules {
		rules[i] = r.SourcedRule
	}
	return rules
}

// Digest returns the SHA-256 of the rules' canonical JSON, as hex digits: equal
// policies have equal digests.
func (s *Set) Digest() string {
	s.digestOnce.Do(func() { // each proposal has it
		s.digest = document.Digest(document.Canonical(s.Rules()))
	})
	return s.digest
}

// Checks returns the rules that may deny a request, sorted by ID. An advisory rule
// is one of them: it denies where it cannot be evaluated.
func (s *Set) Compiled() []*CompiledRule {
	checks := make([]*CompiledRule, len(s.rules))
	for i := range s.rules {
		checks[i] = &s.rules[i]
	}
	return checks
}

// Reading returns the rules of the set that may come out otherwise if one of the fields changes: those
// that read it, and those that read the estimate.
func (s *Set) AffectedBy(fields ...string) *Set {
	some := &Set{}
	for _, c := range s.Compiled() {
		names, all := c.Reads()
		if all || c.ReadsEstimate() || slices.ContainsFunc(names, func(name string) bool {
			return slices.ContainsFunc(fields, func(field string) bool { return field == name || strings.HasPrefix(field, name+".") })
		}) {
			some.rules = append(some.rules, *c)
		}
	}
	return some
}

// Has reports whether the set has a rule with the ID.
func (s *Set) Contains(id string) bool {
	return slices.ContainsFunc(s.rules, func(r CompiledRule) bool { return r.ID == id })
}

// Except gives the rules of a new set their exceptions. The faults name those that no
// rule can have, by path ("exceptions[0].policy"); the Set is of use only without faults.
func (s *Set) AddExceptions(list []profile.Exception) (faults []problem.Fault) {
	for i, e := range list {
		at, found := slices.BinarySearchFunc(s.rules, e.Policy, func(r CompiledRule, id string) int { return strings.Compare(r.ID, id) })
		var why string
		switch {
		case e.Policy == "": // which its reader says
		case strings.HasPrefix(e.Policy, "provider_"):
			why = "is a rule of the provider, which has no exceptions: what its Terraform builds relies on it"
		case !found:
			why = s.notInForce(e.Policy)
		case s.rules[at].mandatesControl():
			why = "mandates a control, which has no exceptions: the Terraform of every environment relies on it"
		case e.Policy == RegionRule:
			why = "has no exceptions, as an adapter knows only the provider's regions; add the region to allowed_regions"
		case s.rules[at].Level == profile.Advisory:
			why = "only advises, so there is nothing to except"
		default:
			s.rules[at].addException(e)
		}
		if why != "" {
			faults = append(faults, problem.Fault{Field: fmt.Sprintf("exceptions[%d].policy", i), Code: problem.FaultUnsupported, Message: why})
		}
	}
	return faults
}

// RegionRule is the ID of the rule that also keeps out what is no region at all.
const RegionRule = "common.region.allowed"

// mandatesControl reports whether the rule is one of the platform's own about a control.
func (r *CompiledRule) mandatesControl() bool {
	_, control := request.ControlOf(r.Field)
	return control && r.Source != request.SourceOrganisation
}

// notInForce says that no rule has the ID, and which may be meant.
func (s *Set) notInForce(id string) string {
	ids := make([]string, len(s.rules))
	for i := range s.rules {
		ids[i] = s.rules[i].ID
	}
	const maxShown = 100
	what := fmt.Sprintf("is not the ID of a rule in force (%q); ", problem.Excerpt(id, maxShown))
	if near := document.Nearest(id, ids); near != "" {
		return what + "write " + near
	}
	return what + "platform policy list and GET /v1/platform/policies show those that are"
}

// The rules that a Set may have, made when they are first needed.
var (
	commonRules = builtinsOf("common.yaml", request.SourceCommon)
	modeRules   = builtinsOf("sandbox.yaml", request.SourceMode)
)
