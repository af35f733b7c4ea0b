package bundle_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/bundle"
	"platform.internal/platform-core/proposal"
)

// TestSweepRemovesWhatAKilledRunLeft leaves a bundle as it is after each step of its
// writing, which begins with the marker.
func TestSweepRemovesWhatAKilledRunLeft(t *testing.T) {
	p := made(t, "checkout")
	files := append([]proposal.Artifact{p.SafetyMarker}, p.Artifacts...)
	for written := range len(files) + 1 {
		parent := t.TempDir()
		left := leftover(t, parent, files[:written]...)
		assert.Empty(t, bundle.Sweep(filepath.Join(parent, "bundle")))
		assert.NoDirExists(t, left, "%d files", written)
	}
	parent := t.TempDir()
	left := leftover(t, parent, proposal.Artifact{Path: proposal.MarkerPath})
	assert.Empty(t, bundle.Sweep(filepath.Join(parent, "bundle")))
	assert.NoDirExists(t, left, "a marker without content")
}

func TestSweepKeepsWhatIsNoBundle(t *testing.T) {
	p := made(t, "checkout")
	for name, files := range map[string][]proposal.Artifact{
		"a further file": append(p.Files(), proposal.Artifact{Path: "environments/notes.md", Content: "mine"}),
		"no marker":      p.Artifacts,
		"another folder": {{Path: "notes.md", Content: "mine"}},
	} {
		t.Run(name, func(t *testing.T) {
			parent := t.TempDir()
			left := leftover(t, parent, files...)
			assert.Equal(t, []string{left}, bundle.Sweep(filepath.Join(parent, "bundle")))
			for _, f := range files {
				assert.FileExists(t, filepath.Join(left, f.Path))
			}
		})
	}
}

// leftover makes a temporary folder with the files, as a killed run leaves it.
func leftover(t *testing.T, parent string, files ...proposal.Artifact) string {
	t.Helper()
	left := filepath.Join(parent, ".platform-"+strings.Repeat("A", 26))
	require.NoError(t, os.Mkdir(left, 0o755))
	for _, f := range files {
		at := filepath.Join(left, f.Path)
		require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o755))
		require.NoError(t, os.WriteFile(at, []byte(f.Content), 0o644))
	}
	return left
}
