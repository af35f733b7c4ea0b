package policy_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// networkException returns an exception for the request of acceptable.
func networkException(until request.Date) profile.Exception {
	return profile.Exception{
		Policy: "common.network.size", Application: "checkout", Environment: "development",
		Owner: "net@example.com", Reason: "The old network stays until the move.", Until: until,
	}
}

func excepting(t testing.TB, list ...profile.Exception) *policy.Set {
	t.Helper()
	set := compile(t, profile.Sandbox, ruleOn("application", "", `request.application.startsWith("team-")`, ""))
	require.Empty(t, set.AddExceptions("provider_t", list))
	return set
}

func smallNetwork(t testing.TB) policy.Input {
	t.Helper()
	in := input(t, nil)
	in.Request = with(t, in.Request, "network_cidr", request.Text("10.0.0.128/25"))
	return in
}

func TestOnlySomeRulesHaveExceptions(t *testing.T) {
	for id, want := range map[string]string{
		"common.network.size":                   "",
		"team.a":                                "",
		"":                                      "",
		"common.network.sise":                   `is not the ID of a rule in force ("common.network.sise"); write common.network.size`,
		"moon":                                  `is not the ID of a rule in force ("moon"); platform policy list and GET /v1/platform/policies show those that are`,
		"sandbox.cluster.small":                 `is not the ID of a rule in force ("sandbox.cluster.small"); platform policy list and GET /v1/platform/policies show those that are`,
		"common.region.allowed":                 "has no exceptions, as an adapter knows only the provider's regions; add the region to allowed_regions",
		"provider_t.network.addresses":          "is a rule of the provider, which has no exceptions: what its Terraform builds relies on it",
		"provider_a.network.addresses":          "is a rule of the provider, which has no exceptions: what its Terraform builds relies on it",
		"common.controls.private-cluster":       "mandates a control, which has no exceptions: the Terraform of every environment relies on it",
		"common.budget.estimate-known":          "only advises, so there is nothing to except",
		"common.controls.encryption-at-rest":    "mandates a control, which has no exceptions: the Terraform of every environment relies on it",
		"common.data.restricted-production-onl": `is not the ID of a rule in force ("common.data.restricted-production-onl"); write common.data.restricted-production-only`,
	} {
		set := compile(t, "", requiring("true"))
		faults := set.AddExceptions("provider_t", []profile.Exception{networkException(today), {Policy: id}})
		if want == "" {
			assert.Empty(t, faults, id)
			continue
		}
		require.Len(t, faults, 1, id)
		assert.Equal(t, "exceptions[1].policy", faults[0].Field)
		assert.Equal(t, want, faults[0].Message)
	}
}

func TestAnExceptionHoldsForItsRequestsUntilItsDay(t *testing.T) {
	in := smallNetwork(t)
	tests := map[string]struct {
		exception profile.Exception
		want      request.Outcome
	}{
		"it holds":               {networkException("2026-12-31"), request.Excepted},
		"it ends today":          {networkException(today), request.Excepted},
		"it ended yesterday":     {networkException("2026-11-20"), request.Violated},
		"another application":    {profile.Exception{Policy: "common.network.size", Application: "billing", Environment: "development", Until: today}, request.Violated},
		"another environment":    {profile.Exception{Policy: "common.network.size", Application: "checkout", Environment: "test", Until: today}, request.Violated},
		"an exception elsewhere": {profile.Exception{Policy: "sandbox.cluster.small", Application: "checkout", Environment: "development", Until: today}, request.Violated},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			set := excepting(t, tt.exception)
			result := set.Evaluate(in)
			assert.Equal(t, tt.want, statuses(result)["common.network.size"])
			broken := []string{"team.a", "common.network.size"}
			if tt.want != request.Excepted {
				assert.Equal(t, broken, ids(result.Violations))
				assert.Empty(t, result.Exceptions)
				return
			}
			assert.Equal(t, broken[:1], ids(result.Violations), "another rule denies")
			assert.Equal(t, []request.ExceptedViolation{{
				PolicyID: "common.network.size", Source: request.SourceCommon, Field: "network_cidr",
				Message: "A /25 network is too small for an environment.", Actual: request.Text("10.0.0.128/25"), Expected: "a prefix length from /16 to /24",
				Owner: "net@example.com", Reason: "The old network stays until the move.", Until: tt.exception.Until,
			}}, result.Exceptions)
			assert.Equal(t, request.Satisfied, statuses(set.Evaluate(input(t, nil)))["common.network.size"], "there is nothing to except")
		})
	}
}

func TestSetsDoNotShareExceptions(t *testing.T) {
	excepting(t, networkException(today))
	assert.Equal(t, request.Violated, statuses(compile(t, "").Evaluate(smallNetwork(t)))["common.network.size"])
}

func TestAViolationNamesTheExceptionThatEnded(t *testing.T) {
	result := excepting(t, networkException("2026-11-20")).Evaluate(smallNetwork(t))
	assert.Equal(t, "A /25 network is too small for an environment. The exception from this rule ended on 20 Nov 2026; its owner is net@example.com.",
		result.Violations[1].Message)
	assert.Equal(t, request.Text("10.0.0.0/24"), result.Violations[1].Suggestion)
}

func TestARuleThatFailsDeniesInSpiteOfAnException(t *testing.T) {
	set := compile(t, "", requiring(`int(request.owner) > 0`))
	e := networkException(today)
	e.Policy = "team.a"
	require.Empty(t, set.AddExceptions("provider_t", []profile.Exception{e}))
	result := set.Evaluate(input(t, nil))
	assert.Equal(t, request.Failed, statuses(result)["team.a"])
	assert.Equal(t, []string{"team.a"}, ids(result.Violations))
	assert.Empty(t, result.Exceptions)
}

func TestAnExceptionIsOpenWhileItsFieldsAreUnknown(t *testing.T) {
	in := smallNetwork(t)
	for name, tt := range map[string]struct {
		until request.Date
		known []string
		want  request.Outcome
	}{
		"neither is known":              {today, []string{"network_cidr"}, request.Open},
		"the application is known":      {today, []string{"network_cidr", "application"}, request.Open},
		"the environment is known":      {today, []string{"network_cidr", "environment"}, request.Open},
		"both are known":                {today, []string{"network_cidr", "application", "environment"}, request.Excepted},
		"it has ended":                  {"2026-11-20", []string{"network_cidr"}, request.Violated},
		"whether it is broken is open":  {today, []string{"application", "environment"}, request.Open},
		"one is another, one not known": {today, []string{"network_cidr", "region"}, request.Open},
	} {
		t.Run(name, func(t *testing.T) {
			result := excepting(t, networkException(tt.until)).EvaluatePartial(in, fieldsBut(tt.known...), false)
			assert.Equal(t, tt.want, statuses(result)["common.network.size"])
			assert.Equal(t, tt.want == request.Excepted, len(result.Exceptions) == 1)
		})
	}
	in.Request.Environment = "test"
	result := excepting(t, networkException(today)).EvaluatePartial(in, fieldsBut("network_cidr", "environment"), false)
	assert.Equal(t, request.Violated, statuses(result)["common.network.size"], "for every application")
}

// TestMessageWithTheDate checks a rule that is broken on each day with another message: evidence leaves it out.
func TestMessageWithTheDate(t *testing.T) {
	set := compile(t, "", aRule(func(r *profile.Rule) { r.Require, r.MessageExpression = "false", `"On " + policy_date` }))
	e := networkException(today)
	e.Policy = "team.a"
	require.Empty(t, set.AddExceptions("provider_t", []profile.Exception{e}))
	for _, o := range set.Evaluate(input(t, nil)).Outcomes {
		assert.Equal(t, o.ID == "team.a", o.DependsOnDate, o.ID)
	}
}

// TestExceptionFromARuleOnTheDate checks a rule that is broken on some of the days on which a request with an exception is
// accepted.
func TestExceptionFromARuleOnTheDate(t *testing.T) {
	horizon := networkException("2026-12-31")
	horizon.Policy = "common.expiry.horizon"
	for application, dated := range map[string]bool{"checkout": true, "billing": false} {
		horizon.Application = application
		for _, o := range excepting(t, horizon, networkException("2026-12-31")).Evaluate(input(t, nil)).Outcomes {
			switch o.ID {
			case "common.expiry.horizon":
				assert.Equal(t, dated, o.DependsOnDate)
				assert.Equal(t, dated, o.Exception != nil)
			case "common.network.size":
				assert.False(t, o.DependsOnDate)
				assert.NotNil(t, o.Exception)
			default:
				assert.Nil(t, o.Exception)
			}
		}
	}
}

func TestACheckKnowsExceptions(t *testing.T) {
	set := excepting(t, networkException(today), profile.Exception{Policy: "team.a", Application: "checkout", Environment: "test", Until: today})
	candidate := policy.NewCandidate(smallNetwork(t))
	for _, c := range set.Compiled() {
		reads, whole := c.Reads()
		require.False(t, whole)
		switch c.ID {
		case "common.network.size":
			_, denies := c.Evaluate(candidate)
			assert.False(t, denies)
			assert.Equal(t, []string{"application", "environment", "network_cidr"}, reads)
			assert.Equal(t, []string{"application", "environment"}, c.ExceptionFields())
		case "team.a":
			_, denies := c.Evaluate(candidate)
			assert.True(t, denies)
			assert.Equal(t, []string{"application", "environment"}, reads)
			assert.Equal(t, []string{"environment"}, c.ExceptionFields())
		default:
			assert.Empty(t, c.ExceptionFields())
		}
	}
	var literals []request.Value
	for _, c := range set.Compiled() {
		literals = append(literals, c.LiteralsFor("application")...)
	}
	assert.Subset(t, literals, []request.Value{request.Text("checkout"), request.Text("team-")})
}
