package adapterhost

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestARunHasItsEnvironment(t *testing.T) {
	t.Parallel()
	path := filepath.Join(install(t, "spying"), "spying")
	run, err := Start(t.Context(), path, ProcessEnvironment{Variables: []string{"CANARY=sings"}, Folder: t.TempDir()}, Options{})
	require.NoError(t, err)
	defer run.Close()
	assert.Equal(t, "sample", run.Status.Description.ID)
	assert.Equal(t, "sha256:"+digestOfTests(), run.Status.Digest)
	assert.False(t, run.Status.Verified)
	assert.Contains(t, having(seen(t, run), "env "), "CANARY")
}

func TestARunOfNoAdapterSaysWhy(t *testing.T) {
	t.Parallel()
	_, err := Start(t.Context(), filepath.Join(install(t, "no-adapter"), "no-adapter"), ProcessEnvironment{}, Options{})
	require.ErrorContains(t, err, "plugin.Serve")
}
