package rpc

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

const service = "platform.provider.v1.AdapterService"

// Method is a method of the contract, with the conversions of its question and its answer.
type Method[Question, Answer any] struct {
	Name     string
	question Conversion[Question]
	answer   Conversion[Answer]
}

// The methods of the contract. Describe sends the host's capabilities; the others send them
// with each question.
var (
	Describe          = Method[[]string, adapter.Description]{"Describe", Host.In(), Description.In()}
	CheckInstallation = Method[profile.Profile, []profile.Check]{"CheckInstallation", withHost(Profile), Checks}
	Evaluate          = Method[adapter.Input, adapter.Evaluation]{"Evaluate", withHost(Input), Evaluation}
	Generate          = Method[adapter.Input, adapter.Generation]{"Generate", withHost(Input), Generation}
)

// Path returns the name of the method in gRPC.
func (m Method[Question, Answer]) Path() string { return "/" + service + "/" + m.Name }

// Encode returns the message that carries a question.
func (m Method[Question, Answer]) Encode(question Question) []byte {
	return m.question.Encode(question)
}

// Call asks an adapter. The error is gRPC's, or that of [Conversion.Decode] for an answer that
// cannot be read.
func (m Method[Question, Answer]) Call(
	ctx context.Context, connection grpc.ClientConnInterface, question Question, options ...grpc.CallOption,
) (Answer, error) {
	sent, received := &message[Question]{conversion: m.question, value: question}, &message[Answer]{conversion: m.answer}
	if err := connection.Invoke(ctx, m.Path(), sent, received, append(options, grpc.ForceCodecV2(Codec))...); err != nil {
		return received.value, err
	}
	return received.value, received.err
}

// serve returns the description of the method for a server that answers with reply.
func (m Method[Question, Answer]) serve(reply func(context.Context, Question) (Answer, error)) grpc.MethodDesc {
	handle := func(ctx context.Context, received any) (any, error) {
		question := received.(*message[Question])
		if question.err != nil {
			return nil, question.err
		}
		value, err := reply(ctx, question.value)
		if err != nil {
			return nil, err
		}
		return &message[Answer]{conversion: m.answer, value: value}, nil
	}
	return grpc.MethodDesc{MethodName: m.Name, Handler: func(
		_ any, ctx context.Context, decode func(any) error, intercept grpc.UnaryServerInterceptor,
	) (any, error) {
		question := &message[Question]{conversion: m.question}
		if err := decode(question); err != nil {
			return nil, err
		}
		return intercept(ctx, question, &grpc.UnaryServerInfo{FullMethod: m.Path()}, handle)
	}}
}

// message is a domain value that is sent or received as a message of the contract.
type message[Domain any] struct {
	conversion Conversion[Domain]
	value      Domain
	// err is why a received message has no value. Returned to gRPC, it would become a status.
	err error
}

func (m *message[Domain]) appendTo(b []byte) []byte { return m.conversion.Append(b, m.value) }

func (m *message[Domain]) decode(data []byte) { m.value, m.err = m.conversion.Decode(data) }

// Codec encodes the messages of the contract. It leaves those of gRPC's own services to gRPC.
var Codec encoding.CodecV2 = codec{encoding.GetCodecV2(proto.Name)}

type codec struct{ encoding.CodecV2 }

// usualSize is larger than the answer to an ordinary request, in bytes. gRPC has a pool of
// buffers of this size.
const usualSize = 32 << 10

// Marshal returns the bytes of a message.
func (c codec) Marshal(v any) (mem.BufferSlice, error) {
	m, ok := v.(interface{ appendTo(b []byte) []byte })
	if !ok {
		return c.CodecV2.Marshal(v)
	}
	pool := mem.DefaultBufferPool()
	buffer := pool.Get(usualSize)
	data := m.appendTo((*buffer)[:0])
	if len(data) > cap(*buffer) {
		pool.Put(buffer)
		return mem.BufferSlice{mem.SliceBuffer(data)}, nil
	}
	*buffer = data
	return mem.BufferSlice{mem.NewBuffer(buffer, pool)}, nil
}

// Unmarshal reads the bytes of a message.
func (c codec) Unmarshal(data mem.BufferSlice, v any) error {
	m, ok := v.(interface{ decode(data []byte) })
	if !ok {
		return c.CodecV2.Unmarshal(data, v)
	}
	whole := data.MaterializeToBuffer(mem.DefaultBufferPool())
	defer whole.Free()
	m.decode(whole.ReadOnlyData())
	return nil
}
