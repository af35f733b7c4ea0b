package providerb

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// rule is one of the provider's own rules: what Describe says of it, and its
// check, which returns nil for a request that satisfies the rule.
type rule struct {
	adapter.Rule
	check func(request.Request) *finding
}

// finding is what a rule says of a request that breaks it.
type finding struct {
	message, remediation string
	// suggestion is a value for the rule's field that satisfies the rule with
	// all else equal; the zero Value where none can be known.
	suggestion request.Value
}

// nativeRules are the rules, sorted by ID. Each must give a sensible answer for
// any request, also one that breaks others.
var nativeRules = []rule{
	applicationNameLength,
	applicationNamespace,
	applicationReservedWord,
	clusterProductionSize,
	dataWorkspaceKey,
	networkAddresses,
	networkClusterRange,
	networkReservedRange,
	networkVNetPrefix,
	regionAPIServer,
	regionProductionZones,
	regionWayOut,
	regionZones,
}

func newRule(level profile.Level, name, field, title, expected string, check func(request.Request) *finding) rule {
	return rule{adapter.Rule{ID: ID + "." + name, Title: title, Field: field, Level: level, Expected: expected}, check}
}

func declaredRules() []adapter.Rule {
	declared := make([]adapter.Rule, len(nativeRules))
	for i, r := range nativeRules {
		declared[i] = r.Rule
	}
	return declared
}

// findings returns what the rules of a level find in the request, sorted.
func findings(req request.Request, level profile.Level) []request.Violation {
	found := []request.Violation{}
	for _, r := range nativeRules {
		if r.Level != level {
			continue
		}
		if f := r.check(req); f != nil {
			found = append(found, r.violation(req, f))
		}
	}
	request.SortViolations(found)
	return found
}

func (r rule) violation(req request.Request, f *finding) request.Violation {
	return request.Violation{
		PolicyID:    r.ID,
		Source:      request.SourceProvider,
		Field:       r.Field,
		Message:     f.message,
		Remediation: f.remediation,
		Actual:      req.Value(r.Field),
		Expected:    r.Expected,
		Suggestion:  f.suggestion,
	}
}
