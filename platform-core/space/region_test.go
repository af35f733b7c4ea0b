package space_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
)

// TestRegionWithoutAPrice checks that the size changes too, for the same rule, if the only allowed region has prices only for
// small clusters.
func TestRegionWithoutAPrice(t *testing.T) {
	answer := func(r request.Request) space.Answer {
		cost := request.Cents(100)
		if r.Region == "south-1" && r.ClusterSize != "small" {
			cost = request.Money{}
		}
		return space.Answer{Estimate: costing(cost)}
	}
	r := original(t)
	result, err := space.Search(t.Context(), space.Problem{
		Request: r, Answer: answer(r), ChangedLast: kept, EstimateReads: space.FieldsNamed(request.RegionField, request.SizeField),
		Conditions: []space.Condition{
			condition("owner", request.OwnerField),
			condition("region", request.RegionField),
		},
		Evaluate: func(r request.Request, _ request.Estimate) outcome {
			return func(i int, _ space.Fields) (request.Value, bool) {
				return request.Value{}, i == 1 && r.Region != "south-1"
			}
		},
		Values: func(field string) []request.Value { return tried[field] },
		Ask:    askingEach(answer),
	})
	require.NoError(t, err)
	require.Len(t, result.Fixes, 1)
	assert.Equal(t, []request.Change{
		{Field: request.RegionField, From: request.Text("north-1"), To: request.Text("south-1"), PolicyID: "region"},
		{Field: request.SizeField, From: request.Text("medium"), To: request.Text("small"), PolicyID: "region"},
	}, result.Fixes[0].Changes)
}

// TestFixAvoidsRegionsWithFewerPrices checks that a fix does not choose east-1, where half of the prices are missing and the
// rest is within the limit.
func TestFixAvoidsRegionsWithFewerPrices(t *testing.T) {
	answer := func(r request.Request) space.Answer {
		known, items := request.Cents(500_00), []request.EstimateItem{{MonthlyCost: request.Cents(500_00)}}
		if r.Region == "east-1" {
			known, items = request.Cents(90_00), []request.EstimateItem{{MonthlyCost: request.Cents(90_00)}, {}}
		}
		return space.Answer{Estimate: request.Estimate{KnownTotal: known, Items: items}}
	}
	for name, c := range map[string]struct {
		forbidden []string // regions that a rule denies
		cap       int64    // of the estimate
		native    string   // the region that the adapter denies
		want      []string // the fields that change
		region    string
	}{
		"the price is above a limit":                                       {cap: 100},
		"where it has to go, there is one with a price":                    {forbidden: []string{"north-1"}, cap: 1000, want: []string{request.RegionField, request.BudgetField}, region: "south-1"},
		"the adapter denies the other region, which is also too expensive": {forbidden: []string{"north-1"}, native: "south-1", cap: 100, want: []string{request.RegionField}, region: "east-1"},
		"there is no other region":                                         {forbidden: []string{"north-1", "south-1"}, cap: 1000, want: []string{request.RegionField}, region: "east-1"},
	} {
		t.Run(name, func(t *testing.T) {
			answer := func(r request.Request) space.Answer {
				a := answer(r)
				if r.Region == c.native {
					a.Denies = map[string]request.Value{"native": {}}
				}
				return a
			}
			r := original(t)
			result, err := space.Search(t.Context(), space.Problem{
				Request: r, Answer: answer(r), ChangedLast: kept, EstimateReads: space.FieldsNamed(request.RegionField),
				Conditions: []space.Condition{
					condition("region", request.RegionField),
					{ID: "limit", Field: request.SizeField, Reads: space.FieldsNamed(request.SizeField), ReadsEstimate: true},
					{ID: "budget", Field: request.BudgetField, Reads: space.FieldsNamed(request.BudgetField), ReadsEstimate: true},
					{ID: "native", Field: request.RegionField, Reads: space.FieldsNamed(request.RegionField), FromAdapter: true},
				},
				Evaluate: func(r request.Request, e request.Estimate) outcome {
					return func(i int, _ space.Fields) (request.Value, bool) {
						switch dollars := e.KnownTotal.Dollars(); i {
						case 0:
							return request.Value{}, slices.Contains(c.forbidden, r.Region)
						case 1:
							return request.Value{}, dollars > c.cap
						default:
							return request.Number(dollars), r.MonthlyBudget < dollars
						}
					}
				},
				Values: func(field string) []request.Value {
					return map[string][]request.Value{request.RegionField: {request.Text("east-1"), request.Text("south-1")}}[field]
				},
				Ask: askingEach(answer),
			})
			require.NoError(t, err)
			if c.want == nil {
				assert.Empty(t, result.Fixes)
				require.NotNil(t, result.Nearest)
				assert.Equal(t, "north-1", result.Nearest.Request.Region)
				return
			}
			require.NotEmpty(t, result.Fixes)
			assert.Equal(t, c.want, request.Differences(r, result.Fixes[0].Request))
			assert.Equal(t, c.region, result.Fixes[0].Request.Region)
		})
	}
}
