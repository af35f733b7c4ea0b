package portal_test

import (
	"io"
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/portaltest"
)

// unset returns the answers of an API without an installation. The string receives the body sent to
// the installation route.
func unset(install http.HandlerFunc) (portaltest.Answers, *string) {
	var sent string
	boundary := func(name string, mode profile.Mode) profile.Boundary {
		return profile.Boundary{Name: name, DisplayName: "The " + name, Mode: mode, Form: "12 digits", Placeholder: "000000000001", Separate: true}
	}
	return portaltest.Answers{
		portaltest.InstallationPath: portaltest.Problem(problem.InstallationNotFound),
		"/v1/platform/providers": portaltest.JSON(wire.List[wire.Provider]{Items: []wire.Provider{
			{ID: "provider_a", Available: true, Provider: &profile.Provider{
				DisplayName: "Provider A", DefaultRegion: "eu-west-1", Writes: "Terraform for AWS",
				Regions:    []profile.Region{{Name: "eu-central-1", DisplayName: "Europe (Frankfurt)"}, {Name: "eu-west-1", DisplayName: "Europe (Ireland)"}},
				Boundaries: []profile.Boundary{boundary("sandbox", profile.Sandbox), boundary("security", profile.Enterprise), boundary("production", profile.Enterprise)},
				Settings: []profile.Setting{
					{Name: "egress", DisplayName: "The egress", Purpose: "The way out", Kind: profile.ChoiceSetting, Choices: []string{"own", "hub"}, Default: "own"},
					{Name: "dns_servers", DisplayName: "The DNS", Purpose: "The names.", Kind: profile.AddressSetting, List: true, Example: "10.0.0.4"},
					{Name: "pods", DisplayName: "The pods", Purpose: "The pods' range.", Kind: profile.RangeSetting, Default: "10.244.0.0/16", Example: "100.64.0.0/16"},
				},
			}},
			{ID: "provider_b", Problem: problem.New(problem.AdapterUnavailable, "It does not start.")},
		}}),
		"/v1/platform/modes":                 portaltest.JSON(wire.List[profile.ModeDescription]{Items: profile.Modes()}),
		"/v1/platform/installation/validate": install,
		"/v1/platform/installations": func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			sent = string(body)
			install(w, r)
		},
	}, &sent
}

// chosen returns the values of the checked radio buttons.
func chosen(p *portaltest.Page) []string {
	var values []string
	for _, input := range p.All("input") {
		if portaltest.Attribute(input, "type") == "radio" && portaltest.Has(input, "checked") {
			values = append(values, portaltest.Attribute(input, "value"))
		}
	}
	return values
}

func TestSetupForm(t *testing.T) {
	answers, _ := unset(portaltest.JSON(struct{}{}))
	address := portaltest.Start(t, answers)
	p := page(t, address, "/setup", 200)
	require.Equal(t, []string{"simulation"}, chosen(p), "the mode has a default, the provider has none")
	p.Contains("Provider A provider_a Writes Terraform for AWS Region Prefills the form of requests Europe (Frankfurt), eu-central-1 Europe (Ireland), eu-west-1 Allow more regions")
	require.Equal(t, "eu-west-1", selected(p, "region.provider_a"), "the default of the provider")
	p.Contains("provider_b is not available. It does not start.", "This locks the provider and the mode.")
	require.Equal(t, []string{"provider_a", "enterprise"}, chosen(page(t, address, "/setup?provider=provider_a&mode=enterprise", 200)))
}

// selected returns the selected value of a list.
func selected(p *portaltest.Page, name string) string {
	for _, list := range p.All("select") {
		for n := range list.Descendants() {
			if n.Data == "option" && portaltest.Has(n, "selected") && portaltest.Attribute(list, "name") == name {
				return portaltest.Attribute(n, "value")
			}
		}
	}
	return ""
}

// TestRegionsAreChosen checks that only the regions of the chosen provider count.
func TestRegionsAreChosen(t *testing.T) {
	for want, sent := range map[string]url.Values{
		`["eu-central-1"]`:             {"region.provider_a": {"eu-central-1"}, "region.provider_b": {"northeurope"}, "more.provider_b.westeurope": {"on"}},
		`["eu-central-1","eu-west-1"]`: {"region.provider_a": {"eu-central-1"}, "more.provider_a.eu-central-1": {"on"}, "more.provider_a.eu-west-1": {"on"}},
	} {
		answers, document := unset(portaltest.JSON(struct{}{}))
		sent.Set("provider", "provider_a")
		sent.Set("mode", "simulation")
		redirected(t, portaltest.Start(t, answers), "/setup", sent)
		require.Contains(t, *document, `"allowed_regions":`+want)
	}
}

func TestSimulationIsLockedAtOnce(t *testing.T) {
	answers, sent := unset(portaltest.JSON(struct{}{}))
	values := url.Values{"provider": {"provider_a"}, "mode": {"simulation"}, "region": {" eu-west-1, eu-central-1 "}}
	require.Equal(t, "/setup", redirected(t, portaltest.Start(t, answers), "/setup", values))
	require.JSONEq(t, `{"provider":"provider_a","mode":"simulation","allowed_regions":["eu-west-1","eu-central-1"]}`, *sent)
}

func TestBoundariesAreTheSecondStep(t *testing.T) {
	answers, sent := unset(portaltest.JSON(struct{}{}))
	address := portaltest.Start(t, answers)
	second := redirected(t, address, "/setup", url.Values{"provider": {"provider_a"}, "mode": {"enterprise"}, "region": {""}})
	require.Empty(t, *sent, "nothing is locked yet")
	p := page(t, address, second, 200)
	p.Contains("The security Write 12 digits", "These must differ from each other: The security, The production.")
	p.Lacks("The sandbox")
	require.Empty(t, value(p, "boundaries.security"))
	p.Contains("Lock provider and continue Lock with 2 placeholders Back")

	values := url.Values{
		"provider": {"provider_a"}, "mode": {"enterprise"}, "offered": {value(p, "offered")},
		"boundaries.security": {"111111111111"}, "boundaries.production": {" "},
	}
	for production, buttons := range map[string][]string{" ": nil, "000000000001": {"fill"}} {
		values["placeholders"] = buttons
		redirected(t, address, "/setup/boundaries", values)
		require.JSONEq(t, `{"provider":"provider_a","mode":"enterprise","boundaries":{"security":"111111111111","production":"`+production+`"}}`, *sent)
	}
	w := get(t, address, "/setup/boundaries?provider=provider_a&mode=simulation")
	require.Equal(t, http.StatusSeeOther, w.Code, "a mode without boundaries has no second step")
}

// TestSettingsAreAskedForInEnterpriseMode checks that each setting starts with its default and is
// sent unchanged. Empty settings are omitted.
func TestSettingsAreAskedForInEnterpriseMode(t *testing.T) {
	answers, sent := unset(portaltest.JSON(struct{}{}))
	address := portaltest.Start(t, answers)
	p := page(t, address, "/setup/boundaries?provider=provider_a&mode=enterprise", 200)
	p.Contains(
		"The egress egress: The way out. Default: own.",
		"The DNS dns_servers: The names. Write an IPv4 address, or several separated by commas, such as 10.0.0.4, or leave it empty for none.",
		"leave it empty for 10.244.0.0/16.", "the boundaries and the settings",
	)
	require.Equal(t, "10.244.0.0/16", value(p, "settings.pods"))
	require.Empty(t, value(p, "settings.dns_servers"))
	page(t, address, "/setup/boundaries?provider=provider_a&mode=sandbox", 200).Lacks("The egress")

	values := url.Values{
		"provider": {"provider_a"}, "mode": {"enterprise"}, "offered": {value(p, "offered")},
		"settings.egress": {"hub"}, "settings.dns_servers": {" "}, "settings.pods": {"<wrong>"},
	}
	redirected(t, address, "/setup/boundaries", values)
	require.JSONEq(t, `{"provider":"provider_a","mode":"enterprise","settings":{"egress":"hub","pods":"<wrong>"}}`, *sent)

	require.Equal(t, "<wrong>", value(posted(t, portaltest.Down(t), "/setup/boundaries", values, http.StatusServiceUnavailable), "settings.pods"), "nothing is lost while the API is silent")

	answers["/v1/platform/installations"] = portaltest.Refusal(&problem.Problem{Code: problem.InstallationRejected, Faults: []problem.Fault{
		{Field: "settings.pods", Message: "must be an IPv4 range"}, {Field: "settings.dns_servers", Message: "is missing; egress hub needs it"},
	}})
	p = posted(t, address, "/setup/boundaries", values, http.StatusUnprocessableEntity)
	p.Contains("There is a problem The DNS is missing; egress hub needs it The pods must be an IPv4 range")
	require.Equal(t, "<wrong>", value(p, "settings.pods"))
	p.LinksTo("#settings.dns_servers")
	for _, option := range p.All("option") {
		if portaltest.Has(option, "selected") {
			require.Equal(t, "hub", portaltest.Text(option))
		}
	}
}

// TestAProviderMayAskForSettingsOnly checks that the second step is also shown for settings without
// boundaries.
func TestAProviderMayAskForSettingsOnly(t *testing.T) {
	answers, sent := unset(portaltest.JSON(struct{}{}))
	answers[providersPath] = portaltest.JSON(wire.List[wire.Provider]{Items: []wire.Provider{{ID: "provider_a", Available: true, Provider: &profile.Provider{
		DisplayName: "Provider A", Settings: []profile.Setting{{Name: "pods", DisplayName: "The pods", Kind: profile.RangeSetting, Example: "10.0.0.0/8"}},
	}}}})
	address := portaltest.Start(t, answers)
	second := redirected(t, address, "/setup", url.Values{"provider": {"provider_a"}, "mode": {"enterprise"}})
	require.Empty(t, *sent, "nothing is locked yet")
	p := page(t, address, second, 200)
	p.Contains("The pods")
	p.Lacks("0 boundaries")
}

func TestWhatSetupRejects(t *testing.T) {
	answers, _ := unset(portaltest.Refusal(&problem.Problem{Code: problem.InstallationRejected, Faults: []problem.Fault{
		{Field: "provider", Message: "is missing"}, {Field: "allowed_regions[0]", Message: "is not a region"}, {Field: "boundaries.security", Message: "must be 12 digits"},
	}}))
	address := portaltest.Start(t, answers)
	values := url.Values{"provider": {"provider_a"}, "mode": {"sandbox"}, "region": {"<atlantis>"}, "boundaries.sandbox": {"<wrong>"}}
	p := posted(t, address, "/setup", values, http.StatusUnprocessableEntity)
	p.Contains("There is a problem Provider is missing Region is not a region")
	require.Equal(t, []string{"provider_a", "sandbox"}, chosen(p))
	require.Equal(t, "<atlantis>", selected(p, "region.provider_a"))
	p.LinksTo("#region")

	values.Set("mode", "enterprise")
	values.Set("boundaries.security", "<wrong>")
	p = posted(t, address, "/setup/boundaries", values, http.StatusUnprocessableEntity)
	require.Equal(t, "<wrong>", value(p, "boundaries.security"))
	require.Equal(t, "<atlantis>", value(p, "region"), "the first step is carried along")
}

// TestNothingIsLostWhileTheAPIIsSilent sends both steps, as they were shown before, to an API that
// is down. It sends them again when the API is back.
func TestNothingIsLostWhileTheAPIIsSilent(t *testing.T) {
	answers, sent := unset(portaltest.JSON(struct{}{}))
	up, down := portaltest.Start(t, answers), portaltest.Down(t)
	first := url.Values{
		"provider": {"provider_a"}, "mode": {"enterprise"}, "region": {"<atlantis>"},
		"offered": {value(page(t, up, "/setup", 200), "offered")},
	}
	p := posted(t, down, "/setup", first, http.StatusServiceUnavailable)
	p.Contains("Nothing was locked, as far as is known The platform API did not answer. What you wrote is below")
	require.Equal(t, []string{"provider_a", "enterprise"}, chosen(p))
	require.Equal(t, "<atlantis>", selected(p, "region.provider_a"))
	p.Contains("Provider A provider_a Writes Terraform for AWS Region")
	require.Equal(t, first.Get("offered"), value(p, "offered"), "and again")

	second := page(t, up, "/setup/boundaries?provider=provider_a&mode=enterprise", 200)
	values := url.Values{
		"provider": {"provider_a"}, "mode": {"enterprise"}, "region": {"eu-west-1"}, "offered": {value(second, "offered")},
		"boundaries.security": {"111111111111"}, "boundaries.production": {"<wrong>"},
	}
	p = posted(t, down, "/setup/boundaries", values, http.StatusServiceUnavailable)
	p.Contains("What you wrote is below", "Provider A in enterprise mode asks for 2 boundaries")
	for name := range values {
		require.Equal(t, values.Get(name), value(p, name), name)
	}
	redirected(t, up, "/setup/boundaries", values)
	require.JSONEq(t, `{"provider":"provider_a","mode":"enterprise","allowed_regions":["eu-west-1"],"boundaries":{"security":"111111111111","production":"<wrong>"}}`, *sent)

	values.Set("offered", "{")
	require.Contains(t, posted(t, down, "/setup/boundaries", values, 503).Text(), "Try again", "what cannot be read offers nothing")
}

// TestBoundariesAreSpokenOfByTheirLabels sends faults in the terms and the order of a document.
func TestBoundariesAreSpokenOfByTheirLabels(t *testing.T) {
	answers, _ := unset(portaltest.Refusal(&problem.Problem{Code: problem.InstallationRejected, Faults: []problem.Fault{
		{Field: "boundaries.production", Code: problem.FaultCollapsed, Message: "has the same identifier as security; write another one"},
		{Field: "boundaries.security", Code: problem.FaultForm, Message: "must be 12 digits"},
		{Field: "mode", Code: problem.FaultMissing, Message: "is missing; write simulation"},
		{Field: "provider", Code: problem.FaultMissing, Message: "is missing; write provider_a or provider_b"},
	}}))
	posted(t, portaltest.Start(t, answers), "/setup/boundaries", url.Values{
		"provider": {"provider_a"}, "mode": {"enterprise"}, "boundaries.security": {"1"}, "boundaries.production": {"1"},
	}, http.StatusUnprocessableEntity).Contains("There is a problem Provider is missing; choose one Mode is missing; choose one " +
		"The security must be 12 digits The production has the same identifier as The security; write another one")
}

// TestAWrongRegionIsAmongTheRightOnes checks that a wrong region stays in the list of the chosen
// provider, with its fault.
func TestAWrongRegionIsAmongTheRightOnes(t *testing.T) {
	answers, _ := unset(portaltest.Refusal(&problem.Problem{Code: problem.InstallationRejected, Faults: []problem.Fault{{Field: "allowed_regions[0]", Message: "is not a region"}}}))
	p := posted(t, portaltest.Start(t, answers), "/setup", url.Values{"provider": {"provider_a"}, "mode": {"simulation"}, "region": {"atlantis, eu-west-1"}}, 422)
	p.Contains("Prefills the form of requests Error: Region is not a region Europe (Frankfurt), eu-central-1 Europe (Ireland), eu-west-1 atlantis")
	require.Equal(t, "atlantis", selected(p, "region.provider_a"))
	require.Equal(t, "on", ticked(p, "more.provider_a.eu-west-1"))
	require.Empty(t, ticked(p, "more.provider_a.eu-central-1"))
	require.True(t, portaltest.Has(p.All("details")[0], "open"))
}

// ticked returns the value of the first checked checkbox or radio button with the name.
func ticked(p *portaltest.Page, name string) string {
	for _, input := range p.All("input") {
		if portaltest.Attribute(input, "name") == name && portaltest.Has(input, "checked") {
			return portaltest.Attribute(input, "value")
		}
	}
	return ""
}

func TestALateSecondTabSeesWhatIsLocked(t *testing.T) {
	answers, _ := unset(portaltest.Problem(problem.InstallationLocked))
	set := false
	answers[portaltest.InstallationPath] = func(w http.ResponseWriter, r *http.Request) {
		if set {
			portaltest.JSON(portaltest.Profile(profile.Simulation))(w, r)
			return
		}
		set = true
		portaltest.Problem(problem.InstallationNotFound)(w, r)
	}
	p := posted(t, portaltest.Start(t, answers), "/setup", url.Values{"provider": {"provider_a"}, "mode": {"simulation"}}, http.StatusConflict)
	p.Contains("Already locked", "Provider Provider A provider_a Mode Simulation")
	require.Empty(t, p.All("select"))
}

func TestLockedSetup(t *testing.T) {
	address := portaltest.Start(t, with(nil))
	for _, path := range []string{"/setup", "/setup/boundaries?provider=provider_b&mode=enterprise"} {
		p := page(t, address, path, 200)
		p.Contains("Provider locked", "eu-west-1 , eu-central-1")
		p.LinksTo("/requests/new")
	}
}
