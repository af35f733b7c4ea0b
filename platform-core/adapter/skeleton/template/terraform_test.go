package template

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
)

// TestRootReadsItsVariables: what nothing reads is a mistake, and free text is
// only shown. Whether main.tf fits the provider is for Terraform to tell.
func TestRootReadsItsVariables(t *testing.T) {
	require.NoError(t, adaptertest.CheckVariables(adaptertest.ReadRoot(t, rootText), "business_justification"))
}

// TestTheClusterIsEncryptedAndLogged: main.tf is written so,
// whatever the inputs are.
func TestTheClusterIsEncryptedAndLogged(t *testing.T) {
	cluster := adaptertest.ResourceBlock(t, adaptertest.ReadRoot(t, rootText), clusterAddress)
	for _, address := range []string{"terraform_data.key", "terraform_data.logs", networkAddress} {
		require.Contains(t, cluster.References(), address)
	}
}
