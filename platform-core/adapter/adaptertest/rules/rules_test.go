package rules_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest/orders"
	"platform.internal/platform-core/adapter/adaptertest/rules"
	"platform.internal/platform-core/request"
)

// wants returns a rule that a field has a value, which suggests another one or
// the same.
func wants(id, field, value, suggestion string) rules.Rule {
	return rules.Rule{ID: id, Find: func(r request.Request) (request.Violation, bool) {
		v := request.Violation{PolicyID: id, Field: field, Message: field + " must be " + value, Remediation: "Write " + suggestion + ".",
			Actual: r.Value(field)}
		if suggestion != "" {
			v.Suggestion = request.Text(suggestion)
		}
		return v, r.Value(field).Text != value
	}}
}

func theRequest() request.Request { return orders.Request("north-1") }

func one(t *testing.T, r rules.Rule) []request.Violation {
	t.Helper()
	v, broken := r.Find(theRequest())
	require.True(t, broken)
	return []request.Violation{v}
}

func TestCases(t *testing.T) {
	rule := wants("x.size", "cluster_size", "large", "large")
	right := rules.Case{Rule: "x.size", Request: theRequest(), Message: "cluster_size must be large", Suggestion: "large"}
	require.NoError(t, right.Check(one(t, rule)))
	require.NoError(t, rules.CheckCovered([]rules.Rule{rule}, map[string]rules.Case{"small": right}))
	require.ErrorContains(t, rules.CheckCovered([]rules.Rule{rule, {ID: "x.more"}}, map[string]rules.Case{"small": right}), "no case breaks x.more alone")
	for want, c := range map[string]rules.Case{
		"x.other alone must be broken":  {Rule: "x.other", Request: theRequest()},
		"instead of \"It must.\"":       {Rule: "x.size", Request: theRequest(), Message: "It must."},
		"suggests \"large\" instead of": {Rule: "x.size", Request: theRequest(), Message: right.Message, Suggestion: "medium"},
		"says that cluster_size is \"small\"; it is \"medium\"": {
			Rule: "x.size", Request: orders.Request("north-1", orders.Sized("medium")), Message: right.Message, Suggestion: "large"},
	} {
		require.ErrorContains(t, c.Check(one(t, rule)), want)
	}
	require.ErrorContains(t, right.Check(nil), "broken are []")
	require.ErrorContains(t, right.Check(append(one(t, rule), one(t, rule)...)), `["x.size" "x.size"]`)
}

func TestSuggestions(t *testing.T) {
	requests := slices.Values([]request.Request{theRequest()})
	followed, err := rules.CheckSuggestions([]rules.Rule{
		wants("x.app", "application", "web", "web"), wants("x.net", "network_cidr", "10.0.0.0/16", "10.0.0.0/16"),
		wants("x.owner", "owner", "a@b.example", "a@b.example"), wants("x.none", "region", "south-1", ""),
	}, requests)
	require.NoError(t, err)
	assert.Equal(t, 3, followed)
	for want, rule := range map[string]rules.Rule{
		"breaks the rule again":         wants("x.size", "cluster_size", "large", "medium"),
		"no network without host bits":  wants("x.net", "network_cidr", "10.0.0.0/16", "10.0.0.1/16"),
		"does not say what to type":     {ID: "x.size", Find: silent},
		"x.owner suggests \"nobody\" f": wants("x.owner", "owner", "a@b.example", "nobody"),
	} {
		_, err := rules.CheckSuggestions([]rules.Rule{rule}, requests)
		require.ErrorContains(t, err, want)
		assert.ErrorContains(t, err, rule.ID)
	}
}

func silent(request.Request) (request.Violation, bool) {
	return request.Violation{Field: "cluster_size", Suggestion: request.Text("large")}, true
}

func TestWaysOut(t *testing.T) {
	requests := slices.Values([]request.Request{theRequest()})
	require.NoError(t, rules.CheckWayOut([]rules.Rule{
		wants("x.size", "cluster_size", "large", "large"), wants("x.region", "region", "south-1", "south-1"),
	}, requests))
	back := []rules.Rule{wants("x.one", "region", "south-1", "south-1"), wants("x.two", "region", "north-1", "north-1")}
	require.ErrorContains(t, rules.CheckWayOut(back, requests), "are still broken after 8 rounds")
	require.ErrorContains(t, rules.CheckWayOut([]rules.Rule{wants("x.no", "region", "south-1", "")}, requests), "x.no suggests nothing")
	require.ErrorContains(t, rules.CheckWayOut([]rules.Rule{wants("x.net", "network_cidr", "", "everywhere")}, requests), "x.net")
}
