package main

import (
	"encoding/json"
	"errors"

	tf "github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// block is a block in the format of `terraform providers schema -json`.
type block struct {
	Attributes map[string]attribute `json:"attributes"`
	BlockTypes map[string]nested    `json:"block_types"`
}

type attribute struct {
	Type     json.RawMessage `json:"type"`
	Required bool            `json:"required"`
	Optional bool            `json:"optional"`
	Computed bool            `json:"computed"`
}

type nested struct {
	Block       block  `json:"block"`
	NestingMode string `json:"nesting_mode"`
	MinItems    int64  `json:"min_items"`
	MaxItems    int64  `json:"max_items"`
}

type kind struct {
	Block   block `json:"block"`
	Version int64 `json:"version"`
}

type providerSchema struct {
	Provider  kind            `json:"provider"`
	Resources map[string]kind `json:"resource_schemas"`
	Data      map[string]kind `json:"data_source_schemas"`
}

// readSchema returns the one provider of a schema document, and its address.
func readSchema(text []byte) (string, providerSchema, error) {
	var document struct {
		Providers map[string]providerSchema `json:"provider_schemas"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return "", providerSchema{}, err
	}
	for address, schema := range document.Providers {
		return address, schema, nil
	}
	return "", providerSchema{}, errors.New("the schema has no provider")
}

func (k kind) schema() *tf.Schema {
	return &tf.Schema{Version: k.Version, Block: k.Block.schema()}
}

func schemas(kinds map[string]kind) map[string]*tf.Schema {
	all := map[string]*tf.Schema{}
	for name, k := range kinds {
		all[name] = k.schema()
	}
	return all
}

func (b block) schema() *tf.SchemaBlock {
	result := &tf.SchemaBlock{}
	for name, a := range b.Attributes {
		result.Attributes = append(result.Attributes, &tf.SchemaAttribute{
			Name: name, Type: a.kind(), Required: a.Required, Optional: a.Optional, Computed: a.Computed,
		})
	}
	for name, n := range b.BlockTypes {
		result.BlockTypes = append(result.BlockTypes, &tf.SchemaNestedBlock{
			TypeName: name, Block: n.Block.schema(), Nesting: n.nesting(), MinItems: n.MinItems, MaxItems: n.MaxItems,
		})
	}
	return result
}

func (n nested) nesting() tf.SchemaNestedBlockNestingMode {
	return map[string]tf.SchemaNestedBlockNestingMode{
		"list":   tf.SchemaNestedBlockNestingModeList,
		"set":    tf.SchemaNestedBlockNestingModeSet,
		"map":    tf.SchemaNestedBlockNestingModeMap,
		"single": tf.SchemaNestedBlockNestingModeSingle,
	}[n.NestingMode]
}

// kind returns the type of an attribute. It returns the dynamic type if it cannot
// parse the type, which Terraform then refuses.
func (a attribute) kind() tftypes.Type {
	parsed, err := tftypes.ParseJSONType(a.Type) //nolint:staticcheck // the one parser of this format
	if err != nil {
		return tftypes.DynamicPseudoType
	}
	return parsed
}
