package providera

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// TestEstimatesReadNoMoreThanTheySay asks for each field that an estimate waits for
// whether another value changes it. The property "reads" finds a field that is not among
// them.
func TestEstimatesReadNoMoreThanTheySay(t *testing.T) {
	others := map[string][]string{
		request.SizeField: request.Sizes(), request.EnvironmentField: request.Environments(), request.ClassificationField: request.Classifications(),
		request.RegionField: {"us-east-1"}, request.NetworkField: {"10.40.0.0/28"},
	}
	items := func(changes ...adaptertest.Change) []request.EstimateItem {
		e, err := New().Evaluate(t.Context(), inputOf(profile.Enterprise, changes...))
		require.NoError(t, err)
		return e.Estimate.Items
	}
	first := items()
	for _, field := range description.EstimateReads {
		assert.True(t, slices.ContainsFunc(others[field], func(value string) bool {
			return !slices.Equal(first, items(adaptertest.With(field, value)))
		}), "no value of %s changes the estimate", field)
	}
}

// TestANetworkRemovesNoPrice compares estimates of networks in which nothing can be built
// with that of a good one.
func TestANetworkRemovesNoPrice(t *testing.T) {
	for _, size := range request.Sizes() {
		sized := adaptertest.With(request.SizeField, size)
		want := answered(t, inputOf(profile.Simulation, sized)).Evaluation.Estimate
		for _, network := range []string{"10.40.0.0/30", "0.0.0.0/0", "8.8.8.0/29"} {
			e, err := New().Evaluate(t.Context(), inputOf(profile.Simulation, sized, adaptertest.With(request.NetworkField, network)))
			require.NoError(t, err)
			assert.Equal(t, want, e.Estimate, "%s in %s", size, network)
			assert.Empty(t, e.Resources, "%s in %s", size, network)
		}
	}
}

// TestReadinessSaysWhereATotalIsKnown compares the check of the price table with what
// it is about: that every size has a whole total in a region, with what the settings
// bring. Another egress costs something else, as does a transit gateway.
func TestReadinessSaysWhereATotalIsKnown(t *testing.T) {
	hub := map[string]string{transitGatewaySetting: "tgw-00000000000000000", hubRangesSetting: "10.0.0.0/8"}
	out := map[string]string{egressSetting: hubEgress, transitGatewaySetting: hub[transitGatewaySetting], hubRangesSetting: hub[hubRangesSetting]}
	known := map[string][]string{}
	for name, settings := range map[string]map[string]string{"own": nil, "attached": hub, "out through the hub": out} {
		for _, r := range description.Regions {
			p := adaptertest.Profile(description, profile.Enterprise, r.Name)
			p.Settings = settings
			checks, err := New().CheckInstallation(t.Context(), p)
			require.NoError(t, err)
			i := slices.IndexFunc(checks, func(c profile.Check) bool { return c.ID == ID+".region-prices" })
			ready := checks[i].Status == profile.Passed
			for _, size := range request.Sizes() {
				in := adaptertest.InputWith(description, settings, goodRequest(adaptertest.Production, adaptertest.With(request.SizeField, size), adaptertest.With(request.RegionField, r.Name)))
				e := answered(t, in).Evaluation.Estimate
				assert.Equal(t, ready, e.MonthlyTotal.Known, "%s, %s in %s: %s", name, size, r.Name, checks[i].Message)
			}
			if ready {
				known[name] = append(known[name], r.Name)
			}
		}
	}
	assert.Equal(t, map[string][]string{"own": {"eu-west-1", "us-east-1"}, "attached": {"us-east-1"}, "out through the hub": {"us-east-1"}}, known)
}

// TestATransitGatewayIsPriced counts an attachment at 0.05 an hour, and no NAT gateway
// beside it where the hub is the way out.
func TestATransitGatewayIsPriced(t *testing.T) {
	items := func(settings map[string]string) (total string, lines []string) {
		e := answered(t, adaptertest.InputWith(description, settings, goodRequest(in("us-east-1")))).Evaluation.Estimate
		for _, i := range e.Items {
			if i.Address == hubAddress {
				lines = append(lines, i.Item+" "+string(i.UnitPrice)+" "+i.MonthlyCost.String())
			}
		}
		return e.MonthlyTotal.String(), lines
	}
	settings := map[string]string{transitGatewaySetting: "tgw-00000000000000000", hubRangesSetting: "10.0.0.0/8"}
	total, lines := items(settings)
	assert.Equal(t, []string{"transit gateway attachment, 730 hours 0.05 36.50", "transit gateway data 0.02 unknown"}, lines)
	assert.Equal(t, "283.47", total, "246.97 and the attachment")
	settings[egressSetting] = hubEgress
	total, _ = items(settings)
	assert.Equal(t, "246.97", total, "a NAT gateway and its address cost what an attachment does: 32.85 and 3.65")
}
