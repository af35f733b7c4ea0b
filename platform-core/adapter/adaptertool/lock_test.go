package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/plugin"
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/profile"
)

// adapter describes itself and does nothing else.
type named struct{ adapter.Adapter }

func (named) Describe(context.Context) (adapter.Description, error) {
	return adapter.Description{
		Version: "3.2.1",
		Provider: profile.Provider{
			ID: "sample", DisplayName: "Sample", DefaultRegion: "north", Regions: []profile.Region{{Name: "north"}},
		},
	}, nil
}

// The test binary is an adapter when it is started under that name.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "adapter" {
		plugin.Serve(named{})
		return
	}
	os.Exit(m.Run())
}

func TestLock(t *testing.T) {
	path, err := os.Executable()
	require.NoError(t, err)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "adapter"), data, 0o700))
	for name, c := range map[string]struct {
		args   []string
		status int
		stdout string
		stderr string
	}{
		"no folder":       {nil, 2, "", "usage: adaptertool lock DIR"},
		"two folders":     {[]string{"a", "b"}, 2, "", "usage: adaptertool lock DIR"},
		"a missing one":   {[]string{filepath.Join(folder, "none")}, 1, "", "adaptertool lock: "},
		"an empty one":    {[]string{t.TempDir()}, 1, "", "no executable file"},
		"an adapter's":    {[]string{folder}, 0, "locked adapter sample 3.2.1 (adapter), SHA-256 ", ""},
		"locked it stays": {[]string{folder}, 0, "sample 3.2.1 (adapter)", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			assert.Equal(t, c.status, run(t.Context(), append([]string{"lock"}, c.args...), &stdout, &stderr), stderr.String())
			assert.Contains(t, stdout.String(), c.stdout)
			assert.Contains(t, stderr.String(), c.stderr)
		})
	}
	entries, err := adapterhost.ReadLock(folder, "")
	require.NoError(t, err)
	assert.Equal(t, "sample", entries[0].ID)
}
