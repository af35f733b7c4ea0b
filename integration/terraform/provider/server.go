package main

import (
	"context"
	"fmt"

	tf "github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// server answers the calls of Terraform to plan and to apply. The other methods are
// those of the embedded interface, which is nil: a call of them is a fault of the
// test.
type server struct {
	tf.ProviderServer
	schema  providerSchema
	changes changes
}

func (s *server) GetMetadata(context.Context, *tf.GetMetadataRequest) (*tf.GetMetadataResponse, error) {
	return &tf.GetMetadataResponse{}, nil
}

func (s *server) GetProviderSchema(
	context.Context, *tf.GetProviderSchemaRequest,
) (*tf.GetProviderSchemaResponse, error) {
	return &tf.GetProviderSchemaResponse{
		Provider:          s.schema.Provider.schema(),
		ResourceSchemas:   schemas(s.schema.Resources),
		DataSourceSchemas: schemas(s.schema.Data),
	}, nil
}

func (s *server) PrepareProviderConfig(
	_ context.Context, r *tf.PrepareProviderConfigRequest,
) (*tf.PrepareProviderConfigResponse, error) {
	return &tf.PrepareProviderConfigResponse{PreparedConfig: r.Config}, nil
}

func (s *server) ConfigureProvider(
	context.Context, *tf.ConfigureProviderRequest,
) (*tf.ConfigureProviderResponse, error) {
	return &tf.ConfigureProviderResponse{}, nil
}

func (s *server) StopProvider(context.Context, *tf.StopProviderRequest) (*tf.StopProviderResponse, error) {
	return &tf.StopProviderResponse{}, nil
}

func (s *server) ValidateResourceTypeConfig(
	context.Context, *tf.ValidateResourceTypeConfigRequest,
) (*tf.ValidateResourceTypeConfigResponse, error) {
	return &tf.ValidateResourceTypeConfigResponse{}, nil
}

func (s *server) ValidateDataSourceConfig(
	context.Context, *tf.ValidateDataSourceConfigRequest,
) (*tf.ValidateDataSourceConfigResponse, error) {
	return &tf.ValidateDataSourceConfigResponse{}, nil
}

// ReadDataSource answers with made-up values.
func (s *server) ReadDataSource(_ context.Context, r *tf.ReadDataSourceRequest) (*tf.ReadDataSourceResponse, error) {
	state, err := s.answer(s.schema.Data[r.TypeName], r.Config, madeUp)
	return &tf.ReadDataSourceResponse{State: state}, err
}

// answer returns a value of a kind with its absent computed attributes filled in.
func (s *server) answer(k kind, given *tf.DynamicValue, fill filling) (*tf.DynamicValue, error) {
	of := k.schema().ValueType()
	value, err := given.Unmarshal(of)
	if err != nil {
		return nil, err
	}
	if value, err = k.Block.filled(value, fill); err != nil {
		return nil, err
	}
	answer, err := tf.NewDynamicValue(of, value)
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
