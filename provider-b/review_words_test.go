package providerb

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// TestTheReviewerIsTold checks words of the rationale: what an environment cannot
// do, lacks, or needs before its first run.
func TestTheReviewerIsTold(t *testing.T) {
	told := func(in adapter.Input) map[string]string {
		texts := map[string]string{}
		for _, reason := range answered(t, in).Rationale {
			texts[reason.Field] = reason.Text
		}
		return texts
	}
	all := scenarios
	production, sandbox := told(all["production-restricted"]), told(all["sandbox"])
	assert.Contains(t, production["environment"], "not on the nodes' group")
	assert.Contains(t, production["region"], "NAT gateway in all")
	assert.Contains(t, told(all["development"])["region"], "NAT gateway in one")
	assert.Contains(t, told(all["production-few-zones"])["region"], "not known to sell these machines")
	assert.Contains(t, production["data_classification"], "flow logs 365 (the most)")
	assert.NotContains(t, told(all["development"])["data_classification"], "the most")
	assert.Contains(t, production["data_classification"], "the cluster's at the next run")
	for _, r := range []map[string]string{production, sandbox} {
		assert.Contains(t, r["mode"], "first needs Crypto Officer and a way to the vault")
		for _, item := range append([]string{"Defender for Containers"}, prices.NotIncluded...) {
			assert.Contains(t, r["monthly_budget"], item)
		}
	}
	assert.Contains(t, sandbox["monthly_budget"], "(10 vCPUs)")
	assert.Contains(t, production["monthly_budget"], "(44 vCPUs)")
}

// TestStandInsAreMarked checks that a price of another place says so wherever it
// is read, and that a price of the region's own does not.
func TestStandInsAreMarked(t *testing.T) {
	kinds := map[bool]int{}
	for _, c := range planOf(t, inputOf(profile.Simulation)).Charges() {
		listed, known := prices.Find(defaultRegion, c.Price)
		require.True(t, known, c.Price)
		own := strings.HasPrefix(listed.Source, "Azure/karpenter-provider-azure@") // which has this region's prices
		assert.Equal(t, own, listed.StandIn == "", c.Price)
		estimate, err := prices.Estimate(defaultRegion, []adapter.Charge{c})
		require.NoError(t, err)
		item := estimate.Items[0].Item
		assert.Equal(t, own, !strings.Contains(item, "(price elsewhere)"), c.Price)
		kinds[own]++
	}
	assert.Equal(t, map[bool]int{true: 2, false: 9}, kinds)
}
