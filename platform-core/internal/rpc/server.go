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
	"platform.internal/platform-core/internal/providerv1"
)

// MaxRequest bounds what a host sends, in bytes. A request is a few kilobytes,
// a profile with all its rules some hundred.
const MaxRequest = 16 << 20

// NewServer returns the gRPC server of an adapter, on which nothing is
// registered yet. Stacks of panics go to stderr.
func NewServer(stderr io.Writer, options ...grpc.ServerOption) *grpc.Server {
	options = append(options, grpc.MaxRecvMsgSize(MaxRequest), grpc.ChainUnaryInterceptor(guard(stderr)))
	return grpc.NewServer(options...)
}

// Register has server answer version 1 of the contract with impl.
func Register(server *grpc.Server, impl adapter.Adapter) {
	providerv1.RegisterAdapterServiceServer(server, &endpoint{adapter: impl})
}

// guard turns whatever goes wrong in a call into the status of who caused it.
func guard(stderr io.Writer) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, request any, info *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (answer any, err error) {
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
	case errors.As(err, &malformed):
		return status.Error(codes.InvalidArgument, err.Error())
	default:
		return status.Error(codes.Internal, err.Error())
	}
}

// endpoint answers version 1 of the contract with an adapter.
type endpoint struct {
	providerv1.UnimplementedAdapterServiceServer
	adapter adapter.Adapter
}

// Describe returns the adapter's description.
func (s *endpoint) Describe(ctx context.Context, _ *providerv1.DescribeRequest) (*providerv1.DescribeResponse, error) {
	description, err := s.adapter.Describe(ctx)
	if err != nil {
		return nil, err
	}
	return &providerv1.DescribeResponse{Description: convert.Description.ToMessage(description)}, nil
}

// CheckInstallation returns the adapter's readiness checks of a profile.
func (s *endpoint) CheckInstallation(ctx context.Context, request *providerv1.CheckInstallationRequest) (*providerv1.CheckInstallationResponse, error) {
	return answer(ctx, request.GetProfile(), convert.Profile, s.adapter.CheckInstallation, convert.Checks)
}

// Evaluate returns the adapter's evaluation of an input.
func (s *endpoint) Evaluate(ctx context.Context, request *providerv1.EvaluateRequest) (*providerv1.EvaluateResponse, error) {
	return answer(ctx, request.GetOrder(), convert.Input, s.adapter.Evaluate, convert.Evaluation)
}

// Generate returns what the adapter generates of an input.
func (s *endpoint) Generate(ctx context.Context, request *providerv1.GenerateRequest) (*providerv1.GenerateResponse, error) {
	return answer(ctx, request.GetOrder(), convert.Input, s.adapter.Generate, convert.Generation)
}

// answer asks the adapter what a message carries, and returns the answer as one.
func answer[In, Question, Out, Answer any](
	ctx context.Context, question *Question, read convert.Conversion[In, Question],
	ask func(context.Context, In) (Out, error), write convert.Conversion[Out, Answer],
) (*Answer, error) {
	in, err := read.FromMessage(question)
	if err != nil {
		return nil, err
	}
	out, err := ask(ctx, in)
	if err != nil {
		return nil, err
	}
	return write.ToMessage(out), nil
}
