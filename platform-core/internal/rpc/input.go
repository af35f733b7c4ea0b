package rpc

import (
	"cmp"
	"slices"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/request"
)

func inputFields(x *exchange, d *adapter.Input) {
	part(x, 1, &d.Request, requestFields)
	text(x, 2, &d.Identity.RequestID, &d.Identity.Fingerprint)
	text(x, 4, &d.Mode)
	each(x, "boundaries", 5, &d.Boundaries, boundaryFields)
	flag(x, 6, &d.WithoutResources)
	each(x, "settings", 7, &d.Settings, settingFields)
	text(x, 8, &d.EnvironmentID)
}

func boundaryFields(x *exchange, d *adapter.Boundary) {
	text(x, 1, &d.Name, &d.ID)
}

func settingFields(x *exchange, d *adapter.Setting) {
	text(x, 1, &d.Name, &d.Value)
}

// member is a field of a request and its number in the message.
type member struct {
	field  request.Field
	number protowire.Number
}

// members are the fields of a request, by number. The message has each by its name, a control by its own.
var members = membersOf(request.Fields())

func membersOf(fields []request.Field) []member {
	known := (&providerv1.Request{}).ProtoReflect().Descriptor().Fields()
	members := make([]member, len(fields))
	for i, f := range fields {
		found := known.ByName(protoreflect.Name(strings.TrimPrefix(f.Name, request.ControlsField+".")))
		if found == nil {
			panic("the generated code of the message Request lacks the field " + f.Name +
				": add it to provider.proto, and run make generate")
		}
		members[i] = member{f, found.Number()}
	}
	slices.SortFunc(members, func(a, b member) int { return cmp.Compare(a.number, b.number) })
	return members
}

func requestFields(x *exchange, d *request.Request) {
	for i := range members {
		f, number := &members[i].field, members[i].number
		var v request.Value
		if x.sending {
			v = f.Get(d)
		} else {
			v.Kind = f.Kind
		}
		carry(x, number, &v)
		if !x.sending && v != request.Text("") && !f.Assign(d, v) {
			x.wrong("request."+f.Name, "cannot be %q", v.String())
		}
	}
}

// carry carries what a value of a kind holds.
func carry(x *exchange, number protowire.Number, v *request.Value) {
	switch v.Kind {
	case request.NumberValue:
		integer(x, number, &v.Number)
	case request.FlagValue:
		flag(x, number, &v.Flag)
	default:
		text(x, number, &v.Text)
	}
}
