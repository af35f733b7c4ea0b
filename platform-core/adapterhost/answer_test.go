package adapterhost

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"platform.internal/platform-core/internal/providerv1"
)

// An answer is decoded once it is known not to hold too much, however deep.
func TestAnswersAreCountedBeforeTheyAreDecoded(t *testing.T) {
	encoded := func(m proto.Message) []byte {
		data, err := proto.Marshal(m)
		must(err)
		return data
	}
	empties := bytes.Repeat([]byte{0x0a, 0}, 600_000)
	estimate := func(items int) []byte {
		return encoded(&providerv1.EvaluateResponse{Estimate: &providerv1.Estimate{Items: slices.Repeat([]*providerv1.EstimateItem{{Item: "x"}}, items)}})
	}
	properties := func(n int) []byte {
		return encoded(&providerv1.EvaluateResponse{Resources: []*providerv1.Resource{{Properties: slices.Repeat([]string{""}, n)}}})
	}
	for name, c := range map[string]struct {
		data []byte
		into proto.Message
		want codes.Code
	}{
		"checks":              {empties, &providerv1.CheckInstallationResponse{}, codes.ResourceExhausted},
		"violations":          {empties, &providerv1.EvaluateResponse{}, codes.ResourceExhausted},
		"files":               {empties, &providerv1.GenerateResponse{}, codes.ResourceExhausted},
		"items":               {estimate(maxMessages + 1), &providerv1.EvaluateResponse{}, codes.ResourceExhausted},
		"texts":               {properties(maxFields + 1), &providerv1.EvaluateResponse{}, codes.ResourceExhausted},
		"as much as may be":   {estimate(maxMessages - 2), &providerv1.EvaluateResponse{}, codes.OK},
		"no message":          {bytes.Repeat([]byte{0xff}, smallAnswer+1), &providerv1.EvaluateResponse{}, codes.Internal},
		"a little that is no": {[]byte{0xff}, &providerv1.EvaluateResponse{}, codes.Internal},
		"nothing":             {nil, &providerv1.EvaluateResponse{}, codes.OK},
	} {
		t.Run(name, func(t *testing.T) {
			answers := func(_ context.Context, _ string, _, into any, _ *grpc.ClientConn, _ ...grpc.CallOption) error {
				return codec.Unmarshal(mem.BufferSlice{mem.SliceBuffer(c.data)}, into)
			}
			err := decodeBounded(t.Context(), "", nil, c.into, nil, answers)
			assert.Equal(t, c.want, status.Code(err), "%v", err)
		})
	}
}
