package space_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
)

// TestUserFieldsAreLeftOpen checks a request whose owner breaks a rule without a suggestion, and whose budget breaks a rule
// with a suggestion.
func TestUserFieldsAreLeftOpen(t *testing.T) {
	r := original(t)
	p := space.Problem{
		Request: r, ChangedLast: kept,
		Conditions: []space.Condition{
			{ID: "owner", Field: request.OwnerField, Reads: space.FieldsNamed(request.OwnerField), UserFields: space.FieldsNamed(request.OwnerField)},
			condition("budget", request.BudgetField),
		},
		Evaluate: func(r request.Request, _ request.Estimate) outcome {
			return func(i int, open space.Fields) (request.Value, bool) {
				if i == 0 {
					return request.Value{}, r.Owner == original(t).Owner && open == 0
				}
				return request.Number(700), r.MonthlyBudget < 700
			}
		},
		Values: func(string) []request.Value { return nil },
		Ask: func(_ context.Context, list []request.Request) ([]space.Answer, error) {
			return make([]space.Answer, len(list)), nil
		},
	}
	result := searched(t, p)
	require.Len(t, result.Fixes, 1)
	assert.Equal(t, []space.OpenField{{Field: request.OwnerField, PolicyID: "owner"}}, result.Fixes[0].Open)
	assert.Equal(t, []request.Change{{Field: request.BudgetField, From: request.Number(100), To: request.Number(700), PolicyID: "budget"}}, result.Fixes[0].Changes)
}
