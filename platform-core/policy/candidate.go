package policy

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Input is everything that a rule can see.
type Input struct {
	Request  request.Request
	Profile  profile.Profile
	Estimate request.Estimate
	// Date is the policy date.
	Date request.Date
	// Budget bounds the evaluation with others; nil for RequestSteps of its own.
	Budget *Budget
}

// The variables of an expression.
const (
	requestVariable  = "request"
	profileVariable  = "profile"
	estimateVariable = "estimate"
	dateVariable     = "policy_date"
)

var variables = []string{requestVariable, profileVariable, estimateVariable, dateVariable}

// Candidate is an input that expressions are evaluated over: the activation of CEL. It may not be
// used from many goroutines.
type Candidate struct {
	Input
	// unknown are the fields of the request that may still take any value.
	unknown []string
	// unsized is set while the estimate is not known.
	estimateUnknown bool
	// values are those of the request's fields as CEL takes them, each made when it
	// is first read: rules read some of them again and again.
	values  []ref.Val
	date    ref.Val
	regions ref.Val
	// objects are the values of objects, by their place there.
	objects [estimateObject + 1]objectValue
}

// NewCandidate returns the candidate of an input.
func NewCandidate(in Input) *Candidate {
	if in.Budget == nil {
		in.Budget = NewBudget(context.Background(), RequestSteps)
	}
	f := &Candidate{
		Input: in, values: make([]ref.Val, len(requestFields)), date: types.String(in.Date),
		regions: types.DefaultTypeAdapter.NativeToValue(in.Profile.AllowedRegions),
	}
	for i := range f.objects {
		f.objects[i] = objectValue{f, &objects[i]}
	}
	return f
}

// value returns the value of the field at a place in requestFields.
func (f *Candidate) value(at int) ref.Val {
	if f.values[at] == nil {
		field := &requestFields[at]
		f.values[at] = toCEL(field.Kind, field.Get(&f.Request))
	}
	return f.values[at]
}

// ResolveName returns a variable's value.
func (f *Candidate) ResolveName(name string) (any, bool) {
	switch name {
	case requestVariable:
		return &f.objects[requestObject], true
	case profileVariable:
		return &f.objects[profileObject], true
	case estimateVariable:
		return &f.objects[estimateObject], true
	case dateVariable:
		return f.date, true
	default:
		return nil, false
	}
}

// Parent returns nil: the variables are all there is.
func (f *Candidate) Parent() cel.Activation { return nil }

// patterns are the attributes that are unknown.
func (f *Candidate) patterns() []*cel.AttributePatternType {
	var patterns []*cel.AttributePatternType
	for _, name := range f.unknown {
		pattern := cel.AttributePattern(requestVariable)
		if control, ok := request.ControlOf(name); ok {
			pattern.QualString(request.ControlsField)
			name = string(control)
		}
		patterns = append(patterns, pattern.QualString(name))
	}
	if f.estimateUnknown {
		patterns = append(patterns, cel.AttributePattern(estimateVariable))
	}
	return patterns
}

// object is the CEL type of a variable with fields. A wrong field name in a rule
// is a type error when the rule is compiled.
type object struct {
	// name is the type's: one that no expression writes for a variable.
	name   string
	fields []objectField
}

// objectField is a field of an object. get returns a value of CEL, or a list or a
// map of strings.
type objectField struct {
	name string
	kind *cel.Type
	get  func(*Candidate) any
}

// isSet reports whether a request has something in the field, as has() does.
func (f objectField) isSet(over *Candidate) bool {
	switch v := f.get(over).(type) {
	case types.String:
		return v != ""
	case types.Int:
		return v != 0
	case types.Bool:
		return bool(v)
	default:
		return true
	}
}

// typePrefix keeps the names of types apart from paths such as request.controls.
const typePrefix = "platform."

// The places in objects of the variables, and of the objects in them.
const (
	requestObject = iota
	controlsObject
	profileObject
	estimateObject
)

// objects are the types of the variables, and of the objects in them.
var objects = slices.Concat(requestObjects(), []object{
	{typePrefix + profileVariable, []objectField{
		{"provider", cel.StringType, func(f *Candidate) any { return types.String(f.Profile.Provider) }},
		{"mode", cel.StringType, func(f *Candidate) any { return types.String(f.Profile.Mode) }},
		{"allowed_regions", cel.ListType(cel.StringType), func(f *Candidate) any { return f.regions }},
		{"unpriced", cel.StringType, func(f *Candidate) any { return types.String(cmp.Or(f.Profile.Unpriced, profile.AdviseUnpriced)) }},
		{"boundaries", cel.MapType(cel.StringType, cel.StringType), func(f *Candidate) any { return f.Profile.Boundaries }},
	}},
	{typePrefix + estimateVariable, []objectField{
		// Whether the adapter could size the request at all.
		{"sized", cel.BoolType, func(f *Candidate) any { return types.Bool(len(f.Estimate.Items) > 0) }},
		// Whether every counted part of the estimate has a price.
		{"known", cel.BoolType, func(f *Candidate) any { return types.Bool(len(f.Estimate.Items) > 0 && f.Estimate.MonthlyTotal.Known) }},
		// What is known of the total, rounded up to whole dollars: a cap binds also where a
		// part has no price. 0 when nothing is known.
		{"monthly_dollars", cel.IntType, func(f *Candidate) any { return types.Int(f.Estimate.KnownTotal.Dollars()) }},
	}},
})

// requestObjects are the types of the request and of the controls in it.
func requestObjects() []object {
	whole := object{name: typePrefix + requestVariable}
	controls := object{name: typePrefix + request.ControlsField}
	for i, f := range requestFields {
		field := objectField{f.Name, typeOf(f), func(over *Candidate) any { return over.value(i) }}
		if f.IsControl() {
			field.name = strings.TrimPrefix(f.Name, request.ControlsField+".")
			controls.fields = append(controls.fields, field)
			continue
		}
		whole.fields = append(whole.fields, field)
	}
	whole.fields = append(whole.fields, objectField{
		request.ControlsField, cel.ObjectType(controls.name), func(f *Candidate) any { return &f.objects[controlsObject] },
	})
	return []object{whole, controls}
}

// fieldsAt returns the names of the fields of the object at a path, as they were declared.
func fieldsAt(path string) (names []string) {
	if path == requestVariable+"."+request.ControlsField {
		path = request.ControlsField
	}
	for _, o := range objects {
		if o.name == typePrefix+path {
			for _, f := range o.fields {
				names = append(names, f.name)
			}
		}
	}
	return names
}

// requestFields are the fields of a request, by their place in Candidate.values.
var requestFields = request.Fields()

// fieldAt returns the place in requestFields of the one with the name; -1 for none.
func fieldAt(name string) int {
	return slices.IndexFunc(requestFields, func(f request.Field) bool { return f.Name == name })
}

// objectValue is an object of a candidate as CEL takes it. An expression that knows its
// type reads its fields by way of typeProvider; Get and IsSet are for one that does
// not.
type objectValue struct {
	candidate *Candidate
	of        *object
}

var (
	_ traits.Indexer     = (*objectValue)(nil)
	_ traits.FieldTester = (*objectValue)(nil)
)

// Type returns the object's type.
func (v *objectValue) Type() ref.Type { return types.NewObjectType(v.of.name) }

// Value returns the object itself: there is no other form of it.
func (v *objectValue) Value() any { return v }

// Equal reports whether the other is the same object: a candidate has one of each
// type.
func (v *objectValue) Equal(other ref.Val) ref.Val {
	o, ok := other.(*objectValue)
	return types.Bool(ok && o.of == v.of)
}

// ConvertToType returns the object's type; no other type takes it.
func (v *objectValue) ConvertToType(to ref.Type) ref.Val {
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
func (v *objectValue) ConvertToNative(to reflect.Type) (any, error) {
	return nil, fmt.Errorf("%s cannot be converted to %s", v.of.name, to)
}

// Get returns the value of the field with the name.
func (v *objectValue) Get(name ref.Val) ref.Val {
	if field := v.field(name); field != nil {
		return types.DefaultTypeAdapter.NativeToValue(field.get(v.candidate))
	}
	return types.NewErr("%s has no field %v", v.of.name, name)
}

// IsSet reports whether the field with the name has a value, as has() does.
func (v *objectValue) IsSet(name ref.Val) ref.Val {
	if field := v.field(name); field != nil {
		return types.Bool(field.isSet(v.candidate))
	}
	return types.NewErr("%s has no field %v", v.of.name, name)
}

func (v *objectValue) field(name ref.Val) *objectField {
	at := slices.IndexFunc(v.of.fields, func(f objectField) bool { return types.String(f.name) == name })
	if at < 0 {
		return nil
	}
	return &v.of.fields[at]
}

// AggregateSize returns 1: an object is the same wherever an expression has it.
func (v *objectValue) AggregateSize(types.AggregateSizer) uint32 { return 1 }

// typeOf returns the CEL type of a request field.
func typeOf(f request.Field) *cel.Type {
	switch f.Kind {
	case request.NumberValue:
		return cel.IntType
	case request.FlagValue:
		return cel.BoolType
	default:
		return cel.StringType
	}
}

// toCEL returns the value of a field of a kind as CEL takes it: no date is an
// empty text.
func toCEL(kind request.ValueKind, v request.Value) ref.Val {
	switch kind {
	case request.NumberValue:
		return types.Int(v.Number)
	case request.FlagValue:
		return types.Bool(v.Flag)
	default:
		return types.String(v.Text)
	}
}

// valueOf returns a value of CEL as one of a request's; none for other types.
func valueOf(v ref.Val) request.Value {
	switch t := v.(type) {
	case types.String:
		return request.Text(string(t))
	case types.Int:
		return request.Number(int64(t))
	case types.Bool:
		return request.Flag(bool(t))
	default:
		return request.Value{}
	}
}
