package rpc

import (
	"context"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"platform.internal/platform-core/internal/confinement"
)

// The headers in which an adapter reports how far it has confined itself. They come with its
// description. They are optional: an adapter without them conforms to the contract.
const (
	LevelHeader = "platform-confinement"
	OpenHeader  = "platform-confinement-open"
)

// Announce returns an interceptor that adds the headers to descriptions.
func Announce(report confinement.Report) grpc.UnaryServerInterceptor {
	headers := metadata.Pairs(LevelHeader, string(report.Level()), OpenHeader, strings.Join(report.Open.Names(), ","))
	return func(ctx context.Context, request any, info *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
		if info.FullMethod == Describe.Path() {
			// It fails only after an answer was sent.
			_ = grpc.SetHeader(ctx, headers)
		}
		return handle(ctx, request)
	}
}
