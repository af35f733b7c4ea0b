package policy

import (
	"context"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"platform.internal/platform-core/request"
)

// facts are what expressions are evaluated over: the activation of CEL.
type facts struct {
	Input
	// unknown are the fields of the request that may still take any value.
	unknown []string
	// unsized is set while the estimate is not known.
	unsized bool
	// values are those of the request's fields as CEL takes them, each made when it
	// is first read: rules read some of them again and again.
	values  []ref.Val
	date    ref.Val
	regions ref.Val
	// objects are the values of objects, by their place there.
	objects [estimateObject + 1]value
}

func newFacts(in Input) *facts {
	if in.Budget == nil {
		in.Budget = NewBudget(context.Background(), RequestSteps)
	}
	f := &facts{
		Input: in, values: make([]ref.Val, len(requestFields)), date: types.String(in.Date),
		regions: types.DefaultTypeAdapter.NativeToValue(in.Profile.AllowedRegions),
	}
	for i := range f.objects {
		f.objects[i] = value{f, &objects[i]}
	}
	return f
}

// value returns the value of the field at a place in requestFields.
func (f *facts) value(at int) ref.Val {
	if f.values[at] == nil {
		field := &requestFields[at]
		f.values[at] = toCEL(field.Kind, field.Get(&f.Request))
	}
	return f.values[at]
}

// ResolveName returns a variable's value.
func (f *facts) ResolveName(name string) (any, bool) {
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
func (f *facts) Parent() cel.Activation { return nil }

// patterns are the attributes that are unknown.
func (f *facts) patterns() []*cel.AttributePatternType {
	var patterns []*cel.AttributePatternType
	for _, name := range f.unknown {
		pattern := cel.AttributePattern(requestVariable)
		if control, is := request.ControlOf(name); is {
			pattern.QualString(request.ControlsField)
			name = string(control)
		}
		patterns = append(patterns, pattern.QualString(name))
	}
	if f.unsized {
		patterns = append(patterns, cel.AttributePattern(estimateVariable))
	}
	return patterns
}
