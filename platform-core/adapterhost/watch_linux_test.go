package adapterhost

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/plugin"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

func init() {
	processes["threading"] = func() { plugin.Serve(sample{evaluate: takeThreads, check: identify}) }
	processes["burning"] = func() { plugin.Serve(sample{evaluate: burn, check: identify}) }
}

// takeThreads takes a thousand threads, and never answers.
func takeThreads(context.Context, adapter.Input) (adapter.Evaluation, error) {
	debug.SetMaxThreads(1 << 20)
	for range 1000 {
		go func() {
			runtime.LockOSThread()
			var pipe [2]int
			_ = syscall.Pipe(pipe[:])
			_, _ = syscall.Read(pipe[0], make([]byte, 1))
			select {}
		}()
	}
	select {}
}

// burn answers, and continues to compute.
func burn(_ context.Context, order adapter.Input) (adapter.Evaluation, error) {
	for range 4 {
		go func() {
			for n := 0; ; {
				n++
			}
		}()
	}
	return sampleEvaluation(order), nil
}

// needsGroup skips where no control group can be made.
func needsGroup(t *testing.T) {
	t.Helper()
	var log journal
	start(t, "good", Options{Logger: log.logger()})
	if count(&log, "adapter has no control group") > 0 {
		t.Skip("no control group can be made here")
	}
}

// The thread that starts a process in its group does not stay there: what bounds the
// adapter would bound its host.
func TestAHostIsInNoGroupOfItsAdapter(t *testing.T) {
	needsConfinement(t)
	needsGroup(t)
	adapter := start(t, "identified", Options{})
	group, err := os.ReadFile(fmt.Sprintf("/proc/%d/cgroup", pid(t, adapter)))
	require.NoError(t, err)
	name := fmt.Sprintf("platform-adapter-%d-", os.Getpid())
	require.Contains(t, string(group), name)
	threads, err := filepath.Glob("/proc/self/task/*/cgroup")
	require.NoError(t, err)
	require.NotEmpty(t, threads)
	for _, thread := range threads {
		groups, err := os.ReadFile(thread)
		if err == nil { // it may have ended
			assert.NotContains(t, string(groups), name)
		}
	}
}

// A host that is out of descriptors for a while looks again.
func TestTheWatchContinuesAfterAFailedLook(t *testing.T) {
	needsConfinement(t)
	adapter := start(t, "threading", Options{MaxMemory: NoMaxMemory, ungrouped: true})
	require.Positive(t, pid(t, adapter))
	var before unix.Rlimit
	require.NoError(t, unix.Getrlimit(unix.RLIMIT_NOFILE, &before))
	require.NoError(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 3, Max: before.Max}))
	time.Sleep(300 * time.Millisecond)
	require.NoError(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &before))
	_, err := adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	refusal(t, err, problem.AdapterUnavailable, "ended by the platform for its", "threads; the limit is")
}

// A process that takes too much is ended, the reason is reported, and the next call
// finds a fresh one.
func TestAProcessWithTooManyThreadsIsEnded(t *testing.T) {
	needsConfinement(t)
	for name, c := range map[string]struct {
		ungrouped bool
		words     []string
	}{
		"watched":    {true, []string{"ended by the platform for its", "threads; the limit is"}},
		"by a group": {false, nil}, // the kernel gives it no more
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !c.ungrouped {
				needsGroup(t)
			}
			adapter := start(t, "threading", Options{MaxMemory: NoMaxMemory, ungrouped: c.ungrouped}) // with C code each has a stack of 8 MiB
			_, err := adapter.Evaluate(t.Context(), sampleOrder(request.Small))
			p := refusal(t, err, problem.AdapterUnavailable, c.words...)
			assert.Equal(t, problem.AdapterCrashed, p.Faults[0].Code)
			_, err = adapter.CheckInstallation(t.Context(), sampleProfile())
			assert.NoError(t, err)
		})
	}
}

func TestAProcessThatComputesForNobodyIsEnded(t *testing.T) {
	needsConfinement(t)
	t.Parallel()
	var log journal
	adapter := start(t, "burning", Options{Logger: log.logger(), idle: time.Second})
	before := pid(t, adapter)
	_, err := adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	require.NoError(t, err)
	require.Eventually(t, func() bool { return count(&log, "with no call in it") > 0 }, time.Minute, 10*time.Millisecond)
	assert.NotEqual(t, before, pid(t, adapter))
}
