package adapterhost

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/convert"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// todayAndTomorrow is an adapter of two versions of the contract.
func todayAndTomorrow() { serveVersions(sample{}, 1, 2) }

// An adapter that speaks more versions than its host is asked in the host's.
func TestTheBestVersionOfBothIsSpoken(t *testing.T) {
	t.Parallel()
	status, err := open(t, Options{Dir: install(t, "today-and-tomorrow")}).Status(t.Context(), "sample")
	require.NoError(t, err)
	assert.Equal(t, adapter.ContractVersion, status.ContractVersion)
}

// A version that the host speaks is not too old when its adapter only fails to
// start.
func TestAFailedStartIsNotABadVersion(t *testing.T) {
	t.Parallel()
	_, err := open(t, Options{Dir: install(t, "gone-after-its-line")}).Status(t.Context(), "sample")
	got := refusal(t, err, problem.AdapterUnavailable)
	assert.NotContains(t, got.Detail, "version")
	assert.Equal(t, problem.AdapterCrashed, got.Fault(), "neither too old nor too new")
}

// recording is an adapter's connection that keeps the host of every call.
type recording struct {
	grpc.ClientConnInterface
	hosts []*providerv1.Host
}

func (r *recording) Invoke(_ context.Context, _ string, question, answer any, _ ...grpc.CallOption) error {
	r.hosts = append(r.hosts, question.(interface{ GetHost() *providerv1.Host }).GetHost())
	described, is := answer.(*providerv1.DescribeResponse)
	if !is {
		return nil
	}
	description, err := sample{}.Describe(context.Background())
	described.Description = convert.Description.ToMessage(description)
	return err
}

func TestEveryCallNamesTheHostsCapabilities(t *testing.T) {
	r, i := &recording{}, &instance{}
	require.NoError(t, i.describe(t.Context(), "", r))
	_, err := i.CheckInstallation(t.Context(), sampleProfile())
	require.NoError(t, err)
	_, err = i.Evaluate(t.Context(), sampleOrder(request.Small))
	require.NoError(t, err)
	_, _ = i.Generate(t.Context(), sampleOrder(request.Small)) // it breaks the contract: there are no files
	require.Len(t, r.hosts, 4)
	for _, host := range r.hosts {
		assert.Equal(t, adapter.Capabilities(), host.GetCapabilities())
	}
}
