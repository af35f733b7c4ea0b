package measure

import (
	"github.com/prometheus/client_golang/prometheus"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// The metrics of the API itself count what is stored. They do not depend on time, so equal histories give equal text.
var (
	requestsMetric = prometheus.NewDesc("platform_environment_requests",
		"Environment requests on record, by decision.", []string{"decision"}, nil)
	proposalsMetric = prometheus.NewDesc("platform_deployment_proposals",
		"Deployment proposals on record.", nil, nil)
	violationsMetric = prometheus.NewDesc("platform_policy_violations",
		"Violations of the requests on record, by policy.", []string{"policy_id"}, nil)
	installationMetric = prometheus.NewDesc("platform_installation_info",
		"The active installation; absent before there is one.", []string{"mode", "provider"}, nil)
	confinementMetric = prometheus.NewDesc(
		"platform_adapter_confinement",
		"How far the kernel holds the process of the installation's adapter: 1 for the level that was probed; all 0 while none runs.",
		[]string{"level", "provider"},
		nil,
	)
	cloudChangesMetric = prometheus.NewDesc("platform_cloud_changes",
		"Changes made to a cloud. This service makes none.", nil, nil)
)

// Counts is a collector of the constant values of one moment.
type Counts service.Counts

// Describe sends no descriptor: which series there are depends on the counts.
func (Counts) Describe(chan<- *prometheus.Desc) {}

// Collect sends every series.
func (f Counts) Collect(out chan<- prometheus.Metric) {
	for _, d := range []request.Decision{request.Accepted, request.Denied} {
		send(out, requestsMetric, f.Requests[d], string(d))
	}
	send(out, proposalsMetric, f.Proposals)
	for id, n := range f.Violations {
		send(out, violationsMetric, n, id)
	}
	if f.Installed {
		send(out, installationMetric, 1, f.Mode, f.Provider)
	}
	if f.Confined {
		for _, level := range profile.ConfinementLevels() {
			send(out, confinementMetric, isOne(level == f.Confinement), string(level), f.Provider)
		}
	}
	send(out, cloudChangesMetric, 0)
}

func isOne(is bool) int {
	if is {
		return 1
	}
	return 0
}
