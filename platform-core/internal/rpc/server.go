// Package rpc carries the adapter contract over gRPC: the server that answers
// with an adapter, and what both sides of the connection have to agree on. The
// client is the host's (package adapterhost).
package rpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/convert"
)

// MaxRequest bounds what a host sends, in bytes. A request is a few kilobytes,
// a profile with all its rules some hundred.
const MaxRequest = 16 << 20

// workers answer calls on stacks that have grown already. A host has 16 calls in an
// adapter at once.
const workers = 16

// NewServer returns the gRPC server of an adapter, on which nothing is
// registered yet. Stacks of panics go to stderr.
func NewServer(stderr io.Writer, options ...grpc.ServerOption) *grpc.Server {
	return grpc.NewServer(append(options, grpc.MaxRecvMsgSize(MaxRequest), grpc.ForceServerCodecV2(Codec),
		grpc.NumStreamWorkers(workers), grpc.ChainUnaryInterceptor(guard(stderr)))...)
}

// Register has server, which NewServer made, answer version 1 of the contract with
// impl.
func Register(server *grpc.Server, impl adapter.Adapter) {
	server.RegisterService(&grpc.ServiceDesc{
		ServiceName: service,
		HandlerType: (*adapter.Adapter)(nil),
		Methods: []grpc.MethodDesc{
			answers(Describe, convert.Host.In(), toAnyHost(impl.Describe), convert.Description.In()),
			answers(CheckInstallation, convert.Asked(convert.Profile), of(impl.CheckInstallation), convert.Checks),
			answers(Evaluate, convert.Asked(convert.Input), of(impl.Evaluate), convert.Evaluation),
			answers(Generate, convert.Asked(convert.Input), of(impl.Generate), convert.Generation),
		},
	}, impl)
}

// of answers a question that names its host, which nothing depends on.
func of[In, Out any](
	ask func(context.Context, In) (Out, error),
) func(context.Context, convert.Question[In]) (Out, error) {
	return func(ctx context.Context, question convert.Question[In]) (Out, error) { return ask(ctx, question.Of) }
}

// toAnyHost answers every host alike.
func toAnyHost[Out any](ask func(context.Context) (Out, error)) func(context.Context, []string) (Out, error) {
	return func(ctx context.Context, _ []string) (Out, error) { return ask(ctx) }
}

// guard turns whatever goes wrong in a call into the status of who caused it.
func guard(stderr io.Writer) grpc.UnaryServerInterceptor {
	return func(
		ctx context.Context, request any, info *grpc.UnaryServerInfo, handle grpc.UnaryHandler,
	) (answer any, err error) {
		defer func() {
			if reason := recover(); reason != nil {
				_, _ = fmt.Fprintf(stderr, "panic in %s: %v\n%s", info.FullMethod, reason, debug.Stack())
				answer, err = nil, status.Errorf(codes.Internal, "panic: %v", reason)
			}
		}()
		answer, err = handle(ctx, request)
		return answer, blame(ctx, err)
	}
}

// blame returns the status of an adapter's error. It is never Unavailable,
// whatever the adapter's error says: a host takes that for a crash, and
// replaces the process.
func blame(ctx context.Context, err error) error {
	var malformed *convert.Error
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return status.FromContextError(ctx.Err()).Err()
	case errors.As(err, &malformed), errors.Is(err, convert.ErrMalformed), errors.Is(err, convert.ErrTooMany):
		return status.Error(codes.InvalidArgument, err.Error())
	default:
		return status.Error(codes.Internal, err.Error())
	}
}
