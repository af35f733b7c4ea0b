package template

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest/posture"
	"platform.internal/platform-core/adapter/adaptertest/terraform"
)

// TestRootIsWhole: what nothing uses is a mistake, and free text is only shown.
//
// With the provider's own schema ("terraform providers schema -json") in
// testdata, add terraform.CheckSchema and terraform.CheckReferences: they find
// arguments and attributes that the provider does not have.
func TestRootIsWhole(t *testing.T) {
	root := posture.Read(t, rootText)
	require.NoError(t, terraform.CheckCycles(root))
	require.NoError(t, terraform.CheckUnused(root))
	require.NoError(t, terraform.CheckOutputOnly(root, "business_justification"))
}

// TestTheClusterIsEncryptedAndLogged: that is held on main.tf as it is written,
// whatever the inputs say.
func TestTheClusterIsEncryptedAndLogged(t *testing.T) {
	cluster := posture.Resource(t, posture.Read(t, rootText), clusterAddress)
	for _, address := range []string{"terraform_data.key", "terraform_data.logs", networkAddress} {
		require.Contains(t, cluster.References(), address)
	}
}
