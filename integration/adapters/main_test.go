package adapters_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

func TestMain(m *testing.M) { os.Exit(build.Main(m)) }

// compile builds one of this package's adapters, as an adapter is built, with
// the variables set, named with their packages.
func compile(t *testing.T, name string, variables map[string]string) string {
	t.Helper()
	flags := "-s -w"
	for variable, value := range variables {
		flags += " -X " + variable + "=" + value
	}
	file := filepath.Join(t.TempDir(), name)
	cmd := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-ldflags", flags, "-o", file, "./"+name)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	return file
}
