package policy

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
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
	rules []compiled

	digestOnce sync.Once
	digest     string
}

// The language of every Set and the rules that it may have, made when they are first
// needed.
var (
	environment = sync.OnceValues(newEnvironment)
	commonRules = builtins(commonBuiltins, request.SourceCommon)
	modeRules   = builtins(sandboxBuiltins, request.SourceMode)
)

func builtins(kept []builtin, source request.Source) func() []compiled {
	return sync.OnceValue(func() []compiled {
		rules := make([]compiled, len(kept))
		for i := range kept {
			rules[i] = kept[i].compiled(source)
		}
		return rules
	})
}

// Prepare makes what it takes to evaluate the rules that every Set has, so that the
// first evaluation need not. What fails here fails there again, with its message.
func Prepare() {
	for _, r := range commonRules() {
		for _, e := range []*expression{r.when, r.require} {
			if e != nil {
				_, _ = e.whole()
			}
		}
	}
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
		c.organisation(set, organisation)
	}
	slices.SortFunc(set.rules, func(a, b compiled) int { return strings.Compare(a.ID, b.ID) })
	return set, c.faults, ctx.Err()
}

// reserved are the prefixes of rule IDs that an organisation cannot take.
var reserved = []string{"common.", "simulation.", "sandbox.", "enterprise.", "provider_"}

func (c *compiler) organisation(set *Set, rules []profile.Rule) {
	if len(rules) > maxRules {
		c.fault("policies", problem.FaultForm, "has %d rules; at most %d are allowed", len(rules), maxRules)
		return
	}
	seen := map[string]bool{}
	for i, r := range rules {
		if c.budget.ctx.Err() != nil {
			return
		}
		path := fmt.Sprintf("policies[%d]", i)
		set.rules = append(set.rules, c.rule(path, r, request.SourceOrganisation))
		if slices.ContainsFunc(reserved, func(p string) bool { return strings.HasPrefix(r.ID, p) }) {
			c.fault(path+".id", problem.FaultUnsupported, "must not start with %s; those are the platform's own", strings.Join(reserved, " "))
		}
		if seen[r.ID] {
			c.fault(path+".id", problem.FaultRepeated, "is the ID of an earlier rule; give each rule its own")
		}
		seen[r.ID] = true
	}
}

// Rules returns the rules in force and whose they are, sorted by ID.
func (s *Set) Rules() []SourcedRule {
	rules := make([]SourcedRule, len(s.rules))
	for i, r := range s.rules {
		rules[i] = r.SourcedRule
	}
	return rules
}

// SourcedRule is a rule and its origin.
type SourcedRule struct {
	Source request.Source `json:"source"`
	profile.Rule
}

// Digest returns the SHA-256 of the rules' canonical JSON, as hex digits: equal
// policies have equal digests.
func (s *Set) Digest() string {
	s.digestOnce.Do(func() { // each proposal has it
		sum := sha256.Sum256(document.Canonical(s.Rules()))
		s.digest = hex.EncodeToString(sum[:])
	})
	return s.digest
}
