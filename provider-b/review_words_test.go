package providerb

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
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
	assert.Contains(t, production["environment"], "except on the nodes' resource group")
	assert.Contains(t, production["region"], "NAT gateway in all")
	assert.Contains(t, told(all["development"])["region"], "NAT gateway in one")
	assert.Contains(t, production["data_classification"], "flow logs 365 (the maximum)")
	assert.NotContains(t, told(all["development"])["data_classification"], "the maximum")
	assert.Contains(t, production["data_classification"], "rotated every")
	assert.Equal(t, "reached by: nobody; groups: 0 admin, 0 deployer, 0 viewer", sandbox[accessField])
	assert.Equal(t, "reached by: 10.0.0.0/16 through the hub; groups: 1 admin, 1 deployer, 1 viewer",
		told(throughTheHub())[accessField])
	reached := map[string]string{"run_command": "on"}
	assert.Contains(t, told(adaptertest.InputWith(description, reached, goodRequest()))[accessField], "reached by: az aks command invoke;")
	for _, r := range []map[string]string{production, sandbox} {
		for _, item := range prices.NotIncluded {
			assert.Contains(t, r["monthly_budget"], item)
		}
	}
}
