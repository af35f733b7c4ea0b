package process

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
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

func digestOf(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "sha256:" + hex.EncodeToString(sum[:])
}

func TestLoadHashesTheFile(t *testing.T) {
	image, err := Load(executable(t, "content"))
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
	_, err := Load(filepath.Join(t.TempDir(), "nothing"))
	assert.ErrorIs(t, err, fs.ErrNotExist)
	_, err = Load(t.TempDir())
	assert.ErrorIs(t, err, ErrNotRegular)
	data := filepath.Join(t.TempDir(), "data")
	require.NoError(t, os.WriteFile(data, nil, 0o600))
	_, err = Load(data)
	assert.ErrorIs(t, err, ErrNotExecutable)
	large := executable(t, "")
	require.NoError(t, os.Truncate(large, maxImage+1))
	_, err = Load(large)
	assert.ErrorIs(t, err, ErrTooLarge)
}
