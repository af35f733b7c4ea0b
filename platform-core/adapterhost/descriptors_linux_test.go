package adapterhost

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"platform.internal/platform-core/problem"
)

func init() { processes["out-of-descriptors"] = outOfDescriptors }

// outOfDescriptors is a host that lets go of its last descriptors one by one, and
// prints how a start of its adapter ends each time, until one succeeds.
func outOfDescriptors() {
	catalog, err := Open(Options{Dir: os.Args[1]})
	if err != nil {
		panic(err)
	}
	const most = 128 // the shim needs some more than 64
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: most, Max: most}); err != nil {
		panic(err)
	}
	var held []int
	for {
		fd, err := unix.Open("/dev/null", unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if err != nil {
			break
		}
		held = append(held, fd)
	}
	for _, fd := range held {
		_, err := catalog.Status(context.Background(), "sample")
		if err == nil {
			fmt.Println("started")
			break
		}
		fmt.Println(problem.From(err).Fault())
		_ = unix.Close(fd)
	}
	catalog.Close()
}

// TestAStartWithoutDescriptorsSaysSo checks that the error names the missing descriptor, at every step of
// the start. It blames neither the file nor the adapter.
func TestAStartWithoutDescriptorsSaysSo(t *testing.T) {
	needsConfinement(t)
	t.Parallel()
	dir := install(t, "good")
	link(t, filepath.Join(dir, "out-of-descriptors"))
	out, err := (&exec.Cmd{Path: filepath.Join(dir, "out-of-descriptors"), Args: []string{"out-of-descriptors", dir}}).Output()
	require.NoError(t, err)
	lines := bufio.NewScanner(strings.NewReader(string(out)))
	var faults []string
	for lines.Scan() {
		faults = append(faults, lines.Text())
	}
	require.Greater(t, len(faults), 3)
	for i, fault := range faults[:len(faults)-1] {
		assert.Equal(t, string(problem.AdapterNoDescriptors), fault, "with %d descriptors", i)
	}
	assert.Equal(t, "started", faults[len(faults)-1])
}
