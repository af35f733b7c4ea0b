package profile_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// withSettings is a provider with a setting of each kind.
func withSettings() profile.Provider {
	return profile.Provider{
		ID: "provider_t", DefaultRegion: "north-1", Regions: []profile.Region{{Name: "north-1"}},
		Settings: []profile.Setting{
			{Name: "egress", DisplayName: "Egress", Purpose: "The way out.", Kind: profile.ChoiceSetting, Choices: []string{"own", "hub"}, Default: "own"},
			{Name: "next_hop", Kind: profile.AddressSetting, Example: "10.0.0.4"},
			{Name: "dns_servers", Kind: profile.AddressSetting, List: true, Example: "10.0.0.4,10.0.0.5"},
			{Name: "pod_range", Kind: profile.RangeSetting, Default: "10.244.0.0/16", Example: "100.64.0.0/16"},
			{Name: "boundary_arn", Kind: profile.TextSetting, Pattern: "arn:[a-z:/]+", Form: "the ARN of a policy", Example: "arn:a"},
			{Name: "groups", Kind: profile.TextSetting, List: true, Pattern: "[a-z ]+", Form: "a group", Example: "a", Modes: []profile.Mode{profile.Sandbox, profile.Enterprise}},
		},
	}
}

func resolved(t *testing.T, p profile.Provider, text string) (profile.Profile, error) {
	t.Helper()
	draft, err := profile.Parse(document.Source{Format: document.YAML, Data: []byte("provider: provider_t\n" + text)})
	require.NoError(t, err)
	return draft.Resolve(p, func(profile.Mode, []profile.Rule) []problem.Fault { return nil })
}

const enterprise = "mode: enterprise\n"

// TestSettingsHaveANormalForm: what means the same is the same profile.
func TestSettingsHaveANormalForm(t *testing.T) {
	for text, want := range map[string]map[string]string{
		"":                                nil,
		"settings: {}":                    nil,
		"settings:":                       nil,
		"settings: {egress: own}":         nil,
		"settings: {egress: ''}":          nil,
		"settings: {egress: ' '}":         nil,
		"settings: {egress: ' HUB '}":     {"egress": "hub"},
		"settings: {next_hop: 10.0.0.4 }": {"next_hop": "10.0.0.4"},
		"settings: {dns_servers: '10.0.0.5 , 10.0.0.4'}":     {"dns_servers": "10.0.0.5,10.0.0.4"},
		"settings: {pod_range: 100.64.7.1/16}":               {"pod_range": "100.64.0.0/16"},
		"settings: {pod_range: 10.244.0.0/16}":               nil,
		"settings: {pod_range: 10.244.3.1/16}":               nil,
		"settings: {boundary_arn: ' arn:aws:iam::x '}":       {"boundary_arn": "arn:aws:iam::x"},
		"settings: {groups: 'one group, another'}":           {"groups": "one group,another"},
		"settings: {next_hop: 10.0.0.4, egress: hub}":        {"egress": "hub", "next_hop": "10.0.0.4"},
		"settings: {egress: hub, next_hop: '', groups: ' '}": {"egress": "hub"},
	} {
		t.Run(text, func(t *testing.T) {
			p, err := resolved(t, withSettings(), enterprise+text)
			require.NoError(t, err)
			assert.Equal(t, want, p.Settings)
			written, err := profile.Parse(document.Source{Format: document.JSON, Data: p.Canonical()})
			require.NoError(t, err)
			again, err := written.Resolve(withSettings(), func(profile.Mode, []profile.Rule) []problem.Fault { return nil })
			require.NoError(t, err)
			assert.Equal(t, p, again, "a normal form is that of itself")
		})
	}
}

// TestWrongSettingsAreRefused, each with its field and what to write.
func TestWrongSettingsAreRefused(t *testing.T) {
	many := strings.Repeat("10.0.0.4,", profile.MaxSettingEntries) + "10.0.0.5"
	for text, want := range map[string]string{
		"mode: enterprise\nsettings: {egress: peer}":                                                    "settings.egress invalid_form must be own or hub",
		"mode: enterprise\nsettings: {next_hop: 10.0.0.400}":                                            "settings.next_hop invalid_form must be an IPv4 address, such as 10.0.0.4",
		"mode: enterprise\nsettings: {next_hop: '::1'}":                                                 "settings.next_hop invalid_form must be an IPv4 address, such as 10.0.0.4",
		"mode: enterprise\nsettings: {next_hop: '::ffff:10.0.0.1'}":                                     "settings.next_hop invalid_form must be an IPv4 address, such as 10.0.0.4",
		"mode: enterprise\nsettings: {next_hop: '10.0.0.4,10.0.0.5'}":                                   "settings.next_hop invalid_form must be an IPv4 address, such as 10.0.0.4",
		"mode: enterprise\nsettings: {dns_servers: '10.0.0.4,'}":                                        "settings.dns_servers invalid_form must be an IPv4 address, or several separated by commas, such as 10.0.0.4,10.0.0.5",
		"mode: enterprise\nsettings: {dns_servers: '10.0.0.4,10.0.0.4'}":                                "settings.dns_servers invalid_form names 10.0.0.4 twice; name each once",
		"mode: enterprise\nsettings: {dns_servers: '" + many + "'}":                                     "settings.dns_servers invalid_form must have at most 50 entries, not 51",
		"mode: enterprise\nsettings: {pod_range: 100.64.0.0}":                                           "settings.pod_range invalid_form must be an IPv4 range in CIDR form, such as 100.64.0.0/16",
		"mode: enterprise\nsettings: {pod_range: '2001:db8::/32'}":                                      "settings.pod_range invalid_form must be an IPv4 range in CIDR form, such as 100.64.0.0/16",
		"mode: enterprise\nsettings: {boundary_arn: xarn:a}":                                            "settings.boundary_arn invalid_form must be the ARN of a policy, such as arn:a",
		"mode: enterprise\nsettings: {boundary_arn: \"arn:a\\nb\"}":                                     "settings.boundary_arn invalid_form must be the ARN of a policy, such as arn:a",
		"mode: enterprise\nsettings: {groups: 'a,B'}":                                                   "settings.groups invalid_form must be a group, or several separated by commas, such as a",
		"mode: enterprise\nsettings: {groups: '" + strings.Repeat("a", profile.MaxSettingSize+1) + "'}": "settings.groups invalid_form must have at most 4096 bytes, not 4097",
		"mode: enterprise\nsettings: {nexthop: 10.0.0.4}":                                               "settings.nexthop unknown_field is not a setting of provider_t; write next_hop",
		"mode: enterprise\nsettings: {colour: red}": "settings.colour unknown_field is not a setting of provider_t; " +
			"the settings are egress, next_hop, dns_servers, pod_range, boundary_arn, groups",
		"mode: enterprise\nsettings: {egress: [hub]}":      "settings.egress wrong_type must be text, not a list",
		"mode: enterprise\nsettings: {egress: true}":       "settings.egress wrong_type must be text, not true or false; write \"true\"",
		"mode: enterprise\nsettings: [egress]":             "settings wrong_type must be an object, not a list",
		"mode: sandbox\nsettings: {egress: hub}":           "settings.egress not_in_this_mode is for enterprise mode; leave it out in sandbox mode",
		"settings: {groups: a}":                            "settings.groups not_in_this_mode is for sandbox and enterprise mode; leave it out in simulation mode",
		"settings: {egress: own}":                          "settings.egress not_in_this_mode is for enterprise mode; leave it out in simulation mode",
		"mode: simulation\nsettings: {nexthop: 10.0.0.4}":  "settings.nexthop unknown_field is not a setting of provider_t; write next_hop",
		"mode: moon\nsettings: {egress: hub}":              "mode unsupported_value must be one of simulation, sandbox, enterprise",
		"mode: enterprise\nsettings: {egress: hub}\nx: 1 ": "x unknown_field is not a field here; the fields are schema, provider, mode, allowed_regions, boundaries, policy_date, unpriced, policies, exceptions, settings",
	} {
		t.Run(text[:min(len(text), 80)], func(t *testing.T) {
			_, err := resolved(t, withSettings(), text)
			p := problem.From(err)
			require.NotNil(t, p)
			assert.Equal(t, problem.InstallationRejected, p.Code)
			require.Len(t, p.Faults, 1, "%v", p.Faults)
			assert.Equal(t, want, p.Faults[0].Field+" "+string(p.Faults[0].Code)+" "+p.Faults[0].Message)
		})
	}
	_, err := resolved(t, withSettings(), enterprise+"settings: {dns_servers: [10.0.0.4, 10.0.0.5]}")
	require.Error(t, err)
	require.Len(t, problem.From(err).Faults, 2)
	assert.Equal(t, "must be text, not a list", problem.From(err).Faults[0].Message)
	assert.Equal(t, problem.Fault{
		Field: "settings.dns_servers", Code: problem.FaultForm, Message: "must be one text with commas between the entries, such as 10.0.0.4,10.0.0.5",
	}, problem.From(err).Faults[1])
	_, err = resolved(t, profile.Provider{ID: "provider_t", DefaultRegion: "north-1"}, enterprise+"settings: {egress: hub}")
	require.Error(t, err)
	assert.Equal(t, "is not a setting of provider_t; it has none, so leave it out", problem.From(err).Faults[0].Message)
}

// TestAnExampleIsGivenOnce: a form may have one of its own.
func TestAnExampleIsGivenOnce(t *testing.T) {
	s := profile.Setting{Kind: profile.TextSetting, Form: "12 digits", Example: "000000000001"}
	assert.Equal(t, "12 digits, such as 000000000001", s.Expected())
	s.Form, s.List = "12 digits, such as 111122223333", true
	assert.Equal(t, "12 digits, such as 111122223333, or several separated by commas", s.Expected())
}

func TestFaultsOfSettingsHaveTheirLines(t *testing.T) {
	draft, err := profile.Parse(document.Source{Name: "p.yaml", Format: document.YAML, Data: []byte("provider: provider_t\nmode: enterprise\nsettings:\n  egress: hub\n")})
	require.NoError(t, err)
	for range 2 {
		rejected := draft.Reject([]problem.Fault{{Field: "settings.egress", Code: problem.FaultConflict, Message: "must be own"}})
		assert.Equal(t, problem.InstallationRejected, rejected.Code)
		assert.Equal(t, []problem.Fault{{Field: "settings.egress", Code: problem.FaultConflict, Message: "must be own", Line: 4, Column: 11, Source: problem.SourceLine{Text: "  egress: hub"}}}, rejected.Faults)
	}
}

// TestProfilesOfBeforeSettingsStayTheSame: the digests are those that the release
// before settings (f8c8df7) wrote, and evidence of then names them.
func TestProfilesOfBeforeSettingsStayTheSame(t *testing.T) {
	for mode, digest := range map[string]string{
		"enterprise": "21d4b9a9d2ce0b5f9e2c3e9e826c49d80b53bb04be25f39cff6e56b57d8a2712",
		"simulation": "a19227625a50ce109f48ebde450c94f17127d95776cd104eeae75a7515cd1529",
	} {
		p, err := resolved(t, withSettings(), "mode: "+mode)
		require.NoError(t, err)
		assert.Equal(t, `{"allowed_regions":["north-1"],"boundaries":{},"mode":"`+mode+`","policies":[],"provider":"provider_t",`+
			`"schema":"platform.installation-profile/v1"}`, string(p.Canonical()))
		assert.Equal(t, digest, p.Digest())
	}
}

// TestAProfileWithSettings is the golden of one.
func TestAProfileWithSettings(t *testing.T) {
	p, err := resolved(t, withSettings(), enterprise+"settings: {next_hop: 10.0.0.4, egress: hub, dns_servers: '10.0.0.5, 10.0.0.4', pod_range: 10.244.0.0/16}")
	require.NoError(t, err)
	golden, err := os.ReadFile("testdata/settings.json")
	require.NoError(t, err)
	assert.Equal(t, string(golden), string(p.Canonical())+"\n")
	copied := p.Clone()
	copied.Settings["egress"] = "own"
	assert.Equal(t, "hub", p.Settings["egress"])
}

func TestSettingsInForce(t *testing.T) {
	provider := withSettings()
	p, err := resolved(t, provider, enterprise+"settings: {egress: hub}")
	require.NoError(t, err)
	r := profile.NewReadiness(p, provider, profile.AdapterFacts{}, nil)
	require.Len(t, r.Settings, 6)
	assert.Equal(t, profile.SettingInForce{Name: "egress", DisplayName: "Egress", Purpose: "The way out.", Value: "hub"}, r.Settings[0])
	assert.Equal(t, profile.SettingInForce{Name: "next_hop", Default: true}, r.Settings[1])
	assert.Equal(t, profile.SettingInForce{Name: "pod_range", Value: "10.244.0.0/16", Default: true}, r.Settings[3])
	p, err = resolved(t, provider, "")
	require.NoError(t, err)
	assert.Nil(t, profile.NewReadiness(p, provider, profile.AdapterFacts{}, nil).Settings)
	p, err = resolved(t, provider, "mode: sandbox\nsettings: {groups: a}")
	require.NoError(t, err)
	assert.Equal(t, []profile.SettingInForce{{Name: "groups", Value: "a"}}, profile.NewReadiness(p, provider, profile.AdapterFacts{}, nil).Settings)
}
