package adapterhost

import (
	"context"
	"runtime"
	"runtime/debug"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/plugin"
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
	at := func(seconds float64) time.Time {
		return time.Unix(1000, 0).Add(time.Duration(seconds * float64(time.Second)))
	}
	fresh := func() *resourceLimit {
		return &resourceLimit{threads: 256, memory: 512 << 20, idle: 10 * time.Second}
	}
	assert.Empty(t, fresh().excess(process.Usage{Threads: 256, Memory: 576 << 20}, 1, 1, at(0)))
	assert.Contains(t, fresh().excess(process.Usage{Threads: 257}, 1, 1, at(0)), "257 threads")
	assert.Contains(t, fresh().excess(process.Usage{Memory: 600 << 20}, 1, 1, at(0)), "out of memory at 600 MiB")
	unlimited := &resourceLimit{threads: 9, memory: NoMaxMemory}
	assert.Empty(t, unlimited.excess(process.Usage{Memory: 1 << 40}, 0, 1, at(0)))
	type calls struct{ now, ever int }
	for name, c := range map[string]struct {
		processor float64 // seconds in ten
		calls     []calls // every ten seconds
		ended     bool
	}{
		"idle":               {0, []calls{{0, 3}, {0, 3}, {0, 3}}, false},
		"clearing up":        {0.5, []calls{{0, 3}, {0, 3}, {0, 3}}, false},
		"computing":          {4, []calls{{0, 3}, {0, 3}}, true},
		"under a call":       {20, []calls{{1, 3}, {1, 3}, {1, 3}}, false},
		"right after a call": {20, []calls{{1, 3}, {0, 3}}, false},
		"long after a call":  {4, []calls{{1, 3}, {0, 3}, {0, 3}}, true},
		"quick calls":        {4, []calls{{0, 3}, {0, 4}, {0, 5}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			r, excess := fresh(), ""
			for i, calls := range c.calls {
				u := process.Usage{Processor: time.Duration(c.processor * float64(i) * float64(time.Second))}
				excess += r.excess(u, calls.now, calls.ever, at(10*float64(i)))
			}
			assert.Equal(t, c.ended, excess != "", excess)
		})
	}
	r := fresh()
	_ = r.excess(process.Usage{}, 0, 1, at(0))
	assert.False(t, r.due(0, at(9)), "an idle process is left in peace")
	assert.True(t, r.due(0, at(10)))
	assert.True(t, r.due(1, at(1)))
}

// A process that takes too much is ended, the reason is reported, and the next call
// finds a fresh one.
func TestAProcessWithTooManyThreadsIsEnded(t *testing.T) {
	needsConfinement(t)
	t.Parallel()
	adapter := start(t, "threading", Options{MaxMemory: NoMaxMemory}) // with C code each has a stack of 8 MiB
	_, err := adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	p := refusal(t, err, problem.AdapterUnavailable, "ended by the platform for its", "threads, of which it may have")
	assert.Equal(t, problem.AdapterCrashed, p.Faults[0].Code)
	_, err = adapter.CheckInstallation(t.Context(), sampleProfile())
	assert.NoError(t, err)
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
