package policy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

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
	get  func(*facts) any
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
		{"provider", cel.StringType, func(f *facts) any { return types.String(f.Profile.Provider) }},
		{"mode", cel.StringType, func(f *facts) any { return types.String(f.Profile.Mode) }},
		{"allowed_regions", cel.ListType(cel.StringType), func(f *facts) any { return f.regions }},
		{"unpriced", cel.StringType, func(f *facts) any { return types.String(cmp.Or(f.Profile.Unpriced, profile.AdviseUnpriced)) }},
		{"boundaries", cel.MapType(cel.StringType, cel.StringType), func(f *facts) any { return f.Profile.Boundaries }},
	}},
	{typePrefix + estimateVariable, []objectField{
		// Whether the adapter could size the request at all.
		{"sized", cel.BoolType, func(f *facts) any { return types.Bool(len(f.Estimate.Items) > 0) }},
		// Whether every counted part of the estimate has a price.
		{"known", cel.BoolType, func(f *facts) any { return types.Bool(len(f.Estimate.Items) > 0 && f.Estimate.MonthlyTotal.Known) }},
		// What is known of the total, rounded up to whole dollars: a cap binds also where a
		// part has no price. 0 when nothing is known.
		{"monthly_dollars", cel.IntType, func(f *facts) any { return types.Int(f.Estimate.KnownTotal.Dollars()) }},
	}},
})

// requestObjects are the types of the request and of the controls in it.
func requestObjects() []object {
	whole := object{name: typePrefix + requestVariable}
	controls := object{name: typePrefix + request.ControlsField}
	for i, f := range requestFields {
		field := objectField{f.Name, typeOf(f), func(over *facts) any { return over.value(i) }}
		if f.IsControl() {
			field.name = strings.TrimPrefix(f.Name, request.ControlsField+".")
			controls.fields = append(controls.fields, field)
			continue
		}
		whole.fields = append(whole.fields, field)
	}
	whole.fields = append(whole.fields, objectField{
		request.ControlsField, cel.ObjectType(controls.name), func(f *facts) any { return &f.objects[controlsObject] },
	})
	return []object{whole, controls}
}

// requestFields are the fields of a request, by their place in facts.values.
var requestFields = request.Fields()

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

// provider gives CEL the types of objects; all else is the Registry's.
type provider struct {
	*types.Registry
	fields map[string]map[string]*types.FieldType
}

func newProvider() (*provider, error) {
	registry, err := types.NewRegistry()
	if err != nil {
		return nil, fmt.Errorf("make the type registry: %w", err)
	}
	p := &provider{registry, map[string]map[string]*types.FieldType{}}
	for _, o := range objects {
		p.fields[o.name] = map[string]*types.FieldType{}
		for _, f := range o.fields {
			p.fields[o.name][f.name] = f.fieldType()
		}
	}
	return p, nil
}

func (f objectField) fieldType() *types.FieldType {
	return &types.FieldType{
		Type:    f.kind,
		GetFrom: func(target any) (any, error) { return f.get(target.(*value).facts), nil },
		IsSet:   func(target any) bool { return f.isSet(target.(*value).facts) },
	}
}

// isSet reports whether a request has something in the field, as has() does.
func (f objectField) isSet(over *facts) bool {
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

// FindStructType returns the type with the name.
func (p *provider) FindStructType(name string) (*types.Type, bool) {
	if _, known := p.fields[name]; known {
		return types.NewTypeTypeWithParam(types.NewObjectType(name)), true
	}
	return p.Registry.FindStructType(name)
}

// FindStructFieldNames returns the names of a type's fields, sorted.
func (p *provider) FindStructFieldNames(name string) ([]string, bool) {
	for _, o := range objects {
		if o.name != name {
			continue
		}
		var names []string
		for _, f := range o.fields {
			names = append(names, f.name)
		}
		slices.Sort(names)
		return names, true
	}
	return p.Registry.FindStructFieldNames(name)
}

// FindStructFieldType returns the type of a type's field, and how to get it.
func (p *provider) FindStructFieldType(name, field string) (*types.FieldType, bool) {
	if fields, known := p.fields[name]; known {
		found, has := fields[field]
		return found, has
	}
	return p.Registry.FindStructFieldType(name, field)
}
