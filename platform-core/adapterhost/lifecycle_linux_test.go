package adapterhost

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/pprof"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// gone reports whether a process has ended; one that nobody has reaped has.
func gone(pid int) bool { return state(pid) == "" || state(pid) == "Z" }

// state returns the letter of a process's state; empty for none.
func state(pid int) string {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return ""
	}
	_, after, _ := bytes.Cut(status, []byte(") "))
	return string(after[:1])
}

func TestAHungProcessIsReplaced(t *testing.T) {
	t.Parallel()
	adapter := start(t, "hanging-once", Options{plain: true, CallTimeout: 300 * time.Millisecond})
	before := pid(t, adapter)
	began := time.Now()
	_, err := adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	refusal(t, err, problem.AdapterUnavailable, "did not answer Evaluate within 300ms")
	assert.Less(t, time.Since(began), 3*time.Second)
	_, err = adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	require.NoError(t, err)
	assert.NotEqual(t, before, pid(t, adapter))
	require.Eventually(t, func() bool { return gone(before) }, 5*time.Second, 5*time.Millisecond)
}

// Not parallel: it counts the goroutines of the whole process.
func TestNothingIsLeftAfterClose(t *testing.T) {
	before := runtime.NumGoroutine()
	catalog, err := Open(Options{Dir: install(t, "identified")})
	require.NoError(t, err)
	adapter, err := catalog.Adapter(t.Context(), "sample")
	require.NoError(t, err)
	id := pid(t, adapter)
	assert.False(t, gone(id))
	catalog.Close()
	assert.True(t, gone(id))
	// Eventually would be a goroutine of its own.
	for end := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if !assert.LessOrEqual(t, runtime.NumGoroutine(), before) {
		_ = pprof.Lookup("goroutine").WriteTo(os.Stderr, 1)
	}
}

func TestAnAdapterEndsWithItsHost(t *testing.T) {
	t.Parallel()
	for _, signal := range []os.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		host, _, _, adapter := startHost(t)
		require.False(t, gone(adapter))
		require.NoError(t, host.Process.Signal(signal))
		require.Eventually(t, func() bool { return gone(adapter) }, 5*time.Second, time.Millisecond, "%s", signal)
	}
}

// Callers lose no call and get no wrong answer while the process under them is
// killed again and again.
func TestConcurrentCallersLoseNoCall(t *testing.T) {
	t.Parallel()
	const callers, kills = 32, 8
	adapter := start(t, "identified", Options{})
	done, stop := context.WithCancel(t.Context())
	var calls atomic.Int64
	var working sync.WaitGroup
	for range callers {
		working.Go(func() {
			for done.Err() == nil {
				size := request.Sizes()[rand.IntN(3)]
				got, err := adapter.Evaluate(context.Background(), sampleOrder(size))
				if !assert.NoError(t, err) || !assert.Equal(t, sampleEvaluation(sampleOrder(size)), got) {
					return
				}
				calls.Add(1)
			}
		})
	}
	for range kills {
		id := pid(t, adapter)
		time.Sleep(150 * time.Millisecond)
		require.NoError(t, syscall.Kill(id, syscall.SIGKILL))
		require.Eventually(t, func() bool { return pid(t, adapter) != id }, 10*time.Second, time.Millisecond)
	}
	stop()
	working.Wait()
	t.Logf("%d calls, %d kills", calls.Load(), kills)
	assert.Greater(t, calls.Load(), int64(callers))
}

// With a process for each call, no two calls meet in one, and none is left.
func TestACallCanHaveAProcessOfItsOwn(t *testing.T) {
	t.Parallel()
	const calls = 6
	options := Options{Dir: install(t, "identified"), PerCall: true}
	catalog := open(t, options)
	adapter, err := catalog.Adapter(t.Context(), "sample")
	require.NoError(t, err)
	var mu sync.Mutex
	processes := map[int]bool{}
	var callers sync.WaitGroup
	for range calls {
		callers.Go(func() {
			id := pid(t, adapter)
			mu.Lock()
			defer mu.Unlock()
			processes[id] = true
		})
	}
	callers.Wait()
	assert.Len(t, processes, calls)
	for id := range processes {
		require.Eventually(t, func() bool { return gone(id) }, 5*time.Second, time.Millisecond)
	}
}

// A caller that leaves while its process starts leaves no process behind.
func TestAProcessOfItsOwnEndsWithItsCaller(t *testing.T) {
	catalog := open(t, Options{Dir: install(t, "identified"), PerCall: true})
	adapter, err := catalog.Adapter(t.Context(), "sample")
	require.NoError(t, err)
	for range 5 {
		left, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
		_, err := adapter.Evaluate(left, sampleOrder(request.Small))
		cancel()
		if err != nil {
			require.ErrorIs(t, err, context.DeadlineExceeded)
		}
	}
	require.Eventually(t, func() bool { return len(children(t)) == 0 }, 10*time.Second, 10*time.Millisecond)
}
