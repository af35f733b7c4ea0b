package space_test

import (
	"context"
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
)

// decider returns a decider with one rule of the organisation, and its rules as a [policy.Set].
func decider(require string) (space.Decider, *policy.Set) {
	p := profile.Profile{Provider: "provider_t", Mode: profile.Simulation, AllowedRegions: []string{"north-1"}}
	set, faults, err := policy.Compile(context.Background(), p.Mode, []profile.Rule{{
		ID: "payments.cluster", Title: "Clusters", Field: request.SizeField, Level: profile.Mandatory, Require: require,
		Message: "The cluster is too large.", Remediation: "Use a smaller cluster.", Expected: "a smaller cluster",
	}})
	if err != nil || len(faults) > 0 {
		panic(fmt.Sprint(faults, err))
	}
	return space.Decider{
		Rules: space.NewRules(p, set.Compiled(), adapter.Description{
			Provider:      profile.Provider{ID: "provider_t", Regions: []profile.Region{{Name: "north-1"}}},
			EstimateReads: []string{request.SizeField},
		}, ""),
		Date: "2026-11-22",
		Ask:  askingEach(answer),
	}, set
}

func ExampleDecider_Fix() {
	d, set := decider(`request.cluster_size != "large"`)
	r := request.Template("north-1")
	r.ClusterSize, r.MonthlyBudget, r.ExpiryDate = request.Large, 1000, "2026-12-24"
	estimate := answer(r).Estimate
	denied := request.Record{Request: r, Estimate: estimate, Violations: set.Evaluate(policy.Input{
		Request: r, Profile: d.Profile, Estimate: estimate, Date: d.Date,
	}).Violations}
	result, err := d.Fix(context.Background(), denied, 1, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, fix := range result.Fixes {
		for _, c := range fix.Changes {
			fmt.Printf("%s: %s -> %s, for %s\n", c.Field, c.From, c.To, c.PolicyID)
		}
	}
	// Output: cluster_size: large -> small, for payments.cluster
}

func ExampleExplain() {
	d, _ := decider(`request.cluster_size != "large" || request.environment == "production"`)
	e, err := space.Explain(context.Background(), d, "payments.cluster")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("denied with", e.Denied.Request.Environment, e.Denied.Request.ClusterSize)
	fmt.Println("passes with", e.Passing.Request.Environment, e.Passing.Request.ClusterSize)
	// Output:
	// denied with development large
	// passes with development medium
}

func ExampleCompare() {
	from, _ := decider(`request.cluster_size != "large"`)
	to, _ := decider(`request.cluster_size == "small"`)
	c, err := space.Compare(context.Background(), from, to)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range c.Stricter {
		fmt.Println("stricter:", d.Rule.ID, "denies", d.Request.ClusterSize)
	}
	fmt.Println("looser:", len(c.Looser), "gaps:", len(c.Gaps))
	// Output:
	// stricter: payments.cluster denies medium
	// looser: 0 gaps: 0
}
