package convert

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/request"
)

func inputFields(x *exchange, d *adapter.Input) {
	part(x, 1, &d.Request, requestFields)
	text(x, 2, &d.Identity.RequestID)
	text(x, 3, &d.Identity.Fingerprint)
	text(x, 4, &d.Mode)
	each(x, "boundaries", 5, &d.Boundaries, boundaryFields)
	flag(x, 6, &d.WithoutResources)
	each(x, "settings", 7, &d.Settings, settingFields)
	text(x, 8, &d.EnvironmentID)
}

func boundaryFields(x *exchange, d *adapter.Boundary) {
	text(x, 1, &d.Name)
	text(x, 2, &d.ID)
}

func settingFields(x *exchange, d *adapter.Setting) {
	text(x, 1, &d.Name)
	text(x, 2, &d.Value)
}

// member is a field of a request and its number in the message.
type member struct {
	field  request.Field
	number protowire.Number
}

// members are the fields of a request, by number. The message has each by its name,
// a control by its own.
var members = membersOf(request.Fields())

func membersOf(fields []request.Field) []*member {
	numbers := numbersOf(reflect.TypeFor[providerv1.Request]())
	members := make([]*member, len(fields))
	for i, f := range fields {
		number, known := numbers[strings.TrimPrefix(f.Name, request.ControlsField+".")]
		if !known {
			panic("the generated code of the message Request lacks the field " + f.Name + ": add it to provider.proto, and run make generate")
		}
		members[i] = &member{f, number}
	}
	slices.SortFunc(members, func(a, b *member) int { return cmp.Compare(a.number, b.number) })
	return members
}

// numbersOf returns the numbers of a generated message's fields by their names, from
// the fields' tags, such as "bytes,4,opt,name=cost_centre": the message's descriptor would
// be made at the start of every process.
func numbersOf(message reflect.Type) map[string]protowire.Number {
	numbers := map[string]protowire.Number{}
	for i := range message.NumField() {
		parts := strings.Split(message.Field(i).Tag.Get("protobuf"), ",")
		for _, part := range parts {
			if name, is := strings.CutPrefix(part, "name="); is {
				number, _ := strconv.Atoi(parts[1])
				numbers[name] = protowire.Number(number) // #nosec G115 -- a field's number
			}
		}
	}
	return numbers
}

func requestFields(x *exchange, d *request.Request) {
	for _, m := range members {
		f := &m.field
		var v request.Value
		if x.sending {
			v = f.Get(d)
		} else {
			v.Kind = f.Kind
		}
		carry(x, m.number, &v)
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
