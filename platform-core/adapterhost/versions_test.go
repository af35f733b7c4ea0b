package adapterhost

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/internal/rpc"
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

// recording is an adapter's connection that keeps what it is asked.
type recording struct {
	grpc.ClientConnInterface
	questions [][]byte
}

func (r *recording) Invoke(_ context.Context, method string, question, answer any, _ ...grpc.CallOption) error {
	sent, err := rpc.Codec.Marshal(question)
	r.questions = append(r.questions, sent.Materialize())
	if err != nil || !strings.HasSuffix(method, rpc.Describe.Name) {
		return err
	}
	description, err := sample{}.Describe(context.Background())
	must(err)
	return rpc.Codec.Unmarshal(mem.BufferSlice{mem.SliceBuffer(rpc.Description.In().Encode(description))}, answer)
}

func TestEveryCallNamesTheHostsCapabilities(t *testing.T) {
	r := &recording{}
	impl := newRemote(failure{}, Options{}.withDefaults(), func(life context.Context) (*instance, error) {
		i := &instance{connection: r, stop: func(error) {}}
		_, err := i.describe(life, "")
		return i, err
	})
	defer impl.close()
	_, err := impl.CheckInstallation(t.Context(), sampleProfile())
	require.NoError(t, err)
	_, err = impl.Evaluate(t.Context(), sampleOrder(request.Small))
	require.NoError(t, err)
	_, _ = impl.Generate(t.Context(), sampleOrder(request.Small)) // it breaks the contract: there are no files
	require.Len(t, r.questions, 4)
	for i, question := range []interface {
		proto.Message
		GetHost() *providerv1.Host
	}{
		&providerv1.DescribeRequest{}, &providerv1.CheckInstallationRequest{}, &providerv1.EvaluateRequest{}, &providerv1.GenerateRequest{},
	} {
		require.NoError(t, proto.Unmarshal(r.questions[i], question))
		assert.Equal(t, adapter.Capabilities(), question.GetHost().GetCapabilities())
	}
}
