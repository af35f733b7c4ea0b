package history_test

import (
	"fmt"
	"os"
	"testing"

	"platform.internal/integration/build"
)

// TestMain is a member of etcd where the arguments ask for it: a member that shall be killed
// needs a process of its own.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == memberArgument {
		if err := serveMember(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(build.Main(m))
}
