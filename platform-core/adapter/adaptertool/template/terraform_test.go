package template

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest/testkit"
)

// TestFreeTextIsOnlyShown: no resource reads it. Whether main.tf fits the provider
// is for Terraform to tell.
func TestFreeTextIsOnlyShown(t *testing.T) {
	for _, b := range testkit.ReadRoot(t, rootText).Blocks("locals", "resource") {
		require.NotContains(t, b.Text(), "var.business_justification", b.Address())
	}
}

// TestTheClusterIsEncryptedAndLogged: main.tf is written so,
// whatever the inputs are.
func TestTheClusterIsEncryptedAndLogged(t *testing.T) {
	cluster := testkit.ResourceBlock(t, testkit.ReadRoot(t, rootText), clusterAddress)
	for _, address := range []string{"terraform_data.key", "terraform_data.logs", networkAddress} {
		require.Contains(t, cluster.Text(), address)
	}
}
