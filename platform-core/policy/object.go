package policy

import (
	"fmt"
	"reflect"
	"slices"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
)

// value is an object of the facts as CEL takes it. An expression that knows its
// type reads its fields by way of provider; Get and IsSet are for one that does
// not.
type value struct {
	facts *facts
	of    *object
}

var (
	_ traits.Indexer     = (*value)(nil)
	_ traits.FieldTester = (*value)(nil)
)

// Type returns the object's type.
func (v *value) Type() ref.Type { return types.NewObjectType(v.of.name) }

// Value returns the object itself: there is no other form of it.
func (v *value) Value() any { return v }

// Equal reports whether the other is the same object: the facts have one of each
// type.
func (v *value) Equal(other ref.Val) ref.Val {
	o, is := other.(*value)
	return types.Bool(is && o.of == v.of)
}

// ConvertToType returns the object's type; no other type takes it.
func (v *value) ConvertToType(to ref.Type) ref.Val {
	switch to.TypeName() {
	case types.TypeType.TypeName():
		return types.NewObjectType(v.of.name)
	case v.of.name:
		return v
	default:
		return types.NewErr("%s cannot be converted to %s", v.of.name, to.TypeName())
	}
}

// ConvertToNative fails: no value of Go is made of an object.
func (v *value) ConvertToNative(to reflect.Type) (any, error) {
	return nil, fmt.Errorf("%s cannot be converted to %s", v.of.name, to)
}

// Get returns the value of the field with the name.
func (v *value) Get(name ref.Val) ref.Val {
	if field := v.field(name); field != nil {
		return types.DefaultTypeAdapter.NativeToValue(field.get(v.facts))
	}
	return types.NewErr("%s has no field %v", v.of.name, name)
}

// IsSet reports whether the field with the name has a value, as has() does.
func (v *value) IsSet(name ref.Val) ref.Val {
	if field := v.field(name); field != nil {
		return types.Bool(field.isSet(v.facts))
	}
	return types.NewErr("%s has no field %v", v.of.name, name)
}

func (v *value) field(name ref.Val) *objectField {
	at := slices.IndexFunc(v.of.fields, func(f objectField) bool { return types.String(f.name) == name })
	if at < 0 {
		return nil
	}
	return &v.of.fields[at]
}

// AggregateSize returns 1: an object is the same wherever an expression has it.
func (v *value) AggregateSize(types.AggregateSizer) uint32 { return 1 }
