package providerb

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gotest.tools/golden"

	"platform.internal/platform-core/adapter/adaptertest"
)

// evaluate returns main.tf with the inputs of an answer and the workflow's.
func evaluate(t *testing.T, root *adaptertest.Root, a adaptertest.Answer) *adaptertest.Module {
	t.Helper()
	m, err := root.With(a.Inputs(), []byte(workflowInputs))
	require.NoError(t, err)
	return m
}

// TestInputs compares the inputs of each scenario with its golden file.
func TestInputs(t *testing.T) {
	for name, input := range scenarios() {
		a := answered(t, input)
		golden.AssertBytes(t, a.Inputs(), name+".tfvars.json")
	}
}

// TestFreeTextIsOnlyShown: whether main.tf fits the provider is for Terraform to
// tell, in integration/terraform.
func TestFreeTextIsOnlyShown(t *testing.T) {
	for _, b := range adaptertest.ReadRoot(t, rootText).Blocks("data", "locals", "provider", "resource") {
		assert.NotContains(t, b.Text(), "var.business_justification", b.Address())
	}
}
