package providerb

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
)

// evaluate returns main.tf with the inputs of an answer and the workflow's.
func evaluate(t *testing.T, root *adaptertest.Root, a adaptertest.Answer) *adaptertest.Module {
	t.Helper()
	m, err := root.With(a.Inputs(), []byte(workflowInputs))
	require.NoError(t, err)
	return m
}

// readSchema returns the provider's own schema, reduced by
// integration/terraform/reduce; its note says from what.
func readSchema(t *testing.T) *adaptertest.Schema {
	t.Helper()
	text, err := os.ReadFile("testdata/schema.json")
	require.NoError(t, err)
	schema, err := adaptertest.ParseSchema(text)
	require.NoError(t, err)
	return schema
}

// TestInputs compares the inputs of each scenario with its golden file.
func TestInputs(t *testing.T) {
	for name, order := range scenarios() {
		a := answered(t, order)
		adaptertest.EqualFile(t, filepath.Join("testdata", name+".tfvars.json"), a.Inputs())
		require.NoError(t, adaptertest.CheckRootIsGeneral(a), name)
	}
}

func TestRootFitsTheProvidersSchema(t *testing.T) {
	root, schema := adaptertest.ReadRoot(t, rootText), readSchema(t)
	require.NoError(t, adaptertest.CheckSchema(root, schema))
	require.NoError(t, adaptertest.CheckReferences(root, schema))
	assert.True(t, schema.Takes(someResource, "name"))
	assert.False(t, schema.Takes(someResource, computedAttribute))
}

func TestRootIsWhole(t *testing.T) {
	root := adaptertest.ReadRoot(t, rootText)
	require.NoError(t, adaptertest.CheckCycles(root))
	require.NoError(t, adaptertest.CheckUnused(root))
	require.NoError(t, adaptertest.CheckOutputOnly(root, "business_justification"))
}
