package provider_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-cli/internal/command/provider"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/problem"
)

// judging returns a host whose Judge returns the report for each binary. The host records the
// arguments in asked.
func judging(report adaptertest.Report, err error, asked *host.Adapters) host.Host {
	h := commandtest.Host()
	h.Judge = func(_ context.Context, path string, a host.Adapters) (adaptertest.Report, error) {
		*asked = a
		return report, err
	}
	return h
}

func TestCertificate(t *testing.T) {
	commandtest.Folder(t)
	property := func(name string, outcome adaptertest.Result) adaptertest.Property {
		return adaptertest.Property{Name: name, Meaning: "It holds.", Outcome: outcome,
			CounterExample: "2", Reason: "no kernel", Judged: "in these regions:" + strings.Repeat(" north-1", 9)}
	}
	report := adaptertest.Report{Properties: []adaptertest.Property{property("a", adaptertest.Failed),
		property("b", adaptertest.Skipped), property("c", adaptertest.Passed), property("d", adaptertest.Skipped)}}
	report.Adapter.ID, report.Adapter.Version = "provider_t", "1.2.3"
	report.Summary.Failed, report.Summary.Skipped = 1, 2
	var asked host.Adapters
	r := commandtest.RunOn(t, judging(report, nil, &asked), provider.NewTest, "./adapter", "--require-confinement")
	assert.Equal(t, problem.ExitDenied, r.Exit)
	assert.Equal(t, host.Adapters{Confined: true}, asked)
	assert.Equal(t, []string{
		"failed: a: It holds.", "  2",
		"passed as far as judged: c: in these regions: north-1 north-1 north-1 north-1",
		"  north-1 north-1 north-1 north-1 north-1", "skipped: no kernel: b, d",
		"provider_t 1.2.3 does not conform: 0 passed, 1 failed, 2 skipped",
	}, r.Notes)

	report.Conforms = true
	assert.Equal(t, problem.ExitDone,
		commandtest.RunOn(t, judging(report, nil, &asked), provider.NewTest, "./adapter").Exit)
}

func TestNoCertificate(t *testing.T) {
	var asked host.Adapters
	h := judging(adaptertest.Report{}, problem.New(problem.AdapterUnavailable, "It does not start."), &asked)
	assert.Equal(t, problem.ExitFailure, commandtest.RunOn(t, h, provider.NewTest, "./adapter").Exit)
	assert.Equal(t, problem.ExitUsage, commandtest.RunOn(t, h, provider.NewTest).Exit)
}
