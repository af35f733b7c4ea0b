package process

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// executable writes an executable file and returns its path.
func executable(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "adapter")
	require.NoError(t, os.WriteFile(path, []byte(content), 0o700))
	return path
}

// load opens a file and loads it.
func load(t *testing.T, path string) (*Image, error) {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	return Load(file)
}

func digestOf(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "sha256:" + hex.EncodeToString(sum[:])
}

func TestLoadHashesTheFile(t *testing.T) {
	image, err := load(t, executable(t, "content"))
	require.NoError(t, err)
	digest, err := image.Digest()
	require.NoError(t, err)
	assert.Equal(t, digestOf("content"), digest)
	assert.NoError(t, image.Close())
}

func TestAPlainImageIsTheFile(t *testing.T) {
	source, err := os.Open(executable(t, "content"))
	require.NoError(t, err)
	image := plain(source)
	assert.Equal(t, &Image{path: source.Name()}, image)
	digest, err := image.fill(source)
	require.NoError(t, err)
	assert.Equal(t, digestOf("content"), digest)
	assert.NoError(t, source.Close())
}

func TestWhatIsNoImage(t *testing.T) {
	_, err := load(t, t.TempDir())
	assert.ErrorIs(t, err, ErrNotRegular)
	data := filepath.Join(t.TempDir(), "data")
	require.NoError(t, os.WriteFile(data, nil, 0o600))
	_, err = load(t, data)
	assert.ErrorIs(t, err, ErrNotExecutable)
	large := executable(t, "")
	require.NoError(t, os.Truncate(large, maxImage+1))
	_, err = load(t, large)
	assert.ErrorIs(t, err, ErrTooLarge)
}
