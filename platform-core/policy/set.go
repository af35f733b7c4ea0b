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

// Set has the rules in force in an installation, compiled and sorted by ID. It may be used from many goroutines.
type Set struct {
	rules []CompiledRule

	digestOnce sync.Once
	digest     string
}

// Compile returns the rules in force in a mode, together with the organisation's rules. The faults are mistakes in
// the organisation's rules, with their paths, such as "policies[0].when". Do not use a Set with faults. The error is
// that of the context.
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

// Rules returns the rules in force with their origins, sorted by ID.
func (s *Set) Rules() []profile.SourcedRule {
	rules := make([]profile.SourcedRule, len(s.rules))
	for i, r := range s.rules {
		rules[i] = r.SourcedRule
	}
	return rules
}

// Digest returns the SHA-256 of the rules' canonical JSON, as hex digits. Equal rules have equal digests.
func (s *Set) Digest() string {
	s.digestOnce.Do(func() { // each proposal has the digest
		s.digest = document.Digest(document.Canonical(s.Rules()))
	})
	return s.digest
}

// Compiled returns the rules that may deny a request, sorted by ID. Advisory rules are among them: such a rule
// denies if it cannot be evaluated.
func (s *Set) Compiled() []*CompiledRule {
	checks := make([]*CompiledRule, len(s.rules))
	for i := range s.rules {
		checks[i] = &s.rules[i]
	}
	return checks
}

// AffectedBy returns the rules whose outcome may change with one of the fields: those that read the field, and
// those that read the estimate.
func (s *Set) AffectedBy(fields ...string) *Set {
	return s.without(func(c CompiledRule) bool {
		names, all := c.Reads()
		return !all && !c.ReadsEstimate() && !slices.ContainsFunc(names, func(name string) bool {
			return slices.ContainsFunc(fields,
				func(field string) bool { return field == name || strings.HasPrefix(field, name+".") })
		})
	})
}

// Dated returns the rules whose outcome may differ on another day.
func (s *Set) Dated() *Set {
	return s.without(func(c CompiledRule) bool { return !c.ReadsDate() })
}

func (s *Set) without(drop func(CompiledRule) bool) *Set {
	return &Set{rules: slices.DeleteFunc(slices.Clone(s.rules), drop)}
}

// Contains reports whether the set has a rule with the ID.
func (s *Set) Contains(id string) bool {
	return slices.ContainsFunc(s.rules, func(r CompiledRule) bool { return r.ID == id })
}

// AddExceptions adds the exceptions from the rules of a new set. provider is the ID of the installation's provider,
// which starts the IDs of its rules. The faults are exceptions that no rule can have, with their paths, such as
// "exceptions[0].policy". Do not use a Set with faults.
func (s *Set) AddExceptions(provider string, list []profile.Exception) (faults []problem.Fault) {
	for i, e := range list {
		at, found := slices.BinarySearchFunc(s.rules, e.Policy,
			func(r CompiledRule, id string) int { return strings.Compare(r.ID, id) })
		var why string
		switch {
		case e.Policy == "": // profile.Parse has a fault for it
		case strings.HasPrefix(e.Policy, "provider_"), strings.HasPrefix(e.Policy, provider+"."):
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
			faults = append(faults,
				problem.Fault{Field: fmt.Sprintf("exceptions[%d].policy", i), Code: problem.FaultUnsupported, Message: why})
		}
	}
	return faults
}

// RegionRule is the ID of the rule on regions. It also denies texts that are not regions.
const RegionRule = "common.region.allowed"

// mandatesControl reports whether the rule is a rule of the platform about a control.
func (r *CompiledRule) mandatesControl() bool {
	_, control := request.ControlOf(r.Field)
	return control && r.Source != request.SourceOrganisation
}

// notInForce returns a message that no rule has the ID. It suggests a similar ID.
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

// The rules of the platform, which are read when they are first needed.
var (
	commonRules = builtinsOf("common.yaml", request.SourceCommon)
	modeRules   = builtinsOf("sandbox.yaml", request.SourceMode)
)
