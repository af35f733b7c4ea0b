package template

import (
	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
)

// rule is one of the provider's own rules: what Describe says of it, and its
// check, which returns nil for a request that satisfies the rule.
type rule struct {
	provider.Rule
	check func(environment.Request) *finding
}

// finding is what a rule says of a request that breaks it.
type finding struct {
	message, remediation string
	// suggestion is a value for the rule's field that satisfies the rule with
	// all else equal; the zero Value where none can be known.
	suggestion environment.Value
}

// nativeRules are the rules, sorted by ID. Each must give a sensible answer for
// any request, also one that breaks others.
var nativeRules = []rule{productionSize}

var productionSize = rule{
	Rule: provider.Rule{
		ID: ID + ".cluster.production-size", Title: "Production clusters survive the loss of a node",
		Field: "cluster_size", Level: installation.Mandatory, Expected: "medium or large in production",
	},
	check: func(r environment.Request) *finding {
		if r.Environment != environment.Production || r.ClusterSize != environment.Small {
			return nil
		}
		return &finding{
			message:     "A small cluster has too few nodes for production.",
			remediation: "Choose medium.",
			suggestion:  environment.Text(environment.Medium),
		}
	},
}

func declaredRules() []provider.Rule {
	declared := make([]provider.Rule, len(nativeRules))
	for i, r := range nativeRules {
		declared[i] = r.Rule
	}
	return declared
}

// findings returns the rules of a level that the request breaks.
func findings(request environment.Request, level installation.Level) []environment.Violation {
	found := []environment.Violation{}
	for _, r := range nativeRules {
		f := r.check(request)
		if f == nil || r.Level != level {
			continue
		}
		found = append(found, r.violation(request, f))
	}
	environment.SortViolations(found)
	return found
}

func (r rule) violation(request environment.Request, f *finding) environment.Violation {
	return environment.Violation{
		PolicyID: r.ID, Source: environment.SourceProvider, Field: r.Field, Message: f.message,
		Remediation: f.remediation, Actual: request.Value(r.Field), Expected: r.Expected, Suggestion: f.suggestion,
	}
}
