package adaptertest

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
)

// Schema is what a provider lets a root write and read. The zero Schema knows
// no type.
type Schema struct {
	providers map[string]schemaBlock
	resources map[string]schemaBlock
	data      map[string]schemaBlock
}

// schemaBlock is what may and must be written in a block, in the format of
// `terraform providers schema -json`.
type schemaBlock struct {
	Attributes map[string]schemaAttribute `json:"attributes"`
	Blocks     map[string]nestedBlock     `json:"block_types"`
}

type schemaAttribute struct {
	Required bool `json:"required"`
	Optional bool `json:"optional"`
	// Type is a name, or a list such as ["set", ["object", {"name": "string"}]].
	Type json.RawMessage `json:"type"`
}

type nestedBlock struct {
	Block schemaBlock `json:"block"`
	Min   int         `json:"min_items"`
	Max   int         `json:"max_items"`
	// Mode is "single" for a block that may stand once.
	Mode string `json:"nesting_mode"`
}

// schemaOf is a type's entry in the document.
type schemaOf struct {
	Block schemaBlock `json:"block"`
}

// ParseSchema reads what `terraform providers schema -json` writes, of one
// provider or several, whole or reduced to the types that a root uses. The
// error says what is no such document.
func ParseSchema(text []byte) (*Schema, error) {
	var document struct {
		Providers map[string]struct {
			Provider  schemaOf            `json:"provider"`
			Resources map[string]schemaOf `json:"resource_schemas"`
			Data      map[string]schemaOf `json:"data_source_schemas"`
		} `json:"provider_schemas"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("read the provider's schema: %w", err)
	}
	if len(document.Providers) == 0 {
		return nil, errors.New("read the provider's schema: it has no provider_schemas")
	}
	s := &Schema{providers: map[string]schemaBlock{}, resources: map[string]schemaBlock{}, data: map[string]schemaBlock{}}
	for source, p := range document.Providers {
		s.providers[path.Base(source)] = p.Provider.Block
		for kind, of := range p.Resources {
			s.resources[kind] = of.Block
		}
		for kind, of := range p.Data {
			s.data[kind] = of.Block
		}
	}
	return s, nil
}

// Takes reports whether an argument of this name may be written in a resource
// of a type.
func (s *Schema) Takes(resource, argument string) bool {
	block := s.resources[resource]
	_, nested := block.Blocks[argument]
	return nested || block.Attributes[argument].writable()
}

// block returns what the schema has for a block at the top of main.tf, and
// whether it has anything. Other blocks than those of a provider have none.
func (s *Schema) block(b Block) (schemaBlock, bool) {
	kinds := map[string]map[string]schemaBlock{"provider": s.providers, "resource": s.resources, "data": s.data}[b.Type()]
	if len(b.Labels()) == 0 {
		return schemaBlock{}, false
	}
	found, known := kinds[b.Labels()[0]]
	return found, known
}

func (a schemaAttribute) writable() bool { return a.Required || a.Optional }

// members returns the members of an attribute whose type is a list or set of
// objects. Terraform takes such an attribute also in the form of blocks.
func (a schemaAttribute) members() map[string]json.RawMessage {
	var collection, object []json.RawMessage
	members := map[string]json.RawMessage{}
	if json.Unmarshal(a.Type, &collection) == nil && len(collection) == 2 &&
		json.Unmarshal(collection[1], &object) == nil && len(object) >= 2 {
		_ = json.Unmarshal(object[1], &members) // another type has no members
	}
	return members
}

// once reports whether the block may stand once at most.
func (n nestedBlock) once() bool { return n.Max == 1 || n.Mode == "single" }
