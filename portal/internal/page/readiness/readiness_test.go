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
		var checks []profile.Check
		for _, s := range statuses {
			checks = append(checks, profile.Check{Status: s})
		}
		return worst(checks)
	}
	require.Equal(t, profile.Passed, check())
	require.Equal(t, profile.Passed, check(profile.Passed, profile.Passed))
	require.Equal(t, profile.Warning, check(profile.Passed, profile.Warning, profile.Passed))
	require.Equal(t, profile.Failed, check(profile.Failed, profile.Warning))
	require.Equal(t, profile.Failed, check(profile.Warning, profile.Failed))
	require.Equal(t, profile.Failed, check("unheard-of"))
}

// TestEveryModeSaysWhatIsGuarded compares the texts with the list of prerequisites of deployment
// workflows.
func TestEveryModeSaysWhatIsGuarded(t *testing.T) {
	for _, mode := range profile.Modes() {
		text := ""
		for _, c := range guarded(mode.Mode) {
			require.Equal(t, "Guarded, not executed", c.State.Word)
			text += c.Name + ": " + c.About + "\n"
		}
		for _, need := range []string{"OIDC", "exact default-branch commit", "hashes", "independent review", "typed confirmation", "IDs"} {
			require.Contains(t, text, need, mode.Mode)
		}
		require.Len(t, available(mode.Mode), 5)
	}
	require.Empty(t, guarded("unheard-of"))
	require.Empty(t, available("unheard-of"))
}

func TestSettingsSayWhereTheyCameFrom(t *testing.T) {
	chosen := Settings{
		{Title: "Egress", Name: "egress", Purpose: "The way out.", Value: "hub", Chosen: true, Origin: chosenBadge}, {Name: "dns", Origin: defaultBadge},
	}
	require.Equal(t, chosen, newSettings([]profile.SettingInForce{
		{Name: "egress", DisplayName: "Egress", Purpose: "The way out.", Value: "hub"}, {Name: "dns", Default: true},
	}))
	require.Nil(t, newSettings(nil))
	require.False(t, chosen.Usual())
	require.True(t, chosen[1:].Usual())
}

func TestAnAdaptersFailureHasTheCodeOfItsFault(t *testing.T) {
	p := problem.New(problem.AdapterUnavailable, "It is missing.")
	require.Equal(t, "adapter_unavailable", codeOf(p, string(p.Code)))
	p.Faults = []problem.Fault{{Code: "adapter_missing"}}
	require.Equal(t, "adapter_missing", codeOf(p, string(p.Code)))
	require.Equal(t, "adapter_missing", newAdapter(wire.Provider{ID: "a", Problem: p, Provider: &profile.Provider{}}, "a").Code)
	require.Equal(t, "api_unavailable", codeOf(&api.Failure{}, "api_unavailable"))
}
