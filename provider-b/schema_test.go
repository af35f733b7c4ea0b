package providerb

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// schemaBlock is what may and must be written in a block, in the format of
// `terraform providers schema -json`. testdata/schema.json is the provider's
// own, reduced by integration/terraform/reduce; its note says from what.
type schemaBlock struct {
	Attributes map[string]schemaAttribute `json:"attributes"`
	Blocks     map[string]struct {
		Block schemaBlock `json:"block"`
		Min   int         `json:"min_items"`
		Max   int         `json:"max_items"`
		// Mode is "single" for a block that may stand once.
		Mode string `json:"nesting_mode"`
	} `json:"block_types"`
}

type schemaAttribute struct {
	Required bool `json:"required"`
	Optional bool `json:"optional"`
	// Type is a name, or a list such as ["set", ["object", {"name": "string"}]].
	Type json.RawMessage `json:"type"`
}

// members returns the members of an attribute whose type is a list or set of
// objects. Terraform takes such an attribute also in the form of blocks.
func (a schemaAttribute) members() map[string]json.RawMessage {
	var collection, object []json.RawMessage
	members := map[string]json.RawMessage{}
	if json.Unmarshal(a.Type, &collection) == nil && len(collection) == 2 &&
		json.Unmarshal(collection[1], &object) == nil && len(object) == 2 {
		_ = json.Unmarshal(object[1], &members) // another type has no members
	}
	return members
}

type schemaKind struct {
	Block schemaBlock `json:"block"`
}

type providerSchema struct {
	Provider  schemaKind            `json:"provider"`
	Resources map[string]schemaKind `json:"resource_schemas"`
	Data      map[string]schemaKind `json:"data_source_schemas"`
}

func readSchema(t *testing.T) providerSchema {
	t.Helper()
	text, err := os.ReadFile("testdata/schema.json")
	require.NoError(t, err)
	var document struct {
		Providers map[string]providerSchema `json:"provider_schemas"`
	}
	require.NoError(t, json.Unmarshal(text, &document))
	require.Len(t, document.Providers, 1)
	for _, schema := range document.Providers {
		return schema
	}
	return providerSchema{}
}

// metaArguments are Terraform's own, allowed in every resource.
var metaArguments = []string{"count", "depends_on", "for_each", "lifecycle"}

// fitting counts what was held against the schema, so that a test which held
// nothing does not pass.
type fitting struct{ attributes, blocks int }

// TestRootFitsTheProvidersSchema holds every block and attribute of main.tf
// against the provider: nothing unknown, nothing that the provider alone
// writes, nothing missing, no block too often.
func TestRootFitsTheProvidersSchema(t *testing.T) {
	schema := readSchema(t)
	checked := &fitting{}
	for _, b := range readRoot(t) {
		switch b.Type {
		case "provider":
			checked.fits(t, "provider", b.Body, schema.Provider.Block)
		case "resource":
			checked.kind(t, b.Labels[0]+"."+b.Labels[1], b.Body, schema.Resources[b.Labels[0]])
		case "data":
			checked.kind(t, "data."+b.Labels[0]+"."+b.Labels[1], b.Body, schema.Data[b.Labels[0]])
		}
	}
	t.Logf("%d attributes in %d blocks", checked.attributes, checked.blocks)
	assert.Greater(t, checked.attributes, 200)
}

func (f *fitting) kind(t *testing.T, at string, body *hclsyntax.Body, kind schemaKind) {
	t.Helper()
	if assert.NotEmpty(t, kind.Block.Attributes, "the provider has no %s", at) {
		f.fits(t, at, body, kind.Block)
	}
}

func (f *fitting) fits(t *testing.T, at string, body *hclsyntax.Body, schema schemaBlock) {
	t.Helper()
	f.blocks++
	for name := range body.Attributes {
		f.attributes++
		known := schema.Attributes[name]
		assert.True(t, known.Required || known.Optional || slices.Contains(metaArguments, name), "%s has no argument %s", at, name)
	}
	for name, known := range schema.Attributes {
		assert.True(t, !known.Required || body.Attributes[name] != nil, "%s lacks %s", at, name)
	}
	written := map[string]int{}
	for _, b := range body.Blocks {
		if slices.Contains(metaArguments, b.Type) {
			continue
		}
		written[b.Type]++
		if members := schema.Attributes[b.Type].members(); len(members) > 0 {
			f.isObject(t, at+"."+b.Type, b.Body, members)
			continue
		}
		nested, known := schema.Blocks[b.Type]
		if assert.True(t, known, "%s has no block %s", at, b.Type) {
			f.fits(t, at+"."+b.Type, b.Body, nested.Block)
		}
	}
	for name, nested := range schema.Blocks {
		assert.GreaterOrEqual(t, written[name], nested.Min, "%s lacks a block %s", at, name)
		once := nested.Max == 1 || nested.Mode == "single"
		assert.False(t, once && written[name] > 1 || nested.Max > 0 && written[name] > nested.Max, "%s has too many blocks %s", at, name)
	}
}

// isObject holds a block against the members of an attribute's objects.
func (f *fitting) isObject(t *testing.T, at string, body *hclsyntax.Body, members map[string]json.RawMessage) {
	t.Helper()
	f.blocks++
	assert.Empty(t, body.Blocks, at)
	for name := range body.Attributes {
		f.attributes++
		assert.Contains(t, members, name, "%s has no argument %s", at, name)
	}
}

// TestTheSchemaFindsMistakes holds that the check above can fail.
func TestTheSchemaFindsMistakes(t *testing.T) {
	schema := readSchema(t)
	assert.False(t, schema.reads(someResource, "no_such_attribute"))
	kind := schema.Resources[someResource].Block
	assert.True(t, kind.Attributes["name"].Required || kind.Attributes["name"].Optional)
	assert.False(t, kind.Attributes[computedAttribute].Required || kind.Attributes[computedAttribute].Optional)
}
