package adaptertest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ReadRoot returns the main.tf with the text. One that is not HCL ends the test.
func ReadRoot(t testing.TB, text []byte) *Root {
	t.Helper()
	root, err := ParseRoot(text)
	require.NoError(t, err)
	return root
}

// ResourceBlocks returns the resource blocks of a type. The test ends where there is
// none.
func ResourceBlocks(t testing.TB, root *Root, kind string) []Block {
	t.Helper()
	var found []Block
	for _, b := range root.Blocks("resource") {
		if b.Labels()[0] == kind {
			found = append(found, b)
		}
	}
	require.NotEmpty(t, found, "main.tf has no %s", kind)
	return found
}

// ResourceBlock returns the resource block at an address such as "aws_vpc.this". The
// test ends where there is none.
func ResourceBlock(t testing.TB, root *Root, address string) Block {
	t.Helper()
	kind, _, _ := strings.Cut(address, ".")
	for _, b := range ResourceBlocks(t, root, kind) {
		if b.Address() == address {
			return b
		}
	}
	require.Fail(t, "main.tf has no "+address)
	return Block{}
}

// NestedBlock returns the one nested block at a path of block types. The test ends
// where there is none, or more than one.
func NestedBlock(t testing.TB, b Block, path ...string) Block {
	t.Helper()
	for _, kind := range path {
		found := b.Nested(kind)
		require.Len(t, found, 1, "%s in %s", kind, b.Type())
		b = found[0]
	}
	return b
}

// CheckPlain holds arguments of a block against the values that must be written.
func CheckPlain(t testing.TB, b Block, want map[string]string) {
	t.Helper()
	for name, value := range want {
		assert.Equal(t, value, b.Plain(name), "%s of %s %q", name, b.Type(), b.Labels())
	}
}
