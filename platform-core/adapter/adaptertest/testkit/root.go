package testkit

import (
	"testing"

	"platform.internal/platform-core/adapter/adaptertest"
)

// ReadRoot returns the main.tf with the text. One that is not HCL ends the test.
func ReadRoot(t testing.TB, text []byte) *adaptertest.Root {
	t.Helper()
	root, err := adaptertest.ParseRoot(text)
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// ResourceBlocks returns the resource blocks of a type, or with an address. The
// test ends where there is none: a check of nothing would pass.
func ResourceBlocks(t testing.TB, root *adaptertest.Root, of string) (found []adaptertest.Block) {
	t.Helper()
	for _, b := range root.Blocks("resource") {
		if b.Labels()[0] == of || b.Address() == of {
			found = append(found, b)
		}
	}
	if len(found) == 0 {
		t.Fatalf("main.tf has no %s", of)
	}
	return found
}

// ResourceBlock returns the resource block at an address such as "aws_vpc.this".
// The test ends where there is none.
func ResourceBlock(t testing.TB, root *adaptertest.Root, address string) adaptertest.Block {
	t.Helper()
	return ResourceBlocks(t, root, address)[0]
}

// NestedBlock returns the one nested block at a path of block types. The test
// ends where there is none, or more than one.
func NestedBlock(t testing.TB, b adaptertest.Block, path ...string) adaptertest.Block {
	t.Helper()
	for _, kind := range path {
		found := b.Nested(kind)
		if len(found) != 1 {
			t.Fatalf("%s has %d blocks %s instead of one", b.Address(), len(found), kind)
		}
		b = found[0]
	}
	return b
}

// CheckPlain checks arguments of a block: each must be written as the plain
// value that is wanted, whatever the inputs are.
func CheckPlain(t testing.TB, b adaptertest.Block, want map[string]string) {
	t.Helper()
	for name, value := range want {
		if found := b.Plain(name); found != value {
			t.Errorf("%s of %s is %q instead of %q", name, b.Address(), found, value)
		}
	}
}
