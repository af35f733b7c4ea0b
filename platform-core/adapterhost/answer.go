package adapterhost

import (
	"context"
	"errors"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
	pb "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// What an answer may hold. Two bytes of it can be an empty message, which takes a
// hundred times as much once it is decoded, so an answer is counted before that.
const (
	// maxMessages is more than the contract allows entries in all lists together.
	maxMessages = 10_000
	// maxFields is a hundred for each of the resources that the contract allows.
	maxFields = 200_000
	// An answer of at most smallAnswer bytes is not counted: it cannot hold much.
	smallAnswer = 16 << 10
)

// received is an answer as it came.
type received struct{ data mem.Buffer }

// receiving is the codec of answers: it leaves them as they came.
type receiving struct{ encoding.CodecV2 }

var codec = receiving{encoding.GetCodecV2(proto.Name)}

// Unmarshal keeps the answer.
func (receiving) Unmarshal(data mem.BufferSlice, into any) error {
	into.(*received).data = data.MaterializeToBuffer(mem.DefaultBufferPool())
	return nil
}

// decodeBounded makes a call whose answer is decoded once it is known to be
// bounded. The error of one that is not has the code ResourceExhausted.
func decodeBounded(
	ctx context.Context, method string, request, answer any, connection *grpc.ClientConn, invoke grpc.UnaryInvoker, options ...grpc.CallOption,
) error {
	var got received
	if err := invoke(ctx, method, request, &got, connection, append(options, grpc.ForceCodecV2(codec))...); err != nil {
		return err
	}
	defer got.data.Free()
	data, message := got.data.ReadOnlyData(), answer.(pb.Message)
	if len(data) > smallAnswer {
		if err := (&contents{}).count(data, shapeOf(message.ProtoReflect().Descriptor())); err != nil {
			return status.Error(codes.ResourceExhausted, err.Error())
		}
	}
	if err := pb.Unmarshal(data, message); err != nil {
		return status.Error(codes.Internal, err.Error())
	}
	return nil
}

// contents counts what an answer holds.
type contents struct{ messages, fields int }

var errContents = errors.New("the answer has more entries than any may have")

// count adds what an encoded message of the shape holds. What is no message at all
// is left to the decoder.
func (c *contents) count(data []byte, s *shape) error {
	c.messages++
	for len(data) > 0 {
		number, kind, n := protowire.ConsumeTag(data)
		if n < 0 {
			return nil
		}
		c.fields++
		if c.fields > maxFields || c.messages > maxMessages {
			return errContents
		}
		data = data[n:]
		if kind == protowire.BytesType {
			value, n := protowire.ConsumeBytes(data)
			if n < 0 {
				return nil
			}
			if part := s.part(number); part != nil {
				if err := c.count(value, part); err != nil {
					return err
				}
			}
			data = data[n:]
			continue
		}
		n = protowire.ConsumeFieldValue(number, kind, data)
		if n < 0 {
			return nil
		}
		data = data[n:]
	}
	return nil
}

// shape is which fields of a message are messages, by their numbers: the encoding
// does not tell a message from a text.
type shape struct{ parts []*shape }

func (s *shape) part(number protowire.Number) *shape {
	if s == nil || int(number) >= len(s.parts) {
		return nil
	}
	return s.parts[number]
}

// shapes are those that were needed, by the names of the messages.
var shapes sync.Map

func shapeOf(d protoreflect.MessageDescriptor) *shape {
	if known, is := shapes.Load(d.FullName()); is {
		return known.(*shape)
	}
	made, _ := shapes.LoadOrStore(d.FullName(), newShape(d))
	return made.(*shape)
}

// newShape follows the fields of a message; no message of the contract is part of
// itself.
func newShape(d protoreflect.MessageDescriptor) *shape {
	s := &shape{}
	for i := range d.Fields().Len() {
		field := d.Fields().Get(i)
		if field.Message() == nil {
			continue
		}
		for int(field.Number()) >= len(s.parts) {
			s.parts = append(s.parts, nil)
		}
		s.parts[field.Number()] = newShape(field.Message())
	}
	return s
}
