package providera

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest/answers"
	"platform.internal/platform-core/adapter/adaptertest/golden"
	"platform.internal/platform-core/adapter/adaptertest/posture"
	"platform.internal/platform-core/adapter/adaptertest/terraform"
	"platform.internal/platform-core/document"
)

// evaluate returns main.tf with the inputs of an answer and the workflow's.
func evaluate(t *testing.T, root *terraform.Root, a answers.Answer) *terraform.Module {
	t.Helper()
	m, err := root.With(a.Inputs(), []byte(workflowInputs))
	require.NoError(t, err)
	return m
}

// readSchema returns the provider's own schema, reduced by
// integration/terraform/reduce; its note says from what.
func readSchema(t *testing.T) *terraform.Schema {
	t.Helper()
	text, err := os.ReadFile("testdata/schema.json")
	require.NoError(t, err)
	schema, err := terraform.ParseSchema(text)
	require.NoError(t, err)
	return schema
}

// TestInputs compares the inputs of each scenario with its golden file.
func TestInputs(t *testing.T) {
	for name, order := range scenarios() {
		a := answered(t, order)
		golden.Equal(t, filepath.Join("testdata", name+".tfvars.json"), a.Inputs())
		require.NoError(t, answers.CheckRootIsGeneral(a), name)
	}
}

// TestInputsAreSorted holds every object of the inputs, however deep, to the order
// of its keys.
func TestInputsAreSorted(t *testing.T) {
	for name, order := range scenarios() {
		inputs := answered(t, order).Inputs()
		var read any
		require.NoError(t, json.Unmarshal(inputs, &read))
		sorted, err := document.Encode(read) // a map is written with sorted keys
		require.NoError(t, err)
		assert.Equal(t, string(sorted), string(inputs), name)
	}
}

func TestRootFitsTheProvidersSchema(t *testing.T) {
	root, schema := posture.Read(t, rootText), readSchema(t)
	require.NoError(t, terraform.CheckSchema(root, schema))
	require.NoError(t, terraform.CheckReferences(root, schema))
	assert.True(t, schema.Takes(someResource, "name"))
	assert.False(t, schema.Takes(someResource, computedAttribute))
}

func TestRootIsWhole(t *testing.T) {
	root := posture.Read(t, rootText)
	require.NoError(t, terraform.CheckCycles(root))
	require.NoError(t, terraform.CheckUnused(root))
	require.NoError(t, terraform.CheckOutputOnly(root, "business_justification"))
}
