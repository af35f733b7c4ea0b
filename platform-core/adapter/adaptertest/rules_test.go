package adaptertest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/request"
)

// wants returns a rule that a field has a value, which suggests another one or
// the same.
func wants(id, field, value, suggestion string) adapter.NativeRule {
	return adapter.NativeRule{ID: id, Field: field, Check: func(r request.Request) *adapter.Finding {
		if r.Value(field).Text == value {
			return nil
		}
		f := &adapter.Finding{Message: field + " must be " + value, Remediation: "Write " + suggestion + "."}
		if suggestion != "" {
			f.Suggestion = request.Text(suggestion)
		}
		return f
	}}
}

func theRequest() request.Request { return adaptertest.Request("north-1") }

func one(t *testing.T, r adapter.NativeRule) []request.Violation {
	t.Helper()
	v, broken := r.Find(theRequest())
	require.True(t, broken)
	return []request.Violation{v}
}

func TestCases(t *testing.T) {
	rule := wants("x.size", "cluster_size", "large", "large")
	right := adaptertest.RuleCase{Rule: "x.size", Request: theRequest(), Message: "cluster_size must be large", Suggestion: "large"}
	require.NoError(t, right.Check(one(t, rule)))
	require.NoError(t, adaptertest.CheckRulesCovered([]adapter.NativeRule{rule}, map[string]adaptertest.RuleCase{"small": right}))
	require.ErrorContains(t, adaptertest.CheckRulesCovered([]adapter.NativeRule{rule, {ID: "x.more"}}, map[string]adaptertest.RuleCase{"small": right}), "no case breaks only x.more")
	for want, c := range map[string]adaptertest.RuleCase{
		"only x.other must be broken":   {Rule: "x.other", Request: theRequest()},
		"instead of \"It must.\"":       {Rule: "x.size", Request: theRequest(), Message: "It must."},
		"suggests \"large\" instead of": {Rule: "x.size", Request: theRequest(), Message: right.Message, Suggestion: "medium"},
		"reports that cluster_size is \"small\"; it is \"medium\"": {
			Rule: "x.size", Request: adaptertest.Request("north-1", adaptertest.WithSize("medium")), Message: right.Message, Suggestion: "large"},
	} {
		require.ErrorContains(t, c.Check(one(t, rule)), want)
	}
	require.ErrorContains(t, right.Check(nil), "broken are []")
	require.ErrorContains(t, right.Check(append(one(t, rule), one(t, rule)...)), `["x.size" "x.size"]`)
}

func TestSuggestions(t *testing.T) {
	requests := []request.Request{theRequest()}
	followed, err := adaptertest.CheckSuggestions([]adapter.NativeRule{
		wants("x.app", "application", "web", "web"), wants("x.net", "network_cidr", "10.0.0.0/16", "10.0.0.0/16"),
		wants("x.owner", "owner", "a@b.example", "a@b.example"), wants("x.none", "region", "south-1", ""),
	}, requests)
	require.NoError(t, err)
	assert.Equal(t, 3, followed)
	for want, rule := range map[string]adapter.NativeRule{
		"breaks the rule again":         wants("x.size", "cluster_size", "large", "medium"),
		"does not have what to type":    {ID: "x.size", Field: "cluster_size", Check: silent},
		"x.owner suggests \"nobody\" f": wants("x.owner", "owner", "a@b.example", "nobody"),
	} {
		_, err := adaptertest.CheckSuggestions([]adapter.NativeRule{rule}, requests)
		require.ErrorContains(t, err, want)
		assert.ErrorContains(t, err, rule.ID)
	}
}

func silent(request.Request) *adapter.Finding {
	return &adapter.Finding{Suggestion: request.Text("large")}
}

func TestWaysOut(t *testing.T) {
	requests := []request.Request{theRequest()}
	require.NoError(t, adaptertest.CheckWayOut([]adapter.NativeRule{
		wants("x.size", "cluster_size", "large", "large"), wants("x.region", "region", "south-1", "south-1"),
	}, requests))
	back := []adapter.NativeRule{wants("x.one", "region", "south-1", "south-1"), wants("x.two", "region", "north-1", "north-1")}
	require.ErrorContains(t, adaptertest.CheckWayOut(back, requests), "are still broken after 8 rounds")
	require.ErrorContains(t, adaptertest.CheckWayOut([]adapter.NativeRule{wants("x.no", "region", "south-1", "")}, requests), "x.no suggests nothing")
	require.ErrorContains(t, adaptertest.CheckWayOut([]adapter.NativeRule{wants("x.net", "network_cidr", "", "everywhere")}, requests), "x.net")
}
