package adapterhost

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
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

// TestAPanicAtTheStartIsShown: also if a line on standard output came first, with the place of the panic.
func TestAPanicAtTheStartIsShown(t *testing.T) {
	t.Parallel()
	_, err := Start(t.Context(), filepath.Join(install(t, "panics-early"), "panics-early"), ProcessEnvironment{}, Options{})
	p := refusal(t, err, problem.AdapterUnavailable, "plugin.Serve")
	require.Error(t, p.Cause)
	assert.Regexp(t, `^its last line was "panic: no prices", in adapterhost\.panicsEarly \(processes_test\.go:\d+\), called by `, p.Cause.Error())
	assert.NotContains(t, p.Cause.Error(), "\n")
}

func TestARunOfNoAdapterSaysWhy(t *testing.T) {
	t.Parallel()
	_, err := Start(t.Context(), filepath.Join(install(t, "no-adapter"), "no-adapter"), ProcessEnvironment{}, Options{})
	require.ErrorContains(t, err, "plugin.Serve")
}
