package envguard_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	_ "google.golang.org/grpc" // reads about forty variables while it initialises

	_ "platform.internal/platform-core/envguard"
)

func TestTheEnvironmentIsEmpty(t *testing.T) {
	assert.Empty(t, os.Environ())
}

// TestTheGuardComesFirst checks that every package that could read a variable initialises after the
// guard. The runtime prints the order of initialisation, in a process whose environment has a fake secret.
func TestTheGuardComesFirst(t *testing.T) {
	path, err := os.Executable()
	require.NoError(t, err)
	child := exec.Command(path, "-test.run=^TestTheEnvironmentIsEmpty$", "-test.count=1")
	child.Env = []string{"GODEBUG=inittrace=1", "AWS_SECRET_ACCESS_KEY=canary", "GRPC_GO_LOG_SEVERITY_LEVEL=info"}
	output, err := child.CombinedOutput()
	require.NoError(t, err, "%s", output)
	order := initialised(string(output))
	guard := slices.Index(order, "platform.internal/platform-core/envguard")
	require.GreaterOrEqual(t, guard, 0, "%v", order)
	for _, asking := range []string{"os", "google.golang.org/grpc/internal/envconfig", "google.golang.org/grpc/grpclog", "google.golang.org/grpc"} {
		if at := slices.Index(order, asking); at >= 0 {
			assert.Less(t, guard, at, asking)
		}
	}
	assert.Positive(t, slices.Index(order, "os"))
}

// initialised returns the packages of a trace, in the order of their initialisation.
func initialised(trace string) []string {
	var order []string
	for line := range strings.Lines(trace) {
		if rest, ok := strings.CutPrefix(line, "init "); ok {
			name, _, _ := strings.Cut(rest, " @")
			order = append(order, name)
		}
	}
	return order
}
