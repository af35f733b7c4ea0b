package convert

import (
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/request"
)

func inputFields(x *exchange, d *adapter.Input, m *providerv1.Order) {
	if m.Request == nil {
		m.Request = &providerv1.Request{}
	}
	requestFields(x, &d.Request, m.Request)
	text(x, &d.Identity.RequestID, &m.RequestId)
	text(x, &d.Identity.Fingerprint, &m.Fingerprint)
	text(x, &d.Mode, &m.Mode)
	each(x, "boundaries", &d.Boundaries, &m.Boundaries, boundaryFields)
}

func boundaryFields(x *exchange, d *adapter.Boundary, m *providerv1.Boundary) {
	text(x, &d.Name, &m.Name)
	text(x, &d.ID, &m.Id)
}

// fields are the fields of a request, and members where the message has each: a
// control by its own name.
var (
	fields  = request.Fields()
	members = membersOf(fields)
)

func membersOf(fields []request.Field) []protoreflect.FieldDescriptor {
	all := (&providerv1.Request{}).ProtoReflect().Descriptor().Fields()
	members := make([]protoreflect.FieldDescriptor, len(fields))
	for i, f := range fields {
		members[i] = all.ByName(protoreflect.Name(strings.TrimPrefix(f.Name, request.ControlsField+".")))
		if members[i] == nil {
			panic("the generated code of the message Request lacks the field " + f.Name + ": add it to provider.proto, and run make generate")
		}
	}
	return members
}

func requestFields(x *exchange, d *request.Request, m *providerv1.Request) {
	message := m.ProtoReflect()
	for i := range fields {
		f := &fields[i]
		if x.sending {
			if v := f.Get(d); !v.IsZero() {
				message.Set(members[i], valueToMember(v))
			}
			continue
		}
		v := valueFromMember(f.Kind, message.Get(members[i]))
		if v != request.Text("") && !f.Assign(d, v) {
			x.wrong("request."+f.Name, "cannot be %q", v.String())
		}
	}
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
