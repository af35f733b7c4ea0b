package readiness

import (
	html "html/template"
	"testing"

	"github.com/jba/templatecheck"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
)

func TestTemplateFitsItsStruct(t *testing.T) {
	require.NoError(t, template.Check(func(page *html.Template, example any) error {
		return templatecheck.CheckHTML(page, example)
	}))
}

func TestTheWorstOutcomeCounts(t *testing.T) {
	check := func(statuses ...profile.CheckStatus) profile.CheckStatus {
		var c checked
		for _, s := range statuses {
			c.Checks = append(c.Checks, profile.Check{Status: s})
		}
		return c.Worst()
	}
	require.Equal(t, profile.Passed, check())
	require.Equal(t, profile.Passed, check(profile.Passed, profile.Passed))
	require.Equal(t, profile.Warning, check(profile.Passed, profile.Warning, profile.Passed))
	require.Equal(t, profile.Failed, check(profile.Failed, profile.Warning))
	require.Equal(t, profile.Failed, check(profile.Warning, profile.Failed))
	require.Equal(t, profile.Failed, check("unheard-of"))
}

func TestUsualSettingsAreAllDefaults(t *testing.T) {
	chosen, usual := profile.SettingInForce{Name: "egress", Value: "hub"}, profile.SettingInForce{Name: "dns", Default: true}
	require.False(t, checked{profile.Readiness{Settings: []profile.SettingInForce{chosen, usual}}}.Usual())
	require.True(t, checked{profile.Readiness{Settings: []profile.SettingInForce{usual}}}.Usual())
	require.True(t, checked{}.Usual())
}

func TestAnAdaptersFailureHasTheCodeOfItsFault(t *testing.T) {
	p := problem.New(problem.AdapterUnavailable, "It is missing.")
	require.Equal(t, problem.AdapterUnavailable, codeOf(p, p.Code))
	p.Faults = []problem.Fault{{Code: "adapter_missing"}}
	require.EqualValues(t, "adapter_missing", codeOf(p, p.Code))
	require.EqualValues(t, "adapter_missing", adapter{Provider: wire.Provider{ID: "a", Problem: p}}.Code())
	require.EqualValues(t, "api_unavailable", codeOf(&api.Failure{}, "api_unavailable"))
}
