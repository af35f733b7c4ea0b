// Package golden compares what an adapter generates with files that a person
// has read. The flag -update of a test that imports it writes them anew.
package golden

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Equal holds a content against the file at path, which it writes anew with
// -update.
func Equal(t testing.TB, path string, content []byte) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(path, content, 0o644)) //nolint:gosec // a file of the repository, which everybody reads
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(content), "%s; go test -update writes it anew", path)
}
