package adapterhost

import (
	"context"
	"errors"
	"net"
	"sync/atomic"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"platform.internal/platform-core/adapterhost/internal/process"
)

// maxHeaders bounds the headers of one answer, in bytes.
const maxHeaders = 64 << 10

// Why a conversation is over for good.
var (
	errSecondDial = errors.New("there is one connection to an adapter, and it is over")
	errStreams    = status.Error(codes.Unimplemented, "a host opens no streams to an adapter")
)

// conversation is the one connection of a host with an adapter's process. go-plugin
// would keep whatever an adapter sends over its own two streams, the broker's and
// that of standard output, so the host opens neither; and what an adapter sends
// besides answers is bounded (see frames).
type conversation struct {
	process *process.Process
	// calls counts those that were ever made, open those under way.
	calls, open atomic.Int64
}

// options returns the dial options of the conversation.
func (c *conversation) options() []grpc.DialOption {
	return []grpc.DialOption{
		grpc.WithContextDialer(c.dial),
		grpc.WithMaxHeaderListSize(maxHeaders),
		grpc.WithChainUnaryInterceptor(c.count),
		grpc.WithStreamInterceptor(refuseStream),
	}
}

// dial returns the connection, once: its end is the process's.
func (c *conversation) dial(context.Context, string) (net.Conn, error) {
	connection := c.process.Connection()
	if connection == nil {
		return nil, errSecondDial
	}
	return &frames{Conn: connection, calls: &c.calls, credit: maxCredit, over: c.end}, nil
}

// end ends a process whose connection is over, unless it ends by itself.
func (c *conversation) end(reason error) {
	words := "for ending its connection"
	if errors.Is(reason, errFlood) {
		words = "as " + errFlood.Error()
	}
	go c.process.EndSoon("ended by the platform " + words)
}

func (c *conversation) count(
	ctx context.Context, method string, request, answer any, connection *grpc.ClientConn, invoke grpc.UnaryInvoker, options ...grpc.CallOption,
) error {
	c.calls.Add(1)
	c.open.Add(1)
	defer c.open.Add(-1)
	return invoke(ctx, method, request, answer, connection, options...)
}

func refuseStream(context.Context, *grpc.StreamDesc, *grpc.ClientConn, string, grpc.Streamer, ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, errStreams
}
