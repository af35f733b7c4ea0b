package server_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
)

// TestMetrics reads the whole text, in which no time is.
func TestMetrics(t *testing.T) {
	empty := newServer(t, &fake{}).do("GET", "/metrics", "").Body.String()
	assert.Contains(t, empty, "platform_environment_requests{decision=\"accepted\"} 0\n")
	assert.NotContains(t, empty, "platform_installation_info")
	assert.NotContains(t, empty, "platform_adapter_confinement")

	counts := service.Counts{
		Installed: true, Provider: "provider_t", Mode: "simulation", Confined: true, Confinement: profile.Partial,
		Counts: store.Counts{
			Requests: map[request.Decision]int{request.Accepted: 2, request.Denied: 1}, Proposals: 3,
			Violations: map[string]int{"common.network.private": 4},
		},
	}
	assert.Equal(t, `# HELP platform_adapter_confinement How far the kernel holds the process of the installation's adapter: 1 for the level that was probed; all 0 while none runs.
# TYPE platform_adapter_confinement gauge
platform_adapter_confinement{level="enforced",provider="provider_t"} 0
platform_adapter_confinement{level="partial",provider="provider_t"} 1
platform_adapter_confinement{level="unavailable",provider="provider_t"} 0
# HELP platform_cloud_changes Changes made to a cloud. This service makes none.
# TYPE platform_cloud_changes gauge
platform_cloud_changes 0
# HELP platform_deployment_proposals Deployment proposals on record.
# TYPE platform_deployment_proposals gauge
platform_deployment_proposals 3
# HELP platform_environment_requests Environment requests on record, by decision.
# TYPE platform_environment_requests gauge
platform_environment_requests{decision="accepted"} 2
platform_environment_requests{decision="denied"} 1
# HELP platform_installation_info The active installation; absent before there is one.
# TYPE platform_installation_info gauge
platform_installation_info{mode="simulation",provider="provider_t"} 1
# HELP platform_policy_violations Violations of the requests on record, by policy.
# TYPE platform_policy_violations gauge
platform_policy_violations{policy_id="common.network.private"} 4
`, newServer(t, &fake{counts: counts}).do("GET", "/metrics", "").Body.String())
}
