package providera

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
)

// TestWhoReachesTheCluster compares the check with what main.tf makes of the settings.
func TestWhoReachesTheCluster(t *testing.T) {
	for name, tt := range map[string]struct {
		mode     profile.Mode
		settings map[string]string
		status   profile.CheckStatus
		begins   string
	}{
		"simulation":               {profile.Simulation, nil, profile.Passed, "Simulation builds no cluster."},
		"sandbox":                  {profile.Sandbox, nil, profile.Warning, "Nobody outside the environment's network reaches its private Kubernetes API, and nobody administers the cluster, unless the workflow sets"},
		"enterprise without a hub": {profile.Enterprise, nil, profile.Warning, "Nobody outside"},
		"enterprise with a hub":    {profile.Enterprise, map[string]string{transitGatewaySetting: "tgw-00000000000000000", hubRangesSetting: "10.0.0.0/8"}, profile.Passed, "is reached from hub_cidrs"},
	} {
		t.Run(name, func(t *testing.T) {
			check := access.Check(profile.Profile{Mode: tt.mode, Settings: tt.settings})
			assert.Equal(t, ID+".cluster-access", check.ID)
			assert.Equal(t, tt.status, check.Status)
			assert.Contains(t, check.Message, tt.begins)
			assert.Equal(t, tt.status == profile.Warning, check.Remediation != "")
		})
	}
}

// TestASandboxSpeaksOfNoLogArchive: its logs are copied nowhere. Otherwise the review page says who reaches the cluster.
func TestASandboxSpeaksOfNoLogArchive(t *testing.T) {
	spoken := func(in adapter.Input) (texts string) {
		a := answered(t, in)
		for _, reason := range a.Rationale {
			texts += reason.Text + "\n"
		}
		for _, need := range a.Needs {
			texts += need.Text + "\n"
		}
		return texts
	}
	sandbox, enterprise := spoken(inputOf(profile.Sandbox)), spoken(inputOf(profile.Enterprise))
	assert.NotContains(t, sandbox, "log archive")
	assert.Contains(t, enterprise, archiveCopies)
	assert.Contains(t, enterprise, "send logs to the log archive's destination")
	assert.Contains(t, sandbox, "reached by: nobody; administrators: input cluster_admin_role_arns")
	attached := map[string]string{transitGatewaySetting: "tgw-00000000000000000", hubRangesSetting: "10.0.0.0/8,172.16.0.0/12"}
	assert.Contains(t, spoken(adaptertest.InputWith(description, attached, goodRequest())),
		"reached by: 10.0.0.0/8, 172.16.0.0/12 through the transit gateway;")
}
