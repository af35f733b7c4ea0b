package testkit_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
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

func TestCases(t *testing.T) {
	size, region := wants("x.size", "cluster_size", "large", "large"), wants("x.region", "region", "north-1", "")
	right := testkit.RuleCase{Rule: "x.size", Request: theRequest(), Message: "cluster_size must be large", Suggestion: "large"}
	check := func(c testkit.RuleCase, rules ...adapter.NativeRule) error {
		impl := adapter.New(adapter.Definition{ID: "x", Rules: rules, Plan: func(adapter.Input) (adapter.Plan, error) { return nil, errors.New("no plan") }})
		d, err := impl.Describe(t.Context())
		require.NoError(t, err)
		return testkit.CheckRules(t.Context(), impl, d, map[string]testkit.RuleCase{"small": c})
	}
	require.NoError(t, check(right, size))
	require.ErrorContains(t, check(right, size, region), "no case breaks only x.region")
	for want, c := range map[string]testkit.RuleCase{
		"small: only x.other must be broken": {Rule: "x.other", Request: theRequest()},
		"only x.size must be broken":         {Rule: "x.size", Request: adaptertest.Request("north-1", adaptertest.With("cluster_size", "large"))},
		"instead of \"It must.\"":            {Rule: "x.size", Request: theRequest(), Message: "It must."},
		"suggests \"large\" instead of":      {Rule: "x.size", Request: theRequest(), Message: right.Message, Suggestion: "medium"},
	} {
		require.ErrorContains(t, check(c, size), want)
	}
	right.Request.Region = "south-1"
	require.ErrorContains(t, check(right, size, region), "only x.size must be broken")
}
