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
	"platform.internal/platform-core/adapterhost/confine"
	"platform.internal/platform-core/adapterhost/internal/process"
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

func TestResourceLimits(t *testing.T) {
	fresh := func() *resourceLimit {
		return &resourceLimit{threads: 256, memory: 512 << 20, idle: 10 * time.Second}
	}
	for name, c := range map[string]struct {
		usage   process.Usage
		started bool
		want    string
	}{
		"all it may":        {process.Usage{Threads: 256, Memory: 576 << 20, Names: maxNames, Processor: startProcessor}, false, ""},
		"threads":           {process.Usage{Threads: 257}, true, "for its 257 threads"},
		"memory":            {process.Usage{Memory: 600 << 20}, true, "out of memory at 600 MiB"},
		"names":             {process.Usage{Names: maxNames + 1}, false, "more than 16 files"},
		"a start's work":    {process.Usage{Processor: 6 * time.Second}, false, "computing 6.0 s before it described"},
		"work after it all": {process.Usage{Processor: 6 * time.Second}, true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			excess := fresh().excess(sight{Usage: c.usage, started: c.started})
			assert.Equal(t, c.want == "", excess == "", excess)
			assert.Contains(t, excess, c.want)
		})
	}
	unlimited := &resourceLimit{threads: 9, memory: NoMaxMemory}
	assert.Empty(t, unlimited.excess(sight{Usage: process.Usage{Memory: 1 << 40}}))
}

func TestIdleComputing(t *testing.T) {
	type calls struct{ open, ever int64 }
	for name, c := range map[string]struct {
		processor float64 // seconds in ten
		calls     []calls // every ten seconds
		ended     bool
	}{
		"idle":         {0, []calls{{0, 3}, {0, 3}, {0, 3}}, false},
		"clearing up":  {0.5, []calls{{0, 3}, {0, 3}, {0, 3}}, false},
		"computing":    {4, []calls{{0, 3}, {0, 3}}, true},
		"under a call": {20, []calls{{1, 3}, {1, 3}, {1, 3}}, false},
		"after a call": {4, []calls{{1, 3}, {0, 3}}, true},
		"quick calls":  {4, []calls{{0, 3}, {0, 4}, {0, 5}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := &resourceLimit{threads: 256, memory: 512 << 20, idle: 10 * time.Second}
			began, excess := time.Unix(1000, 0), ""
			for second := range 10 * len(c.calls) {
				now := c.calls[min(second/10, len(c.calls)-1)]
				used := time.Duration(c.processor * float64(second) * float64(time.Second) / 10)
				excess += r.excess(sight{
					Usage: process.Usage{Processor: used}, started: true, at: began.Add(time.Duration(second) * time.Second), open: now.open, calls: now.ever,
				})
			}
			assert.Equal(t, c.ended, excess != "", excess)
		})
	}
}

// needsGroup skips where no control group can be made.
func needsGroup(t *testing.T) {
	t.Helper()
	group, err := confine.NewGroup(NoMaxMemory, 1)
	if err != nil {
		t.Skip("no control group can be made here: ", err)
	}
	group.Remove()
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
	time.Sleep(3 * watchInterval)
	require.NoError(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &before))
	_, err := adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	refusal(t, err, problem.AdapterUnavailable, "ended by the platform for its", "threads, of which it may have")
}

// A process that takes too much is ended, the reason is reported, and the next call
// finds a fresh one.
func TestAProcessWithTooManyThreadsIsEnded(t *testing.T) {
	needsConfinement(t)
	for name, c := range map[string]struct {
		ungrouped bool
		words     []string
	}{
		"watched":    {true, []string{"ended by the platform for its", "threads, of which it may have"}},
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
