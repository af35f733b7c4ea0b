package providera

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"gotest.tools/v3/golden"

	"platform.internal/platform-core/adapter/adaptertest/testkit"
)

// TestInputs compares the inputs of each scenario with its golden file.
func TestInputs(t *testing.T) {
	for name, input := range scenarios {
		golden.AssertBytes(t, answered(t, input).Inputs(), name+".tfvars.json")
	}
}

// TestFreeTextIsOnlyShown: whether main.tf fits the provider is for Terraform to
// tell, in integration/terraform.
func TestFreeTextIsOnlyShown(t *testing.T) {
	for _, b := range testkit.ReadRoot(t, rootText).Blocks("data", "locals", "provider", "resource") {
		assert.NotContains(t, b.Text(), "var.business_justification", b.Address())
	}
}
