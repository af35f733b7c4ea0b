package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
)

// connection is the host's, once it has made it. Whole frames may be written
// between those of the gRPC server.
var connection *shareable

// shareable is a connection to which several may write. Once it is unread,
// nobody reads what the host writes.
type shareable struct {
	net.Conn
	mu     sync.Mutex
	unread chan struct{}
}

func (c *shareable) Write(data []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.Conn.Write(data)
}

func (c *shareable) Read(data []byte) (int, error) {
	n, err := c.Conn.Read(data)
	select {
	case <-c.unread:
		wait()
	default:
	}
	return n, err
}

// serveRaw is an adapter without the SDK, which confines nothing itself.
func serveRaw() {
	address := filepath.Join(os.Getenv("PLUGIN_UNIX_SOCKET_DIR"), "socket")
	listener, err := net.Listen("unix", address)
	if err != nil {
		panic(err)
	}
	fmt.Printf("1|1|unix|%s|grpc||true\n", address)
	accepted, err := listener.Accept()
	if err != nil {
		panic(err)
	}
	connection = &shareable{Conn: accepted, unread: make(chan struct{})}
	begin(atConnect)
	server := grpc.NewServer(
		grpc.UnknownServiceHandler(answer), grpc.ForceServerCodec(asBytes{}), grpc.MaxSendMsgSize(64<<20))
	_ = server.Serve(&oneConnection{connection: connection})
}

// oneConnection is a listener to which one has connected, and nobody will.
type oneConnection struct {
	connection net.Conn
	accepted   bool
}

func (l *oneConnection) Accept() (net.Conn, error) {
	if l.accepted {
		wait()
		return nil, net.ErrClosed
	}
	l.accepted = true
	return l.connection, nil
}

func (l *oneConnection) Close() error   { return nil }
func (l *oneConnection) Addr() net.Addr { return l.connection.LocalAddr() }

// asBytes is a codec for messages that are encoded already.
type asBytes struct{}

func (asBytes) Name() string { return "proto" }

func (asBytes) Marshal(message any) ([]byte, error) { return *message.(*[]byte), nil }

func (asBytes) Unmarshal(data []byte, message any) error {
	*message.(*[]byte) = append([]byte(nil), data...)
	return nil
}

const service = "/platform.provider.v1.AdapterService/"

// answer answers each call, and says on standard error which it was. An answer of
// empties has as many entries as fit, which take much more once they are decoded.
func answer(_ any, stream grpc.ServerStream) error {
	method, _ := grpc.MethodFromServerStream(stream)
	fmt.Fprintln(os.Stderr, "called", method)
	name, ours := strings.CutPrefix(method, service)
	if attack == "empties" && ours && (phase == atDescribe) == (name == "Describe") {
		return send(stream, bytes.Repeat([]byte{0x0a, 0}, 600_000))
	}
	switch method {
	case service + "Describe":
		begin(atDescribe)
		return send(stream, description())
	case service + "CheckInstallation":
		called()
		return send(stream, field(1,
			text(1, "provider_b.here"), text(2, "Here"), text(3, "passed"), text(4, "It is here.")))
	case "/grpc.health.v1.Health/Check":
		return send(stream, flag(1)) // SERVING
	case "/plugin.GRPCBroker/StartStream", "/plugin.GRPCStdio/StreamStdio":
		name, slowly := strings.CutPrefix(attack, "drip-")
		if message := messages[name]; message != nil && phase == atStream {
			return flood(stream, message(), slowly)
		}
		<-stream.Context().Done()
		return nil
	default:
		return status.Error(codes.Internal, "it answers nothing else")
	}
}

func send(stream grpc.ServerStream, message []byte) error { return stream.SendMsg(&message) }

// flood sends a message again and again, with a pause after each where it floods slowly.
func flood(stream grpc.ServerStream, message []byte, slowly bool) error {
	for time.Now().Before(over) {
		if err := stream.SendMsg(&message); err != nil {
			return err
		}
		if slowly {
			time.Sleep(pause)
		}
	}
	return nil
}

// messages are those of go-plugin's streams; see its grpc_broker.proto and
// grpc_stdio.proto.
var messages = map[string]func() []byte{
	"knock":      func() []byte { return field(4, flag(1)) },
	"knock-big":  func() []byte { return append(text(3, string(make([]byte, 4<<20))), field(4, flag(1))...) },
	"connection": func() []byte { return append(text(2, "unix"), text(3, "/nowhere")...) },
	"stdio":      func() []byte { return append(flag(1), text(2, string(lines[:30_000]))...) },
}

func description() []byte {
	return field(1, text(1, "provider_b"), text(2, "Provider B"), text(3, "northeurope"),
		field(4, text(1, "northeurope"), text(2, "North Europe")),
		field(4, text(1, "westeurope"), text(2, "West Europe")), text(6, "1.0.0"))
}

// field, text and flag encode fields of a protobuf message.
func field(number protowire.Number, fields ...[]byte) []byte {
	var message []byte
	for _, f := range fields {
		message = append(message, f...)
	}
	return protowire.AppendBytes(protowire.AppendTag(nil, number, protowire.BytesType), message)
}

func text(number protowire.Number, value string) []byte { return field(number, []byte(value)) }

func flag(number protowire.Number) []byte {
	return protowire.AppendVarint(protowire.AppendTag(nil, number, protowire.VarintType), 1)
}
