package adapterhost

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestATrialHasItsSurroundings(t *testing.T) {
	t.Parallel()
	path := filepath.Join(install(t, "spying"), "spying")
	trial, err := Try(t.Context(), path, Surroundings{Variables: []string{"CANARY=sings"}, Folder: t.TempDir()}, Options{})
	require.NoError(t, err)
	defer trial.Close()
	assert.Equal(t, "sample", trial.Status.Description.ID)
	assert.Equal(t, "sha256:"+digestOfTests(), trial.Status.Digest)
	assert.False(t, trial.Status.Verified)
	assert.Contains(t, having(seen(t, trial), "env "), "CANARY")
}

func TestATrialOfNoAdapterSaysWhy(t *testing.T) {
	t.Parallel()
	_, err := Try(t.Context(), filepath.Join(install(t, "no-adapter"), "no-adapter"), Surroundings{}, Options{})
	require.ErrorContains(t, err, "plugin.Serve")
}
