package policy

import (
	"fmt"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/ext"
)

// environment returns the CEL environment of every expression.
var environment = sync.OnceValues(func() (*cel.Env, error) {
	provider, err := newProvider()
	if err != nil {
		return nil, err
	}
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

// typeProvider gives CEL the types of objects; all else is the Registry's.
type typeProvider struct {
	*types.Registry
	fields map[string]map[string]*types.FieldType
}

func newProvider() (*typeProvider, error) {
	registry, err := types.NewRegistry()
	if err != nil {
		return nil, fmt.Errorf("make the type registry: %w", err)
	}
	p := &typeProvider{registry, map[string]map[string]*types.FieldType{}}
	for _, o := range objects {
		p.fields[o.name] = map[string]*types.FieldType{}
		for _, f := range o.fields {
			p.fields[o.name][f.name] = &types.FieldType{
				Type:    f.kind,
				GetFrom: func(target any) (any, error) { return f.get(target.(*objectValue).candidate), nil },
				IsSet:   func(target any) bool { return f.isSet(target.(*objectValue).candidate) },
			}
		}
	}
	return p, nil
}

// FindStructType returns the type with the name.
func (p *typeProvider) FindStructType(name string) (*types.Type, bool) {
	if _, ok := p.fields[name]; ok {
		return types.NewTypeTypeWithParam(types.NewObjectType(name)), true
	}
	return p.Registry.FindStructType(name)
}

// FindStructFieldType returns the type of a type's field, and how to get it.
func (p *typeProvider) FindStructFieldType(name, field string) (*types.FieldType, bool) {
	if fields, ok := p.fields[name]; ok {
		found, ok := fields[field]
		return found, ok
	}
	return p.Registry.FindStructFieldType(name, field)
}
