package policy_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// statuses returns the outcome of each rule, by ID.
func statuses(r policy.Result) map[string]request.Outcome {
	all := map[string]request.Outcome{}
	for _, o := range r.Outcomes {
		all[o.ID] = o.Outcome
	}
	return all
}

func TestARuleIsOpenWhileItHangsOnWhatIsUnknown(t *testing.T) {
	everything := fieldsBut()
	tests := map[string]struct {
		change    func(*request.Request)
		unknown   []string
		estimated bool
		rule      string
		want      request.Outcome
	}{
		"nothing is known":                         {nil, everything, false, "common.network.size", request.Open},
		"its field is known, and good":             {nil, fieldsBut("network_cidr"), false, "common.network.size", request.Satisfied},
		"its field is known, and breaks it":        {func(r *request.Request) { r.Region = "us-east-1" }, fieldsBut("region"), false, "common.region.allowed", request.Violated},
		"one of two decides":                       {func(r *request.Request) { r.DataClassification = request.Public }, fieldsBut("data_classification"), false, "common.data.restricted-production-only", request.NotApplicable},
		"one of two does not decide":               {func(r *request.Request) { r.DataClassification = request.Restricted }, fieldsBut("data_classification"), false, "common.data.restricted-production-only", request.Open},
		"both are known":                           {func(r *request.Request) { r.DataClassification = request.Restricted }, fieldsBut("data_classification", "environment"), false, "common.data.restricted-production-only", request.Violated},
		"it may not apply, and would be satisfied": {func(r *request.Request) { r.Environment = request.Production }, fieldsBut("environment"), false, "common.data.restricted-production-only", request.Satisfied},
		"the estimate is unknown":                  {nil, fieldsBut("monthly_budget"), false, "common.budget.covers-estimate", request.Open},
		"the estimate is known":                    {func(r *request.Request) { r.MonthlyBudget = 1 }, fieldsBut("monthly_budget"), true, "common.budget.covers-estimate", request.Violated},
		"a control is off":                         {func(r *request.Request) { r.Controls.PrivateCluster = false }, fieldsBut("controls.private_cluster"), false, "common.controls.private-cluster", request.Violated},
		"a control is unknown":                     {nil, everything, false, "common.controls.private-cluster", request.Open},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			result := compile(t, "").EvaluatePartial(input(t, tt.change), tt.unknown, tt.estimated)
			assert.Equal(t, tt.want, statuses(result)[tt.rule])
			assert.Equal(t, tt.want == request.Violated, slices.Contains(ids(result.Violations), tt.rule))
		})
	}
}

// fieldsBut returns the names of all fields except some.
func fieldsBut(known ...string) []string {
	return slices.DeleteFunc(request.FieldNames(), func(name string) bool {
		return name == request.ControlsField || slices.Contains(known, name)
	})
}

func TestAPartialViolationSaysWhatToWrite(t *testing.T) {
	in := input(t, func(r *request.Request) { r.Region, r.ExpiryDate = "us-east-1", "2026-01-01" })
	result := compile(t, "").EvaluatePartial(in, fieldsBut("region", "expiry_date"), false)
	require.Equal(t, []string{"common.expiry.future", "common.region.allowed"}, ids(result.Violations))
	assert.Equal(t, request.Text("us-east-1"), result.Violations[1].Actual)
	assert.Equal(t, request.Text("eu-west-1"), result.Violations[1].Suggestion)
	assert.Contains(t, result.Violations[1].Message, "us-east-1")
}

func TestAPartialViolationOfAFieldThatIsMissingHasNoActual(t *testing.T) {
	set := compile(t, "", requiring(`request.region != "eu-west-1"`))
	result := set.EvaluatePartial(input(t, nil), fieldsBut("region"), false)
	require.Equal(t, []string{"team.a"}, ids(result.Violations))
	assert.True(t, result.Violations[0].Actual.IsZero())
}

// TestDecidedRulesStayDecided fills in unknown fields in many ways: a rule that was not open keeps its outcome.
func TestDecidedRulesStayDecided(t *testing.T) {
	set := compile(t, profile.Sandbox)
	random := rand.New(rand.NewPCG(1, 2))
	decided := map[request.Outcome]int{}
	for range 300 {
		in, unknown := candidate(t, random), unknownFields(random)
		estimated := random.IntN(2) == 0
		partial := statuses(set.EvaluatePartial(in, unknown, estimated))
		for range 10 {
			filled := in
			other := candidate(t, random)
			for _, name := range unknown {
				f, _ := request.FieldNamed(name)
				require.True(t, f.Assign(&filled.Request, other.Request.Value(name)) || name == "expiry_date", name)
			}
			if !estimated {
				filled.Estimate = other.Estimate
			}
			for id, status := range statuses(set.Evaluate(filled)) {
				early := partial[id]
				decided[early]++
				if early == request.Satisfied && status == request.NotApplicable {
					continue // it would be satisfied if it applied
				}
				if early != request.Open {
					require.Equal(t, early, status, "%s, unknown %v", id, unknown)
				}
			}
		}
	}
	for _, status := range []request.Outcome{request.Open, request.Satisfied, request.Violated, request.NotApplicable} {
		assert.Positive(t, decided[status], status)
	}
}

func unknownFields(random *rand.Rand) []string {
	return slices.DeleteFunc(fieldsBut(), func(string) bool { return random.IntN(2) == 0 })
}

// candidate returns one of many acceptable and unacceptable requests.
func candidate(t *testing.T, random *rand.Rand) policy.Input {
	t.Helper()
	pick := func(values ...string) string { return values[random.IntN(len(values))] }
	in := input(t, nil)
	for _, f := range request.Fields() {
		var v request.Value
		switch {
		case f.Kind == request.FlagValue:
			v = request.Flag(random.IntN(4) > 0)
		case f.Values != nil:
			v = request.Text(pick(f.Values...))
		case f.Name == "region":
			v = request.Text(pick("eu-west-1", "eu-central-1", "us-east-1"))
		case f.Name == "network_cidr":
			v = request.Text(pick("10.0.0.0/20", "10.0.0.0/26", "52.0.0.0/8", "172.16.0.0/16"))
		case f.Name == "monthly_budget":
			v = request.Number([]int64{1, 300, 1001, 1_000_000}[random.IntN(4)])
		case f.Name == "expiry_date":
			v = request.Text(pick("2026-01-01", "2026-12-01", "2027-04-01", "2040-01-01"))
		default:
			continue
		}
		in.Request = with(t, in.Request, f.Name, v)
	}
	if random.IntN(3) == 0 {
		in.Estimate.MonthlyTotal = request.Money{}
		if random.IntN(2) == 0 {
			in.Estimate.KnownTotal = request.Money{}
		}
	}
	return in
}
