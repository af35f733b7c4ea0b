package providera

import (
	"context"
	"fmt"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
)

func TestDescriptionKeepsTheContract(t *testing.T) {
	d := described(t)
	require.NoError(t, provider.CheckDescription(ID, d))
	assert.Equal(t, d, described(t), "a description never changes")
	for _, r := range d.Regions {
		assert.NotNil(t, r.Zones, "%s: unknown zones are an empty list", r.Name)
	}
}

func TestDescriptionIsACopy(t *testing.T) {
	d := described(t)
	d.Regions[0].Name, d.Regions[0].Zones = "spoiled", append(d.Regions[0].Zones[:0], "spoiled")
	d.Boundaries[0].Pattern, d.Rules[0].ID, d.Capabilities[0] = "", "", ""
	require.NoError(t, provider.CheckDescription(ID, described(t)))
	assert.NotEqual(t, d, described(t))
}

func TestEveryMethodHonoursTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	order := orderOf(installation.Simulation, goodRequest())
	_, err := New().Describe(ctx)
	require.ErrorIs(t, err, context.Canceled)
	_, err = New().CheckInstallation(ctx, installation.Profile{})
	require.ErrorIs(t, err, context.Canceled)
	_, err = New().Evaluate(ctx, order)
	require.ErrorIs(t, err, context.Canceled)
	_, err = New().Generate(ctx, order)
	require.ErrorIs(t, err, context.Canceled)
}

func TestEqualOrdersGetEqualAnswers(t *testing.T) {
	for name, order := range scenarios() {
		first, files := evaluated(t, order), generated(t, order)
		for range 20 {
			require.Equal(t, first, evaluated(t, order), name)
			require.Equal(t, files, generated(t, order), name)
		}
	}
}

func TestAnswersAreCopies(t *testing.T) {
	order := orderOf(installation.Simulation, goodRequest())
	files, e := generated(t, order), evaluated(t, order)
	files[0].Content[0], e.Resources[0].Properties["spoiled"] = 0, "spoiled"
	assert.NotEqual(t, files, generated(t, order))
	assert.NotEqual(t, e, evaluated(t, order))
}

// TestAnyNetworkIsAnswered gives every prefix length of awkward addresses to
// every size: nothing may panic, and what is sized keeps the contract.
func TestAnyNetworkIsAnswered(t *testing.T) {
	d := described(t)
	for _, address := range []string{"0.0.0.0", "10.0.0.0", "100.64.0.0", "127.0.0.0", "168.63.129.16", "169.254.0.0",
		"172.16.0.0", "172.17.0.0", "172.31.255.255", "192.0.2.0", "192.168.255.255", "198.19.0.0", "255.255.255.255"} {
		for bits := range 33 {
			for _, size := range environment.Sizes() {
				request := goodRequest(sized(size))
				request.NetworkCIDR = netip.PrefixFrom(netip.MustParseAddr(address), bits).Masked()
				order := orderOf(installation.Simulation, request)
				require.NoError(t, provider.CheckEvaluation(d, order, evaluated(t, order)), "%s %s", request.NetworkCIDR, size)
			}
		}
	}
}

func TestWhatCannotBeSizedHasNoResources(t *testing.T) {
	cases := map[string]provider.Order{
		"nothing at all":   {},
		"unknown region":   orderOf(installation.Simulation, goodRequest(in("atlantis-1"))),
		"no region":        orderOf(installation.Simulation, goodRequest(in(""))),
		"unknown size":     orderOf(installation.Simulation, goodRequest(sized("gigantic"))),
		"tiny network":     orderOf(installation.Simulation, goodRequest(networked("10.0.0.0/30"))),
		"everything":       orderOf(installation.Simulation, goodRequest(networked("0.0.0.0/0"))),
		"without identity": {Request: goodRequest(), Mode: installation.Simulation},
	}
	for name, order := range cases {
		e := evaluated(t, order)
		assert.Empty(t, e.Resources, name)
		assert.Equal(t, environment.Estimate{}, e.Estimate, name)
		require.NoError(t, provider.CheckEvaluation(described(t), order, e), name)
		_, err := New().Generate(context.Background(), order)
		require.Error(t, err, name)
	}
}

func TestReadiness(t *testing.T) {
	check := func(mode installation.Mode, regions ...string) []string {
		checks, err := New().CheckInstallation(context.Background(), installation.Profile{Mode: mode, AllowedRegions: regions})
		require.NoError(t, err)
		require.NoError(t, provider.CheckChecks(ID, checks))
		var lines []string
		for _, c := range checks {
			assert.NotEmpty(t, c.Title+c.Message)
			assert.Equal(t, c.Status == installation.Passed, c.Remediation == "", c.ID)
			lines = append(lines, fmt.Sprintf("%s %s", c.ID, c.Status))
		}
		return lines
	}
	assert.Equal(t, readyEverywhere, check(installation.Simulation, defaultRegion))
	assert.Equal(t, readyEverywhere, check(installation.Sandbox, defaultRegion))
	assert.Equal(t, readyWithFewZones, check(installation.Enterprise, defaultRegion, fewZonesRegion))
	assert.Equal(t, readyNowhere, check(installation.Enterprise, "atlantis-1"))
}

func TestBoundariesAreClearlyNotReal(t *testing.T) {
	seen := map[string]string{}
	for _, b := range boundaries() {
		assert.Regexp(t, "^(?:"+b.Pattern+")$", b.Placeholder, b.Name)
		assert.Empty(t, seen[b.Placeholder], "%s repeats the placeholder of %s", b.Name, seen[b.Placeholder])
		assert.Regexp(t, "^0{8}|^placeholder", b.Placeholder)
		seen[b.Placeholder] = b.Name
	}
}
