package providera

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// schemaBlock is what may and must be written in a block. The tests' schema is
// the provider's own, reduced to the types that main.tf uses.
type schemaBlock struct {
	// Attributes are "required", "optional" or, where the provider alone writes
	// them, "computed".
	Attributes map[string]string      `json:"attributes"`
	Blocks     map[string]schemaBlock `json:"blocks"`
	Min        int                    `json:"min"`
	Max        int                    `json:"max"`
}

type providerSchema struct {
	Provider  schemaBlock            `json:"provider"`
	Resources map[string]schemaBlock `json:"resources"`
	Data      map[string]schemaBlock `json:"data"`
}

func readSchema(t *testing.T) providerSchema {
	t.Helper()
	text, err := os.ReadFile("testdata/schema.json")
	require.NoError(t, err)
	var schema providerSchema
	require.NoError(t, json.Unmarshal(text, &schema))
	return schema
}

// metaArguments are Terraform's own, allowed in every resource.
var metaArguments = []string{"count", "depends_on", "for_each", "lifecycle"}

// TestRootFitsTheProvidersSchema holds every block of main.tf against the
// provider: nothing unknown, nothing missing, no block too often.
func TestRootFitsTheProvidersSchema(t *testing.T) {
	schema := readSchema(t)
	for _, b := range readRoot(t) {
		switch b.Type {
		case "provider":
			fits(t, "provider", b.Body, schema.Provider)
		case "resource":
			require.Contains(t, schema.Resources, b.Labels[0])
			fits(t, b.Labels[0]+"."+b.Labels[1], b.Body, schema.Resources[b.Labels[0]])
		case "data":
			require.Contains(t, schema.Data, b.Labels[0])
			fits(t, "data."+b.Labels[0]+"."+b.Labels[1], b.Body, schema.Data[b.Labels[0]])
		}
	}
}

func fits(t *testing.T, at string, body *hclsyntax.Body, schema schemaBlock) {
	t.Helper()
	for name := range body.Attributes {
		need := schema.Attributes[name]
		assert.True(t, need == "required" || need == "optional" || slices.Contains(metaArguments, name), "%s has no argument %s", at, name)
	}
	for name, need := range schema.Attributes {
		assert.True(t, need != "required" || body.Attributes[name] != nil, "%s lacks %s", at, name)
	}
	written := map[string]int{}
	for _, b := range body.Blocks {
		if slices.Contains(metaArguments, b.Type) {
			continue
		}
		nested, known := schema.Blocks[b.Type]
		if assert.True(t, known, "%s has no block %s", at, b.Type) {
			fits(t, at+"."+b.Type, b.Body, nested)
		}
		written[b.Type]++
	}
	for name, nested := range schema.Blocks {
		assert.GreaterOrEqual(t, written[name], nested.Min, "%s lacks a block %s", at, name)
		assert.True(t, nested.Max == 0 || written[name] <= nested.Max, "%s has too many blocks %s", at, name)
	}
}
