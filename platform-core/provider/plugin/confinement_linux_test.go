package plugin

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/problem"
)

func init() { processes["old-kernel"] = oldKernel }

// needsBox skips where the kernel that runs the tests has no layer to lay.
func needsBox(t *testing.T) {
	t.Helper()
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION); errno != 0 {
		t.Skip("this kernel has no Landlock: ", errno)
	}
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		t.Skip("there is no filter for this architecture")
	}
}

// confinementOf starts the process name and returns what the host found.
func confinementOf(t *testing.T, name string, options Options) *installation.Confinement {
	t.Helper()
	options.Dir = install(t, name)
	status, err := open(t, options).Status(t.Context(), "sample")
	require.NoError(t, err)
	require.NotNil(t, status.Confinement)
	return status.Confinement
}

// What is vouched for is what was probed, and no more.
func TestTheLevelIsTheOneThatWasProbed(t *testing.T) {
	needsBox(t)
	const enforced, partial, none = installation.Enforced, installation.Partial, installation.Unavailable
	for name, c := range map[string]struct {
		process string
		plain   bool
		want    installation.Confinement
	}{
		"both boxes":    {"good", false, installation.Confinement{Level: enforced, Host: enforced, Adapter: enforced}},
		"the host's":    {"open", false, installation.Confinement{Level: enforced, Host: enforced, Adapter: none}},
		"the adapter's": {"good", true, installation.Confinement{Level: partial, Host: none, Adapter: enforced}},
		"none":          {"open", true, installation.Confinement{Level: none, Host: none, Adapter: none}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, &c.want, confinementOf(t, c.process, Options{plain: c.plain}))
		})
	}
}

func TestAnUnconfinedAdapterCanBeRefused(t *testing.T) {
	needsBox(t)
	assert.Equal(t, installation.Enforced, confinementOf(t, "good", Options{RequireConfinement: true}).Level)
	for process, level := range map[string]string{"good": "partial", "open": "unavailable"} {
		catalog := open(t, Options{Dir: install(t, process), RequireConfinement: true, plain: true})
		_, err := catalog.Adapter(t.Context(), "sample")
		p := refusal(t, err, problem.AdapterUnavailable, level, "requires enforced", "--require-confinement")
		assert.Equal(t, AdapterNotConfined, p.Faults[0].Code)
	}
}

// On a kernel that lacks a layer the adapter serves, and nothing is claimed that
// does not hold.
func TestKernelsWithLess(t *testing.T) {
	needsBox(t)
	for lacking, want := range map[string]installation.ConfinementLevel{
		"landlock": installation.Partial, "seccomp": installation.Partial, "landlock,seccomp": installation.Unavailable,
	} {
		t.Run(lacking, func(t *testing.T) {
			t.Parallel()
			dir := install(t, "good")
			link(t, filepath.Join(dir, "old-kernel"))
			host := exec.Command(filepath.Join(dir, "old-kernel"), dir, lacking)
			host.Stderr = os.Stderr
			out, err := host.Output()
			require.NoError(t, err)
			var got installation.Confinement
			require.NoError(t, json.Unmarshal(out, &got), string(out))
			assert.Equal(t, want, got.Level, "%+v", got)
			assert.Equal(t, want == installation.Partial, len(got.Open) > 0, "%+v", got)
			if lacking == "landlock" {
				assert.Equal(t, []string{"create"}, withoutLoader(got.Open), "seccomp alone holds all the rest")
			}
		})
	}
}

// withoutLoader leaves out what the dynamic loader of a test binary with C code
// may do where there is no Landlock.
func withoutLoader(open []string) []string {
	var rest []string
	for _, name := range open {
		if name != "read" && name != "environment" {
			rest = append(rest, name)
		}
	}
	return rest
}

// oldKernel is a host on a kernel without the layers that its second argument
// names: a filter answers for them as such a kernel does. It asks the adapter of
// the folder in its first, and prints how that is held.
func oldKernel() {
	pretend(strings.Split(os.Args[2], ","))
	catalog, err := Open(Options{Dir: os.Args[1]})
	if err != nil {
		panic(err)
	}
	status, err := catalog.Status(context.Background(), "sample")
	if err != nil {
		panic(err)
	}
	adapter, err := catalog.Adapter(context.Background(), "sample")
	if err != nil {
		panic(err)
	}
	if _, err := adapter.Evaluate(context.Background(), sampleOrder("small")); err != nil {
		panic(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(status.Confinement); err != nil {
		panic(err)
	}
	catalog.Close()
}

func pretend(lacking []string) {
	calls := map[string][]uint32{
		"landlock": {unix.SYS_LANDLOCK_CREATE_RULESET, unix.SYS_LANDLOCK_ADD_RULE, unix.SYS_LANDLOCK_RESTRICT_SELF},
		"seccomp":  {unix.SYS_SECCOMP},
	}
	code := []unix.SockFilter{{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS}}
	for _, layer := range lacking {
		for _, call := range calls[layer] {
			code = append(code, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: call, Jf: 1},
				unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)})
		}
	}
	code = append(code, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW})
	runtime.LockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		panic(err)
	}
	p := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&p))); errno != 0 {
		panic(fmt.Sprint("seccomp: ", errno))
	}
}

func TestMemoryIsBounded(t *testing.T) {
	needsBox(t)
	t.Parallel()
	if raceDetector {
		t.Skip("the race detector's shadow memory is beyond any bound")
	}
	var log journal
	adapter := start(t, "hogging", Options{Logger: log.logger(), MaxMemory: 256 << 20})
	_, err := adapter.Evaluate(t.Context(), sampleOrder("small"))
	p := refusal(t, err, problem.AdapterUnavailable, "out of memory")
	assert.Equal(t, AdapterOutOfMemory, p.Faults[0].Code)
	_, err = adapter.CheckInstallation(t.Context(), sampleProfile())
	assert.NoError(t, err, "the next call finds a fresh process")
}

func TestALogIsNotFlooded(t *testing.T) {
	t.Parallel()
	var log journal
	adapter := start(t, "chattering", Options{Logger: log.logger()})
	_, err := adapter.Evaluate(t.Context(), sampleOrder("small"))
	require.NoError(t, err)
	log.soon(t, "blah")
	assert.Less(t, count(&log, "blah"), 2*lineBurst)
}
