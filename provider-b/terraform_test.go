package providerb

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gotest.tools/v3/golden"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
)

// TestInputs compares the inputs of each scenario with its golden file.
func TestInputs(t *testing.T) {
	for name, input := range scenarios {
		golden.AssertBytes(t, answered(t, input).Inputs(), name+".tfvars.json")
	}
	golden.AssertBytes(t, answered(t, throughTheHub(adaptertest.Production, medium)).Inputs(), "through-the-hub.tfvars.json")
}

// TestFreeTextIsOnlyShown: whether main.tf fits the provider is for Terraform to
// tell, in integration/terraform.
func TestFreeTextIsOnlyShown(t *testing.T) {
	for _, b := range adaptertest.ReadRoot(t, rootText).Blocks("data", "locals", "provider", "resource") {
		assert.NotContains(t, b.Text(), "var.business_justification", b.Address())
	}
}

// TestAPlanNeedsNoFurtherInput checks that what a proposal does not set has a
// default, so that the bundle plans as it is merged.
func TestAPlanNeedsNoFurtherInput(t *testing.T) {
	given := map[string]any{}
	require.NoError(t, json.Unmarshal(answered(t, inputOf(profile.Enterprise)).Inputs(), &given))
	optional := 0
	for _, b := range adaptertest.ReadRoot(t, rootText).Blocks("variable") {
		name := b.Labels()[0]
		if b.Written("default") != "" {
			optional++
			continue
		}
		assert.Contains(t, given, name)
	}
	assert.Positive(t, optional)
}
