package process

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHashedBytesCannotChange checks that the hashed bytes run even if the file changes later.
func TestHashedBytesCannotChange(t *testing.T) {
	path := executable(t, "content")
	image, err := load(t, path)
	require.NoError(t, err)
	defer func() { assert.NoError(t, image.Close()) }()
	require.True(t, image.Sealed)
	_, err = image.Digest()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte("swapped"), 0o700))
	got, err := os.ReadFile(image.path)
	require.NoError(t, err)
	assert.Equal(t, "content", string(got))
	_, err = image.held.WriteAt([]byte("x"), 0)
	assert.Error(t, err)
	assert.Error(t, image.held.Truncate(1))
}

// What is hashed part by part is the whole.
func TestALargeImage(t *testing.T) {
	content := strings.Repeat("0123456789abcdef", 3<<16) + "the rest"
	image, err := load(t, executable(t, content))
	require.NoError(t, err)
	digest, err := image.Digest()
	require.NoError(t, err)
	assert.Equal(t, digestOf(content), digest)
	got, err := os.ReadFile(image.path)
	require.NoError(t, err)
	assert.Equal(t, content, string(got))
	assert.NoError(t, image.Close())
}
