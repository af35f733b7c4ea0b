package adaptertest

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var updateFiles = flag.Bool("update", false, "write the golden files anew")

// EqualFile holds a content against the file at path, which it writes anew with
// -update.
func EqualFile(t testing.TB, path string, content []byte) {
	t.Helper()
	if *updateFiles {
		require.NoError(t, os.WriteFile(path, content, 0o644)) //nolint:gosec // a file of the repository, which everybody reads
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(content), "%s; go test -update writes it anew", path)
}
