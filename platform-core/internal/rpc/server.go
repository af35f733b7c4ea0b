// Package rpc carries the adapter contract over gRPC. It has what host and adapter share: the
// handshake, the methods, the server that answers with an adapter, and the messages. The
// client is the host's (package adapterhost).
//
// A [Conversion] turns a domain type into a message of provider.proto and back, byte by byte.
// It names each field once, with its number, for both directions. Generated code would build
// every message twice; the tests hold this package to it.
//
// Lists and maps that are read are never nil. What an adapter leaves out is [] or {} in every
// record and answer, and not null.
//
// A message that has no meaning in the domain is a [FieldError], such as a value of unknown
// kind or a text that is no network range.
package rpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"platform.internal/platform-core/adapter"
)

// MaxRequest is the size limit of a call, in bytes. A request has a few kilobytes, and a
// profile with all its rules a few hundred.
const MaxRequest = 16 << 20

// workers is the number of goroutines that answer calls. They are reused because their stacks
// have grown already. A host makes at most 16 calls at once.
const workers = 16

// NewServer returns the gRPC server of an adapter, without a service: see [Register]. It
// writes the stack of a panic to stderr, once for each place.
func NewServer(stderr io.Writer, options ...grpc.ServerOption) *grpc.Server {
	return grpc.NewServer(append(options, grpc.MaxRecvMsgSize(MaxRequest), grpc.ForceServerCodecV2(Codec),
		grpc.NumStreamWorkers(workers), grpc.ChainUnaryInterceptor(guard(stderr)))...)
}

// Register makes a server of [NewServer] answer version 1 of the contract with impl.
func Register(server *grpc.Server, impl adapter.Adapter) {
	server.RegisterService(&grpc.ServiceDesc{
		ServiceName: service,
		HandlerType: (*adapter.Adapter)(nil),
		Methods: []grpc.MethodDesc{
			Describe.serve(func(ctx context.Context, _ []string) (adapter.Description, error) { return impl.Describe(ctx) }),
			CheckInstallation.serve(impl.CheckInstallation),
			Evaluate.serve(impl.Evaluate),
			Generate.serve(impl.Generate),
		},
	}, impl)
}

// panicked has the places of panics whose stack was printed. One faulty line may panic in every call.
var panicked sync.Map

// guard turns errors and panics of a call into a gRPC status: see [statusError].
func guard(stderr io.Writer) grpc.UnaryServerInterceptor {
	return func(
		ctx context.Context, request any, info *grpc.UnaryServerInfo, handle grpc.UnaryHandler,
	) (answer any, err error) {
		defer func() {
			if reason := recover(); reason != nil {
				place := panicPlace()
				if _, again := panicked.LoadOrStore(place, true); !again {
					_, _ = fmt.Fprintf(stderr, "panic in %s: %v\n%s", info.FullMethod, reason, debug.Stack())
				}
				answer, err = nil, status.Errorf(codes.Internal, "panic: %v, in %s", reason, place)
			}
		}()
		answer, err = handle(ctx, request)
		return answer, statusError(ctx, err)
	}
}

// maxFrames limits the calls that a message names.
const maxFrames = 5

// panicPlace returns the calls that led to the current panic, the innermost first. The certificate of an adapter shows
// them to its author.
func panicPlace() string {
	var callers [64]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers[:])])
	var calls []string
	isBehind := false // the frames of the panic itself
	for f, more := frames.Next(); more && len(calls) < maxFrames; f, more = frames.Next() {
		if strings.HasPrefix(path.Base(f.Function), "rpc.") && len(calls) > 0 {
			break // the calls of the host
		}
		if isBehind && !strings.HasPrefix(f.Function, "runtime.") {
			calls = append(calls, fmt.Sprintf("%s (%s:%d)", path.Base(f.Function), filepath.Base(f.File), f.Line))
		}
		isBehind = isBehind || f.Function == "runtime.gopanic"
	}
	return strings.Join(calls, ", called by ")
}

// statusError returns the gRPC status of an adapter's error. It is never Unavailable, whatever
// the error says, because a host takes that for a crash and replaces the process.
func statusError(ctx context.Context, err error) error {
	var malformed *FieldError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return status.FromContextError(ctx.Err()).Err()
	case errors.As(err, &malformed), errors.Is(err, ErrMalformed), errors.Is(err, ErrTooMany):
		return status.Error(codes.InvalidArgument, err.Error())
	default:
		return status.Error(codes.Internal, err.Error())
	}
}
