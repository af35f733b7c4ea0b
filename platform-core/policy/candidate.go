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

// Input is everything that a rule can read.
type Input struct {
	Request  request.Request
	Profile  profile.Profile
	Estimate request.Estimate
	// Date is the policy date.
	Date request.Date
	// Budget limits the steps of this and other evaluations; nil stands for [RequestSteps] of its own.
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

// Candidate is an input that expressions are evaluated for: the activation of CEL. It may not be used from many
// goroutines.
type Candidate struct {
	Input
	// unknown are the fields of the request that may still take any value.
	unknown []string
	// estimateUnknown is true while the estimate is not known.
	estimateUnknown bool
	// values are the values of the request's fields in CEL. Each is made when it is first read, since rules read
	// some of them again and again.
	values  []ref.Val
	date    ref.Val
	regions ref.Val
	// objects are the values of the objects, with their indexes there.
	objects [estimateObject + 1]objectValue
}

// NewCandidate returns the candidate of an input.
func NewCandidate(in Input) *Candidate {
	if in.Budget == nil {
		in.Budget = NewBudget(context.Background(), RequestSteps)
	}
	c := &Candidate{
		Input: in, values: make([]ref.Val, len(requestFields)), date: types.String(in.Date),
		regions: types.DefaultTypeAdapter.NativeToValue(in.Profile.AllowedRegions),
	}
	for i := range c.objects {
		c.objects[i] = objectValue{c, &objects[i]}
	}
	return c
}

// value returns the value of the field with an index in requestFields.
func (c *Candidate) value(index int) ref.Val {
	if c.values[index] == nil {
		field := &requestFields[index]
		c.values[index] = toCEL(field.Kind, field.Get(&c.Request))
	}
	return c.values[index]
}

// ResolveName returns the value of a variable.
func (c *Candidate) ResolveName(name string) (any, bool) {
	switch name {
	case requestVariable:
		return &c.objects[requestObject], true
	case profileVariable:
		return &c.objects[profileObject], true
	case estimateVariable:
		return &c.objects[estimateObject], true
	case dateVariable:
		return c.date, true
	default:
		return nil, false
	}
}

// Parent returns nil: there are no other variables.
func (c *Candidate) Parent() cel.Activation { return nil }

// patterns returns the attributes that are unknown.
func (c *Candidate) patterns() (patterns []*cel.AttributePatternType) {
	for _, name := range c.unknown {
		pattern := cel.AttributePattern(requestVariable)
		if control, ok := request.ControlOf(name); ok {
			pattern.QualString(request.ControlsField)
			name = string(control)
		}
		patterns = append(patterns, pattern.QualString(name))
	}
	if c.estimateUnknown {
		patterns = append(patterns, cel.AttributePattern(estimateVariable))
	}
	return patterns
}

// object is the CEL type of a variable with fields. A wrong field name in a rule is a type error when the rule
// is compiled.
type object struct {
	// name is the name of the type. No expression writes it for a variable.
	name   string
	fields []objectField
}

// objectField is a field of an object. get returns a value of CEL, or a list or a map of strings.
type objectField struct {
	name string
	kind *cel.Type
	get  func(*Candidate) any
}

// field returns the field with the name; nil for none.
func (o *object) field(name string) *objectField {
	at := slices.IndexFunc(o.fields, func(f objectField) bool { return f.name == name })
	if at < 0 {
		return nil
	}
	return &o.fields[at]
}

// isSet reports whether a candidate has a value in the field, as has() does.
func (f objectField) isSet(c *Candidate) bool {
	switch v := f.get(c).(type) {
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

// typePrefix distinguishes the names of types from paths such as request.controls.
const typePrefix = "platform."

// The indexes in objects of the variables, and of the objects in them.
const (
	requestObject = iota
	controlsObject
	profileObject
	estimateObject
)

// objects are the types of the variables, and of the objects in them.
var objects = slices.Concat(requestObjects(), []object{
	{typePrefix + profileVariable, []objectField{
		{"provider", cel.StringType, func(c *Candidate) any { return types.String(c.Profile.Provider) }},
		{"mode", cel.StringType, func(c *Candidate) any { return types.String(c.Profile.Mode) }},
		{"allowed_regions", cel.ListType(cel.StringType), func(c *Candidate) any { return c.regions }},
		{"unpriced", cel.StringType,
			func(c *Candidate) any { return types.String(cmp.Or(c.Profile.Unpriced, profile.AdviseUnpriced)) }},
		{"boundaries", cel.MapType(cel.StringType, cel.StringType), func(c *Candidate) any { return c.Profile.Boundaries }},
	}},
	{typePrefix + estimateVariable, []objectField{
		// Whether there is an estimate at all.
		{"sized", cel.BoolType, func(c *Candidate) any { return types.Bool(len(c.Estimate.Items) > 0) }},
		// Whether every counted part of the estimate has a price.
		{"known", cel.BoolType,
			func(c *Candidate) any { return types.Bool(len(c.Estimate.Items) > 0 && c.Estimate.MonthlyTotal.Known) }},
		// Whether monthly_dollars has parts at their highest known price in any region.
		{"at_most", cel.BoolType, func(c *Candidate) any { return types.Bool(c.Estimate.HighestTotal.Known) }},
		// The total that a budget must cover, rounded up to whole dollars. A cap also applies if a part has no price.
		// It is 0 if nothing is known.
		{"monthly_dollars", cel.IntType, func(c *Candidate) any { return types.Int(c.Estimate.BudgetTotal().Dollars()) }},
	}},
})

// requestObjects are the types of the request and of the controls in it.
func requestObjects() []object {
	whole := object{name: typePrefix + requestVariable}
	controls := object{name: typePrefix + request.ControlsField}
	for i, f := range requestFields {
		field := objectField{f.Name, typeOf(f), func(c *Candidate) any { return c.value(i) }}
		if f.IsControl() {
			field.name = strings.TrimPrefix(f.Name, request.ControlsField+".")
			controls.fields = append(controls.fields, field)
			continue
		}
		whole.fields = append(whole.fields, field)
	}
	whole.fields = append(whole.fields, objectField{
		request.ControlsField, cel.ObjectType(controls.name), func(c *Candidate) any { return &c.objects[controlsObject] },
	})
	return []object{whole, controls}
}

// objectOf returns the object with the name of a type; nil for none.
func objectOf(typeName string) *object {
	at := slices.IndexFunc(objects, func(o object) bool { return o.name == typeName })
	if at < 0 {
		return nil
	}
	return &objects[at]
}

// fieldsAt returns the names of the fields of the object at a path, in their order.
func fieldsAt(path string) (names []string) {
	if path == requestVariable+"."+request.ControlsField {
		path = request.ControlsField
	}
	if o := objectOf(typePrefix + path); o != nil {
		for _, f := range o.fields {
			names = append(names, f.name)
		}
	}
	return names
}

// requestFields are the fields of a request.
var requestFields = request.Fields()

// objectValue is an object of a candidate as a value of CEL. Expressions of a known type read its fields with
// typeProvider, others with Get and IsSet.
type objectValue struct {
	candidate *Candidate
	*object
}

var (
	_ traits.Indexer     = (*objectValue)(nil)
	_ traits.FieldTester = (*objectValue)(nil)
)

// Type returns the type of the object.
func (v *objectValue) Type() ref.Type { return types.NewObjectType(v.name) }

// Value returns the object itself, since it has no other form.
func (v *objectValue) Value() any { return v }

// Equal reports whether the other value is the same object. A candidate has one object of each type.
func (v *objectValue) Equal(other ref.Val) ref.Val {
	o, ok := other.(*objectValue)
	return types.Bool(ok && o.object == v.object)
}

// ConvertToType returns the type of the object, or the object. It fails for other types.
func (v *objectValue) ConvertToType(to ref.Type) ref.Val {
	switch to.TypeName() {
	case types.TypeType.TypeName():
		return types.NewObjectType(v.name)
	case v.name:
		return v
	default:
		return types.NewErr("%s cannot be converted to %s", v.name, to.TypeName())
	}
}

// ConvertToNative fails, since an object has no value in Go.
func (v *objectValue) ConvertToNative(to reflect.Type) (any, error) {
	return nil, fmt.Errorf("%s cannot be converted to %s", v.name, to)
}

// Get returns the value of the field with the name.
func (v *objectValue) Get(name ref.Val) ref.Val {
	if f := v.field(textOf(name)); f != nil {
		return types.DefaultTypeAdapter.NativeToValue(f.get(v.candidate))
	}
	return types.NewErr("%s has no field %v", v.name, name)
}

// IsSet reports whether the field with the name has a value, as has() does.
func (v *objectValue) IsSet(name ref.Val) ref.Val {
	if f := v.field(textOf(name)); f != nil {
		return types.Bool(f.isSet(v.candidate))
	}
	return types.NewErr("%s has no field %v", v.name, name)
}

// AggregateSize returns 1, since all uses of an object share it.
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

// toCEL returns a value of a field as a value of CEL. A missing date is an empty text.
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

// valueOf returns a value of CEL as a value of a request; zero for other types.
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
