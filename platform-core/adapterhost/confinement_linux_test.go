package adapterhost

import (
	"context"
	"debug/elf"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

func init() { processes["old-kernel"] = oldKernel }

// needsConfinement skips where the kernel that runs the tests can confine nothing.
func needsConfinement(t *testing.T) {
	t.Helper()
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION); errno != 0 {
		t.Skip("this kernel has no Landlock: ", errno)
	}
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		t.Skip("there is no filter for this architecture")
	}
}

// confinementOf starts the process name and returns what the host found.
func confinementOf(t *testing.T, name string, options Options) *profile.Confinement {
	t.Helper()
	options.Dir = install(t, name)
	status, err := open(t, options).Status(t.Context(), "sample")
	require.NoError(t, err)
	require.NotNil(t, status.Confinement)
	return status.Confinement
}

// What is reported is what was probed, and no more.
func TestTheLevelIsTheOneThatWasProbed(t *testing.T) {
	needsConfinement(t)
	const enforced, partial, none = profile.Enforced, profile.Partial, profile.Unavailable
	level, open := ownConfinement(t)
	for name, c := range map[string]struct {
		process string
		plain   bool
		want    profile.Confinement
	}{
		"both":          {"good", false, profile.Confinement{Level: level, Host: level, Adapter: enforced, Open: open}},
		"the host's":    {"open", false, profile.Confinement{Level: level, Host: level, Adapter: none, Open: open}},
		"the adapter's": {"good", true, profile.Confinement{Level: partial, Host: none, Adapter: enforced}},
		"none":          {"open", true, profile.Confinement{Level: none, Host: none, Adapter: none}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, &c.want, confinementOf(t, c.process, Options{plain: c.plain}))
		})
	}
}

func TestAnUnconfinedAdapterCanBeRefused(t *testing.T) {
	needsConfinement(t)
	if level, _ := ownConfinement(t); level == profile.Enforced {
		assert.Equal(t, level, confinementOf(t, "good", Options{RequireConfinement: true}).Level)
	} else {
		_, err := open(t, Options{Dir: install(t, "good"), RequireConfinement: true}).Adapter(t.Context(), "sample")
		p := refusal(t, err, problem.AdapterUnavailable, "partial", "CGO_ENABLED=0")
		assert.Equal(t, problem.AdapterNotConfined, p.Faults[0].Code)
	}
	for process, level := range map[string]string{"good": "partial", "open": "unavailable"} {
		catalog := open(t, Options{Dir: install(t, process), RequireConfinement: true, plain: true})
		_, err := catalog.Adapter(t.Context(), "sample")
		p := refusal(t, err, problem.AdapterUnavailable, level, "requires enforced", "or do not require confinement")
		assert.Equal(t, problem.AdapterNotConfined, p.Faults[0].Code)
	}
}

// On a kernel that lacks a layer the adapter serves, and no more is reported than
// is refused.
func TestKernelsWithLess(t *testing.T) {
	needsConfinement(t)
	for lacking, want := range map[string]profile.ConfinementLevel{
		"landlock": profile.Partial, "seccomp": profile.Partial, "landlock,seccomp": profile.Unavailable,
	} {
		t.Run(lacking, func(t *testing.T) {
			t.Parallel()
			dir := install(t, "good")
			link(t, filepath.Join(dir, "old-kernel"))
			host := exec.Command(filepath.Join(dir, "old-kernel"), dir, lacking)
			host.Stderr = os.Stderr
			out, err := host.Output()
			require.NoError(t, err)
			var got profile.Confinement
			require.NoError(t, json.Unmarshal(out, &got), string(out))
			assert.Equal(t, want, got.Level, "%+v", got)
			assert.Equal(t, want == profile.Partial, len(got.Open) > 0, "%+v", got)
			if lacking == "landlock" {
				assert.Equal(t, []string{"create"}, withoutLoader(t, got.Open), "seccomp refuses all the rest")
			}
		})
	}
}

// ownConfinement returns the level of this test binary, and what is open to it.
// With C code the binary needs a dynamic loader, which opens files;
// integration/adapters has adapters as they are released.
func ownConfinement(t *testing.T) (profile.ConfinementLevel, []string) {
	t.Helper()
	binary, err := elf.Open(testBinary())
	require.NoError(t, err)
	defer func() { assert.NoError(t, binary.Close()) }()
	if !slices.ContainsFunc(binary.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP }) {
		return profile.Enforced, nil
	}
	return profile.Partial, []string{"libraries"}
}

// withoutLoader leaves out what the dynamic loader of a test binary with C code
// may do where there is no Landlock.
func withoutLoader(t *testing.T, open []string) []string {
	t.Helper()
	_, loading := ownConfinement(t)
	if loading != nil {
		loading = append(loading, "read")
	}
	return slices.DeleteFunc(open, func(name string) bool { return slices.Contains(loading, name) })
}

// oldKernel is a host on a kernel without the layers that its second argument
// names: a filter answers for them as such a kernel does. It asks the adapter of
// the folder in its first, and prints how that is confined.
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
	needsConfinement(t)
	t.Parallel()
	if raceDetector {
		t.Skip("the race detector's shadow memory is beyond any bound")
	}
	var log journal
	adapter := start(t, "hogging", Options{Logger: log.logger(), MaxMemory: 256 << 20})
	_, err := adapter.Evaluate(t.Context(), sampleOrder("small"))
	p := refusal(t, err, problem.AdapterUnavailable, "out of memory")
	assert.Equal(t, problem.AdapterOutOfMemory, p.Faults[0].Code)
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
	assert.Less(t, count(&log, "blah"), 400, "200 at once, and some a second")
}
