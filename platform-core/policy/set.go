package policy

import (
	"crypto/sha256"
	_ "embed" // the built-in rules
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

var (
	//go:embed common.yaml
	commonYAML []byte
	//go:embed sandbox.yaml
	sandboxYAML []byte
)

// Set is the rules in force in an installation, compiled and sorted by ID. It is
// immutable and may be used from many goroutines.
type Set struct {
	rules []compiled
}

// The rules and the language that every Set starts from are compiled once a process, those
// of the sandbox only when a Set has them.
var (
	environment = sync.OnceValues(newEnvironment)
	commonRules = builtin("common.yaml", &commonYAML, request.SourceCommon)
	modeRules   = builtin("sandbox.yaml", &sandboxYAML, request.SourceMode)
)

func builtin(name string, data *[]byte, source request.Source) func() ([]compiled, error) {
	return sync.OnceValues(func() ([]compiled, error) {
		env, err := environment()
		if err != nil {
			return nil, err
		}
		c := &compiler{env: env}
		rules := c.file(name, *data, source)
		if len(c.faults) > 0 {
			return nil, fmt.Errorf("built-in rules: %s: %s", c.faults[0].Field, c.faults[0].Message)
		}
		return rules, nil
	})
}

// Prepare compiles the rules that every Set has, which takes some milliseconds, so that
// Compile need not. Compile says what is wrong with them.
func Prepare() { _, _ = commonRules() }

func (c *compiler) file(name string, data []byte, source request.Source) []compiled {
	var in struct {
		Rules []profile.Rule `json:"rules"`
	}
	reading := document.Read(document.Source{Name: name, Format: document.YAML, Data: data}, &in)
	c.faults = append(c.faults, reading.Faults()...)
	rules := make([]compiled, len(in.Rules))
	for i, r := range in.Rules {
		rules[i] = c.rule(name+": "+r.ID, r, source)
	}
	return rules
}

// Compile returns the rules in force in a mode with the organisation's own. The
// faults name what is wrong with those, by path ("policies[0].when"); the Set is
// of use only without faults.
func Compile(mode profile.Mode, organisation []profile.Rule) (*Set, []problem.Fault, error) {
	rules, err := commonRules()
	if err != nil {
		return nil, nil, err
	}
	set := &Set{rules: slices.Clone(rules)}
	if mode == profile.Sandbox {
		rules, err := modeRules()
		if err != nil {
			return nil, nil, err
		}
		set.rules = append(set.rules, rules...)
	}
	env, err := environment()
	if err != nil {
		return nil, nil, err
	}
	c := &compiler{env: env}
	c.organisation(set, organisation)
	slices.SortFunc(set.rules, func(a, b compiled) int { return strings.Compare(a.ID, b.ID) })
	return set, c.faults, nil
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
	sum := sha256.Sum256(document.Canonical(s.Rules()))
	return hex.EncodeToString(sum[:])
}
