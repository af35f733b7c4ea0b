package policy_test

import (
	"context"
	"fmt"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// small is a rule of an organisation.
var small = profile.Rule{
	ID: "payments.cluster.small", Title: "Small test clusters", Field: request.SizeField, Level: profile.Mandatory,
	When: `request.environment == "test"`, Require: `request.cluster_size == "small"`, Suggest: `"small"`,
	Message: "Test environments are small.", Remediation: "Use a small cluster.", Expected: "small",
}

var installation = profile.Profile{Mode: profile.Simulation, AllowedRegions: []string{"eu-west-1"}}

func ExampleCompile() {
	set, faults, err := policy.Compile(context.Background(), profile.Simulation, []profile.Rule{small})
	if err != nil || len(faults) > 0 {
		fmt.Println(faults, err)
		return
	}
	in := policy.Input{Request: request.Template("eu-west-1"), Profile: installation, Date: "2026-11-21"}
	in.Request.Environment, in.Request.ClusterSize = request.Test, request.Large
	for _, v := range set.Evaluate(in).Violations {
		if v.Source == request.SourceOrganisation {
			fmt.Printf("%s: %s Suggestion: %s\n", v.PolicyID, v.Message, v.Suggestion)
		}
	}
	// Output: payments.cluster.small: Test environments are small. Suggestion: small
}

func ExampleCompile_faults() {
	wrong := small
	wrong.Require = `request.cluster_sise == "small"`
	_, faults, err := policy.Compile(context.Background(), profile.Simulation, []profile.Rule{wrong})
	if err != nil {
		fmt.Println(err)
	}
	for _, f := range faults {
		fmt.Printf("%s %d:%d %s\n", f.Field, f.Line, f.Column, f.Message)
	}
	// Output: policies[0].require 1:9 request.cluster_sise is not a field; write request.cluster_size
}

func ExampleSet_EvaluatePartial() {
	set, _, err := policy.Compile(context.Background(), profile.Simulation, []profile.Rule{small})
	if err != nil {
		fmt.Println(err)
		return
	}
	in := policy.Input{Request: request.Template("eu-west-1"), Profile: installation, Date: "2026-11-21"}
	in.Request.ClusterSize = request.Large
	show := func(unknown ...string) {
		for _, r := range set.EvaluatePartial(in, unknown, false).Outcomes {
			if r.ID == small.ID {
				fmt.Println(r.Outcome)
			}
		}
	}
	show(request.EnvironmentField)
	in.Request.Environment = request.Test
	show(request.OwnerField)
	// Output:
	// open
	// violated
}

func ExampleSet_Coverage() {
	rule := small
	rule.When = `request.environment == "test" && request.monthly_budget > 100`
	set, _, err := policy.Compile(context.Background(), profile.Simulation, []profile.Rule{rule})
	if err != nil {
		fmt.Println(err)
		return
	}
	coverage, err := set.Coverage(installation)
	if err != nil {
		fmt.Println(err)
		return
	}
	in := policy.Input{Request: request.Template("eu-west-1"), Profile: installation, Date: "2026-11-21"}
	in.Request.Environment, in.Request.ClusterSize = request.Test, request.Small
	coverage.Add(in, set.Evaluate(in).Outcomes)
	for _, gap := range coverage.Rules()[0].Gaps {
		fmt.Println(gap)
	}
	// Output:
	// no case breaks it
	// it applies in every case
	// when: `request.environment == "test"` was never false
	// when: `request.monthly_budget > 100` was never false
}
