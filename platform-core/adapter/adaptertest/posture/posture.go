// Package posture is for assertions about the security posture of a main.tf as
// it is written, which no scanner sees: a setting counts only where it stands as
// a plain value, whatever the inputs say. What is looked for and is not there
// fails the test: a check of nothing would pass.
package posture

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest/terraform"
)

// Read returns the main.tf with the text. One that is not HCL ends the test.
func Read(t testing.TB, text []byte) *terraform.Root {
	t.Helper()
	root, err := terraform.Parse(text)
	require.NoError(t, err)
	return root
}

// Resources returns the resource blocks of a type. The test ends where there is
// none.
func Resources(t testing.TB, root *terraform.Root, kind string) []terraform.Block {
	t.Helper()
	var found []terraform.Block
	for _, b := range root.Blocks("resource") {
		if b.Labels()[0] == kind {
			found = append(found, b)
		}
	}
	require.NotEmpty(t, found, "main.tf has no %s", kind)
	return found
}

// Resource returns the resource block at an address such as "aws_vpc.this". The
// test ends where there is none.
func Resource(t testing.TB, root *terraform.Root, address string) terraform.Block {
	t.Helper()
	kind, _, _ := strings.Cut(address, ".")
	for _, b := range Resources(t, root, kind) {
		if b.Address() == address {
			return b
		}
	}
	require.Fail(t, "main.tf has no "+address)
	return terraform.Block{}
}

// Inside returns the one nested block at a path of block types. The test ends
// where there is none, or more than one.
func Inside(t testing.TB, b terraform.Block, path ...string) terraform.Block {
	t.Helper()
	for _, kind := range path {
		found := b.Nested(kind)
		require.Len(t, found, 1, "%s in %s", kind, b.Type())
		b = found[0]
	}
	return b
}

// Plainly holds arguments of a block against the values that must be written.
func Plainly(t testing.TB, b terraform.Block, want map[string]string) {
	t.Helper()
	for name, value := range want {
		assert.Equal(t, value, b.Plain(name), "%s of %s %q", name, b.Type(), b.Labels())
	}
}
