package policy

import (
	"fmt"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/ext"
)

// environment returns the CEL environment of all expressions.
var environment = sync.OnceValues(func() (*cel.Env, error) {
	registry, err := types.NewRegistry()
	if err != nil {
		return nil, fmt.Errorf("make the type registry: %w", err)
	}
	provider := typeProvider{registry}
	options := []cel.EnvOption{
		cel.CustomTypeProvider(provider),
		cel.CustomTypeAdapter(provider),
		ext.Strings(ext.StringsVersion(4)),
		cel.Variable(dateVariable, cel.StringType),
		cel.ClearMacros(),
		cel.Macros(cel.StandardMacros...),
	}
	for _, name := range []string{requestVariable, profileVariable, estimateVariable} {
		options = append(options, cel.Variable(name, cel.ObjectType(typePrefix+name)))
	}
	env, err := cel.NewEnv(append(options, functions()...)...)
	if err != nil {
		return nil, fmt.Errorf("build the policy language: %w", err)
	}
	return env, nil
})

// typeProvider adds the types of objects to a registry.
type typeProvider struct{ *types.Registry }

// FindStructType returns the type with the name.
func (p typeProvider) FindStructType(name string) (*types.Type, bool) {
	if objectOf(name) != nil {
		return types.NewTypeTypeWithParam(types.NewObjectType(name)), true
	}
	return p.Registry.FindStructType(name)
}

// FindStructFieldType returns the type of a field, and how to read it.
func (p typeProvider) FindStructFieldType(name, field string) (*types.FieldType, bool) {
	o := objectOf(name)
	if o == nil {
		return p.Registry.FindStructFieldType(name, field)
	}
	f := o.field(field)
	if f == nil {
		return nil, false
	}
	return &types.FieldType{
		Type:    f.kind,
		GetFrom: func(target any) (any, error) { return f.get(target.(*objectValue).candidate), nil },
		IsSet:   func(target any) bool { return f.isSet(target.(*objectValue).candidate) },
	}, true
}
