package template

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
)

// TestRootIsWhole: what nothing uses is a mistake, and free text is only shown.
//
// With the provider's own schema ("terraform providers schema -json") in
// testdata, add adaptertest.CheckSchema and adaptertest.CheckReferences: they find
// arguments and attributes that the provider does not have.
func TestRootIsWhole(t *testing.T) {
	root := adaptertest.ReadRoot(t, rootText)
	require.NoError(t, adaptertest.CheckCycles(root))
	require.NoError(t, adaptertest.CheckUnused(root))
	require.NoError(t, adaptertest.CheckOutputOnly(root, "business_justification"))
}

// TestTheClusterIsEncryptedAndLogged: that is held on main.tf as it is written,
// whatever the inputs say.
func TestTheClusterIsEncryptedAndLogged(t *testing.T) {
	cluster := adaptertest.ResourceBlock(t, adaptertest.ReadRoot(t, rootText), clusterAddress)
	for _, address := range []string{"terraform_data.key", "terraform_data.logs", networkAddress} {
		require.Contains(t, cluster.References(), address)
	}
}
