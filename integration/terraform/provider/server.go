package main

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// server answers what Terraform asks to plan, and to make a state of a plan. What
// it does not answer is the embedded interface's, which is nil: a call of it is a
// fault of the test.
type server struct {
	tfprotov5.ProviderServer
	schema  providerSchema
	changes changes
}

func (s *server) GetMetadata(context.Context, *tfprotov5.GetMetadataRequest) (*tfprotov5.GetMetadataResponse, error) {
	return &tfprotov5.GetMetadataResponse{}, nil
}

func (s *server) GetProviderSchema(context.Context, *tfprotov5.GetProviderSchemaRequest) (*tfprotov5.GetProviderSchemaResponse, error) {
	return &tfprotov5.GetProviderSchemaResponse{
		Provider: s.schema.Provider.schema(), ResourceSchemas: schemas(s.schema.Resources), DataSourceSchemas: schemas(s.schema.Data),
	}, nil
}

func (s *server) PrepareProviderConfig(_ context.Context, r *tfprotov5.PrepareProviderConfigRequest) (*tfprotov5.PrepareProviderConfigResponse, error) {
	return &tfprotov5.PrepareProviderConfigResponse{PreparedConfig: r.Config}, nil
}

func (s *server) ConfigureProvider(context.Context, *tfprotov5.ConfigureProviderRequest) (*tfprotov5.ConfigureProviderResponse, error) {
	return &tfprotov5.ConfigureProviderResponse{}, nil
}

func (s *server) StopProvider(context.Context, *tfprotov5.StopProviderRequest) (*tfprotov5.StopProviderResponse, error) {
	return &tfprotov5.StopProviderResponse{}, nil
}

func (s *server) ValidateResourceTypeConfig(context.Context, *tfprotov5.ValidateResourceTypeConfigRequest) (*tfprotov5.ValidateResourceTypeConfigResponse, error) {
	return &tfprotov5.ValidateResourceTypeConfigResponse{}, nil
}

func (s *server) ValidateDataSourceConfig(context.Context, *tfprotov5.ValidateDataSourceConfigRequest) (*tfprotov5.ValidateDataSourceConfigResponse, error) {
	return &tfprotov5.ValidateDataSourceConfigResponse{}, nil
}

// ReadDataSource answers with made-up values.
func (s *server) ReadDataSource(_ context.Context, r *tfprotov5.ReadDataSourceRequest) (*tfprotov5.ReadDataSourceResponse, error) {
	state, err := s.answer(s.schema.Data[r.TypeName], r.Config, madeUp)
	return &tfprotov5.ReadDataSourceResponse{State: state}, err
}

// answer returns a value of a kind with what is absent and computed filled in.
func (s *server) answer(k kind, given *tfprotov5.DynamicValue, fill filling) (*tfprotov5.DynamicValue, error) {
	of := k.schema().ValueType()
	value, err := given.Unmarshal(of)
	if err != nil {
		return nil, err
	}
	if value, err = k.Block.filled(value, fill); err != nil {
		return nil, err
	}
	answer, err := tfprotov5.NewDynamicValue(of, value)
	return &answer, err
}

// filling returns the value of a computed attribute.
type filling func(name string, of tftypes.Type) tftypes.Value

func (b block) filled(value tftypes.Value, fill filling) (tftypes.Value, error) {
	if value.IsNull() || !value.IsKnown() {
		return value, nil
	}
	var members map[string]tftypes.Value
	if err := value.As(&members); err != nil {
		return value, err
	}
	for name, a := range b.Attributes {
		if a.Computed && members[name].IsNull() {
			members[name] = fill(name, a.kind())
		}
	}
	for name, n := range b.BlockTypes {
		each, err := n.filled(members[name], fill)
		if err != nil {
			return value, fmt.Errorf("%s: %w", name, err)
		}
		members[name] = each
	}
	return tftypes.NewValue(value.Type(), members), nil
}

// filled fills each block of a kind. Only lists and sets of blocks are in use.
func (n nested) filled(value tftypes.Value, fill filling) (tftypes.Value, error) {
	if n.NestingMode == "single" || value.IsNull() || !value.IsKnown() {
		return value, nil
	}
	var blocks []tftypes.Value
	if err := value.As(&blocks); err != nil {
		return value, err
	}
	for i, b := range blocks {
		each, err := n.Block.filled(b, fill)
		if err != nil {
			return value, err
		}
		blocks[i] = each
	}
	return tftypes.NewValue(value.Type(), blocks), nil
}

// madeUp returns a value that is of the type and clearly of no cloud. A list of
// texts has three, as a region has zones; any other list has one element.
func madeUp(name string, of tftypes.Type) tftypes.Value {
	switch of := of.(type) {
	case tftypes.List:
		if of.ElementType.Is(tftypes.String) {
			return list(of, name+"-1", name+"-2", name+"-3")
		}
		return tftypes.NewValue(of, []tftypes.Value{madeUp(name, of.ElementType)})
	case tftypes.Set:
		return tftypes.NewValue(of, []tftypes.Value{madeUp(name, of.ElementType)})
	case tftypes.Map:
		return tftypes.NewValue(of, map[string]tftypes.Value{})
	case tftypes.Object:
		members := map[string]tftypes.Value{}
		for member, kind := range of.AttributeTypes {
			members[member] = madeUp(name+"-"+member, kind)
		}
		return tftypes.NewValue(of, members)
	}
	switch {
	case of.Is(tftypes.String):
		return tftypes.NewValue(of, "made-up-"+name)
	case of.Is(tftypes.Number):
		return tftypes.NewValue(of, 1)
	case of.Is(tftypes.Bool):
		return tftypes.NewValue(of, false)
	default:
		return tftypes.NewValue(of, nil)
	}
}

func list(of tftypes.List, names ...string) tftypes.Value {
	var elements []tftypes.Value
	for _, name := range names {
		elements = append(elements, madeUp(name, of.ElementType))
	}
	return tftypes.NewValue(of, elements)
}
