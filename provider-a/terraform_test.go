package providera

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"gotest.tools/v3/golden"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// TestInputs compares the inputs of each scenario with its golden file.
func TestInputs(t *testing.T) {
	for name, input := range scenarios {
		golden.AssertBytes(t, answered(t, input).Inputs(), name+".tfvars.json")
	}
}

// TestTheClassDecidesInputs compares the inputs of the classes in production.
func TestTheClassDecidesInputs(t *testing.T) {
	inputs := func(class string) map[string]any {
		classified := adaptertest.With(request.ClassificationField, class)
		return planOf(t, inputOf(profile.Enterprise, adaptertest.Production, classified)).Inputs()
	}
	differing := func(one, other string) (names []string) {
		a, b := inputs(one), inputs(other)
		for _, name := range []string{"default_deny", "key_rotation_days", "log_retention_days", "pod_security"} {
			if !assert.ObjectsAreEqual(a[name], b[name]) {
				names = append(names, name)
			}
		}
		return names
	}
	assert.Equal(t, []string{"default_deny", "key_rotation_days", "log_retention_days", "pod_security"}, differing(request.Public, request.Restricted))
	assert.Equal(t, []string{"default_deny"}, differing(request.Public, request.Internal))
	assert.Equal(t, []string{"default_deny", "log_retention_days", "pod_security"}, differing(request.Internal, request.Confidential))
}

// TestFreeTextIsOnlyShown: whether main.tf fits the provider is for Terraform to
// tell, in integration/terraform.
func TestFreeTextIsOnlyShown(t *testing.T) {
	for _, b := range testkit.ReadRoot(t, rootText).Blocks("data", "locals", "provider", "resource") {
		assert.NotContains(t, b.Text(), "var.business_justification", b.Address())
	}
}
