package rpc

import (
	"context"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"platform.internal/platform-core/internal/confinement"
)

// The headers in which an adapter reports to its host, with its description, how
// far it has confined itself. They are no part of the contract's messages: an
// adapter without them is a conforming one.
const (
	LevelHeader = "platform-confinement"
	OpenHeader  = "platform-confinement-open"
)

// Announce adds the headers to descriptions.
func Announce(report confinement.Report) grpc.UnaryServerInterceptor {
	headers := metadata.Pairs(LevelHeader, string(report.Level()), OpenHeader, strings.Join(report.Open.Names(), ","))
	return func(ctx context.Context, request any, info *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
		if info.FullMethod == path(Describe) {
			// It fails only once an answer was sent, and none was.
			_ = grpc.SetHeader(ctx, headers)
		}
		return handle(ctx, request)
	}
}
