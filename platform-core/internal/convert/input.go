package convert

import (
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// InputToMessage returns o as a message.
func InputToMessage(o adapter.Input) *providerv1.Order {
	return &providerv1.Order{
		Request:     requestToMessage(o.Request),
		RequestId:   o.Identity.RequestID,
		Fingerprint: o.Identity.Fingerprint,
		Mode:        string(o.Mode),
		Boundaries: each(o.Boundaries, func(b adapter.Boundary) *providerv1.Boundary {
			return &providerv1.Boundary{Name: b.Name, Id: b.ID}
		}),
	}
}

// InputFromMessage returns the input that m carries, or an *Error.
func InputFromMessage(m *providerv1.Order) (adapter.Input, error) {
	req, err := requestFromMessage(m.GetRequest())
	if err != nil {
		return adapter.Input{}, err
	}
	return adapter.Input{
		Request:  req,
		Identity: request.Identity{RequestID: m.GetRequestId(), Fingerprint: m.GetFingerprint()},
		Mode:     profile.Mode(m.GetMode()),
		Boundaries: each(m.GetBoundaries(), func(b *providerv1.Boundary) adapter.Boundary {
			return adapter.Boundary{Name: b.GetName(), ID: b.GetId()}
		}),
	}, nil
}

// fields are the fields of a request, and members where the message has each: a
// control by its own name.
var (
	fields  = request.Fields()
	members = membersOf(fields)
)

func membersOf(fields []request.Field) []protoreflect.FieldDescriptor {
	members := (&providerv1.Request{}).ProtoReflect().Descriptor().Fields()
	return each(fields, func(f request.Field) protoreflect.FieldDescriptor {
		member := members.ByName(protoreflect.Name(strings.TrimPrefix(f.Name, request.ControlsField+".")))
		if member == nil {
			panic("the message Request of provider.proto lacks the field " + f.Name)
		}
		return member
	})
}

func requestToMessage(r request.Request) *providerv1.Request {
	m := &providerv1.Request{}
	message := m.ProtoReflect()
	for i, f := range fields {
		if v := r.Value(f.Name); !v.IsZero() {
			message.Set(members[i], valueToMember(v))
		}
	}
	return m
}

func valueToMember(v request.Value) protoreflect.Value {
	switch v.Kind {
	case request.NumberValue:
		return protoreflect.ValueOfInt64(v.Number)
	case request.FlagValue:
		return protoreflect.ValueOfBool(v.Flag)
	default:
		return protoreflect.ValueOfString(v.Text)
	}
}

func requestFromMessage(m *providerv1.Request) (request.Request, error) {
	var r request.Request
	message := m.ProtoReflect()
	for i, f := range fields {
		v := valueFromMember(f.Kind, message.Get(members[i]))
		if v != request.Text("") && !f.Assign(&r, v) {
			return request.Request{}, wrong("request."+f.Name, "cannot be %q", v.String())
		}
	}
	return r, nil
}

func valueFromMember(kind request.ValueKind, member protoreflect.Value) request.Value {
	switch kind {
	case request.NumberValue:
		return request.Number(member.Int())
	case request.FlagValue:
		return request.Flag(member.Bool())
	default:
		return request.Text(member.String())
	}
}
