package rpc

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"

	"platform.internal/platform-core/internal/convert"
)

// message is a domain value that travels as a message of the contract.
type message[Domain any] struct {
	conversion convert.Conversion[Domain]
	value      Domain
	// err is why a message that came has no value. gRPC would make a status of it.
	err error
}

func (m *message[Domain]) appendTo(b []byte) []byte { return m.conversion.Append(b, m.value) }

func (m *message[Domain]) decode(data []byte) { m.value, m.err = m.conversion.Decode(data) }

// Codec carries the messages of the contract, and all others, which are those of
// gRPC's own services, as gRPC does.
var Codec encoding.CodecV2 = codec{encoding.GetCodecV2(proto.Name)}

type codec struct{ encoding.CodecV2 }

// usualSize is more than the answers of ordinary requests have, in bytes, and a size
// of which gRPC keeps buffers.
const usualSize = 32 << 10

// Marshal returns a message as it travels.
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

// Unmarshal reads a message that came.
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

// The methods of the contract.
const (
	service           = "platform.provider.v1.AdapterService"
	Describe          = "Describe"
	CheckInstallation = "CheckInstallation"
	Evaluate          = "Evaluate"
	Generate          = "Generate"
)

func path(method string) string { return "/" + service + "/" + method }

// Ask calls a method of an adapter. The error is gRPC's, or that of package convert
// for what cannot be read.
func Ask[Question, Answer any](
	ctx context.Context, connection grpc.ClientConnInterface, method string,
	question Question, write convert.Conversion[Question], read convert.Conversion[Answer], options ...grpc.CallOption,
) (Answer, error) {
	answer := &message[Answer]{conversion: read}
	err := connection.Invoke(ctx, path(method), &message[Question]{conversion: write, value: question}, answer,
		append(options, grpc.ForceCodecV2(Codec))...)
	if err != nil {
		return answer.value, err
	}
	return answer.value, answer.err
}

// answers returns the method that a server answers with reply.
func answers[Question, Answer any](
	name string, read convert.Conversion[Question],
	reply func(context.Context, Question) (Answer, error), write convert.Conversion[Answer],
) grpc.MethodDesc {
	handle := func(ctx context.Context, came any) (any, error) {
		question := came.(*message[Question])
		if question.err != nil {
			return nil, question.err
		}
		value, err := reply(ctx, question.value)
		if err != nil {
			return nil, err
		}
		return &message[Answer]{conversion: write, value: value}, nil
	}
	return grpc.MethodDesc{MethodName: name, Handler: func(
		_ any, ctx context.Context, decode func(any) error, intercept grpc.UnaryServerInterceptor,
	) (any, error) {
		question := &message[Question]{conversion: read}
		if err := decode(question); err != nil {
			return nil, err
		}
		return intercept(ctx, question, &grpc.UnaryServerInfo{FullMethod: path(name)}, handle)
	}}
}
