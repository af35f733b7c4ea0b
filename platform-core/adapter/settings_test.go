package adapter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// routed is the plan of an environment whose settings are its inputs.
type routed struct{ sized }

func (p routed) Inputs() map[string]any {
	return map[string]any{"egress": p.in.Setting("egress"), "dns": p.in.SettingList("dns_servers"), "moon": p.in.Setting("moon")}
}

// withSettings is a definition with settings, a rule that reads one, and one that
// needs another.
func withSettings(t *testing.T) adapter.Definition {
	t.Helper()
	d := definition(t)
	d.Settings = []profile.Setting{
		{Name: "egress", DisplayName: "Egress", Purpose: "p", Kind: profile.ChoiceSetting, Choices: []string{"own", "hub"}, Default: "own"},
		{Name: "dns_servers", DisplayName: "DNS", Purpose: "p", Kind: profile.AddressSetting, List: true, Example: "10.0.0.4,10.0.0.5", Modes: []profile.Mode{profile.Sandbox, profile.Enterprise}},
	}
	d.Placement, d.Rules = adapter.Placement{}, []adapter.NativeRule{{
		ID: "provider_t.dns", Title: "T", Field: "region", Level: profile.Mandatory, Expected: "e",
		CheckInput: func(in adapter.Input) *adapter.Finding {
			if in.Setting("egress") == "own" {
				return nil
			}
			return &adapter.Finding{Message: "m", Remediation: "r"}
		},
	}}
	d.CheckSettings = func(p profile.Profile) []adapter.SettingFault {
		if p.Settings["egress"] == "hub" && p.Settings["dns_servers"] == "" {
			return []adapter.SettingFault{{Setting: "dns_servers", Message: "is missing; egress hub needs it"}}
		}
		return nil
	}
	d.Readiness = []adapter.ReadinessCheck{func(p profile.Profile) profile.Check {
		return profile.Check{ID: "provider_t.a", Title: "T", Status: profile.Passed, Message: "egress " + p.Settings["egress"]}
	}}
	d.Plan = func(in adapter.Input) (adapter.Plan, error) { return routed{sized{in}}, nil }
	return d
}

// TestAPlanHasEverySetting: the installation's if the mode takes the setting, else the default.
func TestAPlanHasEverySetting(t *testing.T) {
	a := adapter.New(withSettings(t))
	d, err := a.Describe(t.Context())
	require.NoError(t, err)
	require.NoError(t, adapter.CheckDescription("provider_t", d))
	hub := []adapter.Setting{{Name: "dns_servers", Value: "10.0.0.5,10.0.0.4"}, {Name: "egress", Value: "hub"}, {Name: "moon", Value: "full"}}
	for name, c := range map[string]struct {
		mode     profile.Mode
		settings []adapter.Setting
		inputs   string
		denied   int
	}{
		"defaults":        {profile.Enterprise, nil, "{\n  \"dns\": null,\n  \"egress\": \"own\",\n  \"moon\": \"\"\n}\n", 0},
		"chosen":          {profile.Enterprise, hub, "{\n  \"dns\": [\n    \"10.0.0.5\",\n    \"10.0.0.4\"\n  ],\n  \"egress\": \"hub\",\n  \"moon\": \"\"\n}\n", 1},
		"in a simulation": {profile.Simulation, hub, "{\n  \"dns\": null,\n  \"egress\": \"own\",\n  \"moon\": \"\"\n}\n", 0},
		"in a sandbox":    {profile.Sandbox, hub, "{\n  \"dns\": [\n    \"10.0.0.5\",\n    \"10.0.0.4\"\n  ],\n  \"egress\": \"own\",\n  \"moon\": \"\"\n}\n", 0},
	} {
		t.Run(name, func(t *testing.T) {
			in := identified()
			in.Mode, in.Settings = c.mode, c.settings
			g, err := a.Generate(t.Context(), in)
			require.NoError(t, err)
			assert.Equal(t, c.inputs, string(g.Files[1].Content))
			e, err := a.Evaluate(t.Context(), in)
			require.NoError(t, err)
			assert.Len(t, e.Violations, c.denied)
			assert.Equal(t, c.settings, in.Settings, "an input is the caller's own")
		})
	}
	d.Settings[0].Choices[0] = "x"
	again, err := a.Describe(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "own", again.Settings[0].Choices[0], "an answer is the caller's own")
}

func TestSettingsThatDoNotGoTogether(t *testing.T) {
	d := withSettings(t)
	a := adapter.New(d)
	p := profile.Profile{Mode: profile.Enterprise, Settings: map[string]string{"egress": "hub"}}
	checks, err := a.CheckInstallation(t.Context(), p)
	require.NoError(t, err)
	require.NoError(t, adapter.CheckChecks("provider_t", checks))
	assert.Equal(t, "egress hub", checks[0].Message)
	assert.Equal(t, []problem.Fault{{Field: "settings.dns_servers", Code: problem.FaultConflict, Message: "is missing; egress hub needs it"}}, adapter.SettingFaults(checks))
	assert.Equal(t, map[string]string{"egress": "hub"}, p.Settings, "a profile is the caller's own")

	p.Settings["dns_servers"] = "10.0.0.4"
	checks, err = a.CheckInstallation(t.Context(), p)
	require.NoError(t, err)
	assert.Empty(t, adapter.SettingFaults(checks))
	checks, err = a.CheckInstallation(t.Context(), profile.Profile{Mode: profile.Enterprise})
	require.NoError(t, err)
	assert.Equal(t, "egress own", checks[0].Message)

	d.Readiness, d.Rules = nil, nil
	bare, err := adapter.New(d).Describe(t.Context())
	require.NoError(t, err)
	assert.True(t, bare.Has(adapter.CapabilityReadiness), "a host has to ask for the faults")
}

func TestAnInputHasTheSettingsOfTheProfile(t *testing.T) {
	in := adapter.NewInput(request.Request{}, profile.Profile{Settings: map[string]string{"b": "2", "a": "1,3"}})
	assert.Equal(t, []adapter.Setting{{Name: "a", Value: "1,3"}, {Name: "b", Value: "2"}}, in.Settings)
	assert.Equal(t, []string{"1", "3"}, in.SettingList("a"))
	assert.Nil(t, in.SettingList("c"))
}
