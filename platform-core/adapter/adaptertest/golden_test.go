package adaptertest_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
)

// failure is a test that is expected to fail.
type failure struct {
	testing.TB
	said string
}

func (f *failure) Helper()                           {}
func (f *failure) Errorf(format string, args ...any) { f.said += fmt.Sprintf(format, args...) }

func TestEqual(t *testing.T) {
	path := filepath.Join(t.TempDir(), "inputs.json")
	require.NoError(t, flag.Set("update", "true"))
	adaptertest.EqualFile(t, path, []byte("{}\n"))
	require.NoError(t, flag.Set("update", "false"))
	adaptertest.EqualFile(t, path, []byte("{}\n"))
	f := &failure{TB: t}
	adaptertest.EqualFile(f, path, []byte("[]\n"))
	assert.Contains(t, f.said, "inputs.json; go test -update writes it anew")
	kept, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "{}\n", string(kept), "without the flag nothing is written")
}
