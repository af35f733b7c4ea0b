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

// burn answers, and goes on computing.
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

func TestRations(t *testing.T) {
	at := func(seconds float64) time.Time {
		return time.Unix(1_000_000, 0).Add(time.Duration(seconds * float64(time.Second)))
	}
	fresh := func() *ration { return &ration{threads: 256, memory: 512 << 20} }
	assert.Empty(t, fresh().excess(process.Usage{Threads: 256, Memory: 570 << 20}, visits{}, at(0)))
	assert.Contains(t, fresh().excess(process.Usage{Threads: 257}, visits{1, 1}, at(0)), "257 threads")
	assert.Contains(t, fresh().excess(process.Usage{Memory: 600 << 20}, visits{1, 1}, at(0)), "out of memory at 600 MiB")
	assert.Empty(t, (&ration{threads: 9, memory: NoMaxMemory}).excess(process.Usage{Memory: 1 << 40}, visits{}, at(0)))

	for name, c := range map[string]struct {
		processor float64 // seconds in ten
		calls     []visits
		ended     bool
	}{
		"idle":                 {0, []visits{{0, 3}}, false},
		"clearing up":          {0.5, []visits{{0, 3}}, false},
		"computing":            {4, []visits{{0, 3}}, true},
		"under a call":         {20, []visits{{1, 3}}, false},
		"between quick calls":  {4, []visits{{0, 3}, {0, 4}}, false},
		"after its last call":  {4, []visits{{1, 3}, {0, 3}, {0, 3}}, true},
		"before its last call": {4, []visits{{0, 3}, {1, 4}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			r, excess := fresh(), ""
			for i := range 8 {
				calls := c.calls[min(i, len(c.calls)-1)]
				if len(c.calls) == 2 {
					calls.ever += i
				}
				u := process.Usage{Processor: time.Duration(c.processor * float64(i) * float64(time.Second))}
				excess += r.excess(u, calls, at(10*float64(i)))
			}
			assert.Equal(t, c.ended, excess != "", excess)
		})
	}
}

// A process that takes too much is ended with words of its own, and the next
// call finds a fresh one.
func TestAProcessWithTooManyThreadsIsEnded(t *testing.T) {
	needsBox(t)
	t.Parallel()
	adapter := start(t, "threading", Options{MaxMemory: NoMaxMemory}) // with C code each has a stack of 8 MiB
	_, err := adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	p := refusal(t, err, problem.AdapterUnavailable, "ended by the platform for its", "threads, of which it may have")
	assert.Equal(t, AdapterCrashed, p.Faults[0].Code)
	_, err = adapter.CheckInstallation(t.Context(), sampleProfile())
	assert.NoError(t, err)
}

func TestAProcessThatComputesForNobodyIsEnded(t *testing.T) {
	needsBox(t)
	t.Parallel()
	var log journal
	adapter := start(t, "burning", Options{Logger: log.logger()})
	before := pid(t, adapter)
	_, err := adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	require.NoError(t, err)
	require.Eventually(t, func() bool { return count(&log, "with no call in it") > 0 }, time.Minute, 10*time.Millisecond)
	assert.NotEqual(t, before, pid(t, adapter))
}
