package providerb

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gotest.tools/v3/golden"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
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
	for _, b := range testkit.ReadRoot(t, rootText).Blocks("data", "locals", "provider", "resource") {
		assert.NotContains(t, b.Text(), "var.business_justification", b.Address())
	}
}

// TestAPlanNeedsNoFurtherInput checks that what a proposal does not set has a
// default, so that the bundle plans as it is merged.
func TestAPlanNeedsNoFurtherInput(t *testing.T) {
	given := map[string]any{}
	require.NoError(t, json.Unmarshal(answered(t, inputOf(profile.Enterprise)).Inputs(), &given))
	optional := 0
	for _, b := range testkit.ReadRoot(t, rootText).Blocks("variable") {
		name := b.Labels()[0]
		if b.Written("default") != "" {
			optional++
			continue
		}
		assert.Contains(t, given, name)
	}
	assert.Positive(t, optional)
}

// TestOutputsAreWhatAnApplicationTeamNeeds names them, and that no output is a secret
// but what the provider marks as one.
func TestOutputsAreWhatAnApplicationTeamNeeds(t *testing.T) {
	var names, sensitive []string
	for _, b := range testkit.ReadRoot(t, rootText).Blocks("output") {
		names = append(names, b.Labels()[0])
		assert.NotEmpty(t, b.Plain("description"), b.Labels())
		if b.Written("sensitive") != "" {
			sensitive = append(sensitive, b.Labels()[0])
		}
	}
	assert.Equal(t, []string{"request", "way_to_the_vault", "cluster", "cluster_ca_certificate", "cluster_objects", "network", "identities",
		"registry_id", "key_vault_id", "log_workspace_id"}, names)
	assert.Equal(t, []string{"cluster_ca_certificate"}, sensitive)
}
