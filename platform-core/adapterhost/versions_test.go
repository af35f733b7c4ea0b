package adapterhost

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	goplugin "github.com/hashicorp/go-plugin"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/internal/rpc"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// todayAndTomorrow is an adapter of two versions of the contract.
func todayAndTomorrow() {
	today := rpc.Contracts(sample{})[1]
	serveVersions(map[int]goplugin.PluginSet{1: today, 2: today})
}

const advice = "Build the adapter against release 2.0 before release 3.0."

// next are the versions of a host that has moved on.
var next = []version{{number: 2}, {number: 1, deprecated: advice}}

// negotiated returns the version on which a host that speaks versions agrees
// with the process name, and what it logged.
func negotiated(t *testing.T, name string, versions []version) (int, string) {
	t.Helper()
	log := &journal{}
	p := newProgram("sample", filepath.Join(install(t, name), name), "", defaultLimits, log.logger())
	p.versions = versions
	adapter := p.supervised()
	defer adapter.supervisor.close()
	status, err := adapter.status(t.Context())
	require.NoError(t, err)
	return status.ContractVersion, log.String()
}

func TestTheBestVersionOfBothIsSpoken(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		adapter  string
		versions []version
		want     int
		warned   bool
	}{
		"host of today":           {"today-and-tomorrow", spoken, 1, false},
		"both of tomorrow":        {"today-and-tomorrow", next, 2, false},
		"adapter of tomorrow":     {"from-tomorrow", next, 2, false},
		"adapter of today is old": {"good", next, 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			got, log := negotiated(t, c.adapter, c.versions)
			assert.Equal(t, c.want, got)
			assert.Equal(t, c.warned, strings.Contains(log, advice), log)
		})
	}
}

// A version that the host still speaks is not too old when its adapter only
// fails to start.
func TestAFailedStartIsNotABadVersion(t *testing.T) {
	t.Parallel()
	p := newProgram("sample", filepath.Join(install(t, "gone-after-its-line"), "gone-after-its-line"), "", defaultLimits, (&journal{}).logger())
	p.versions = next
	adapter := p.supervised()
	defer adapter.supervisor.close()
	_, err := adapter.status(t.Context())
	got := refusal(t, err, problem.AdapterUnavailable)
	assert.NotContains(t, got.Detail, "version")
	assert.Equal(t, problem.AdapterCrashed, got.Fault(), "neither too old nor too new")
}

func TestVersionsAreRanked(t *testing.T) {
	assert.True(t, slices.IsSortedFunc(spoken, func(a, b version) int { return b.number - a.number }))
	assert.Equal(t, adapter.ContractVersion, spoken[0].number)
	assert.Empty(t, deprecation(spoken, 99), "nothing is known of a version that is not spoken")
}

// recording is an adapter's connection that keeps the host of every call.
type recording struct {
	providerv1.AdapterServiceClient
	hosts []*providerv1.Host
}

func (r *recording) Describe(_ context.Context, q *providerv1.DescribeRequest, _ ...grpc.CallOption) (*providerv1.DescribeResponse, error) {
	r.hosts = append(r.hosts, q.GetHost())
	return &providerv1.DescribeResponse{}, nil
}

func (r *recording) CheckInstallation(_ context.Context, q *providerv1.CheckInstallationRequest, _ ...grpc.CallOption) (*providerv1.CheckInstallationResponse, error) {
	r.hosts = append(r.hosts, q.GetHost())
	return &providerv1.CheckInstallationResponse{}, nil
}

func (r *recording) Evaluate(_ context.Context, q *providerv1.EvaluateRequest, _ ...grpc.CallOption) (*providerv1.EvaluateResponse, error) {
	r.hosts = append(r.hosts, q.GetHost())
	return &providerv1.EvaluateResponse{}, nil
}

func (r *recording) Generate(_ context.Context, q *providerv1.GenerateRequest, _ ...grpc.CallOption) (*providerv1.GenerateResponse, error) {
	r.hosts = append(r.hosts, q.GetHost())
	return &providerv1.GenerateResponse{}, nil
}

func TestEveryCallNamesTheHostsCapabilities(t *testing.T) {
	r := &recording{}
	c, err := newClient(t.Context(), r)
	require.NoError(t, err)
	_, err = c.CheckInstallation(t.Context(), sampleProfile())
	require.NoError(t, err)
	_, err = c.Evaluate(t.Context(), sampleOrder(request.Small))
	require.NoError(t, err)
	_, err = c.Generate(t.Context(), sampleOrder(request.Small))
	require.NoError(t, err)
	require.Len(t, r.hosts, 4)
	for _, host := range r.hosts {
		assert.Equal(t, adapter.Capabilities(), host.GetCapabilities())
	}
}
