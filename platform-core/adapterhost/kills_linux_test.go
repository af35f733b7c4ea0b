package adapterhost

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
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

func init() { processes["wedging"] = func() { plugin.Serve(sample{evaluate: wedge, check: identify}) } }

// wedge stops the whole process: a thread that takes no signals never stops for
// the garbage collector, for which all others then wait.
func wedge(context.Context, adapter.Input) (adapter.Evaluation, error) {
	go func() {
		runtime.LockOSThread()
		all := unix.Sigset_t{}
		for i := range all.Val {
			all.Val[i] = ^all.Val[i]
		}
		_ = unix.PthreadSigmask(unix.SIG_BLOCK, &all, nil)
		for spins := 0; spins >= 0; spins++ {
		}
	}()
	go runtime.GC()
	select {}
}

// children returns the processes of this one. Tests that ask are not parallel,
// so that they are the test's own.
func children(t testing.TB) (found []int) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	require.NoError(t, err)
	for _, file := range files {
		stat, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		if len(fields) > 1 && fields[0] != "Z" && fields[1] == strconv.Itoa(os.Getpid()) {
			id, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			require.NoError(t, err)
			found = append(found, id)
		}
	}
	return found
}

// killChildren kills n processes of this one, one after the other, each as soon as it
// is ready for it.
func killChildren(t testing.TB, n int, ready func(round int) bool) {
	t.Helper()
	for round := range n {
		var victims []int
		require.Eventually(t, func() bool {
			victims = children(t)
			return len(victims) > 0 && ready(round)
		}, 20*time.Second, time.Millisecond)
		for _, victim := range victims {
			_ = syscall.Kill(victim, syscall.SIGKILL)
			require.Eventually(t, func() bool { return gone(victim) }, 10*time.Second, time.Millisecond)
		}
	}
}

// A process that is killed before it is an adapter is replaced, whoever waits.
func TestAKillDuringTheStartLosesNoCall(t *testing.T) {
	needsConfinement(t)
	catalog := open(t, Options{Dir: install(t, "slow-to-start"), CallTimeout: time.Minute})
	var callers sync.WaitGroup
	for range 4 {
		callers.Go(func() {
			_, err := catalog.Adapter(t.Context(), "sample")
			assert.NoError(t, err)
		})
	}
	killChildren(t, 2*maxFailures, func(int) bool { return true })
	callers.Wait()
}

// Kills from outside are not strikes: calls are repeated until they are answered,
// and can be made again after that.
func TestAKillFromOutsideIsNobodysFault(t *testing.T) {
	needsConfinement(t)
	var log journal
	adapter := start(t, "slow", Options{Logger: log.logger(), CallTimeout: time.Minute})
	var callers sync.WaitGroup
	for _, size := range request.Sizes() {
		callers.Go(func() {
			got, err := adapter.Evaluate(t.Context(), sampleOrder(size))
			assert.NoError(t, err)
			assert.Equal(t, sampleEvaluation(sampleOrder(size)), got)
		})
	}
	kills := 2 * maxFailures
	killChildren(t, kills, func(round int) bool { return count(&log, " line=asked") == len(request.Sizes())*(round+1) })
	callers.Wait()
	assert.Equal(t, kills, count(&log, `msg="adapter was killed from outside"`))
	assert.Zero(t, count(&log, "adapter crashed"))
	for _, size := range request.Sizes() {
		_, err := adapter.Evaluate(t.Context(), sampleOrder(size))
		assert.NoError(t, err, "not refused")
	}
}

// TestKillsFromOutsideAreBounded checks that the host stops retrying a call if each of its processes is
// killed from outside. It does not blame the call.
func TestKillsFromOutsideAreBounded(t *testing.T) {
	needsConfinement(t)
	var log journal
	adapter := start(t, "slow", Options{Logger: log.logger(), CallTimeout: time.Minute})
	failed := make(chan error)
	go func() {
		_, err := adapter.Evaluate(t.Context(), sampleOrder(request.Small))
		failed <- err
	}()
	killChildren(t, maxKills, func(round int) bool { return count(&log, " line=asked") == round+1 })
	p := refusal(t, <-failed, problem.AdapterUnavailable, "killed from outside the platform")
	assert.Equal(t, problem.AdapterKilled, p.Faults[0].Code)
	_, err := adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	assert.NoError(t, err)
}

// A process that does not answer the health check is ended by the host, and
// reported as that.
func TestAnUnresponsiveProcessIsReplaced(t *testing.T) {
	t.Parallel()
	var log journal
	adapter := start(t, "wedging", Options{Logger: log.logger()})
	_, err := adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	p := refusal(t, err, problem.AdapterUnavailable, "answered nothing at all for 3s", "asked Evaluate")
	assert.Equal(t, problem.AdapterTimeout, p.Faults[0].Code)
	_, err = adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	assert.Equal(t, problem.AdapterRequestQuarantined, problem.From(err).Faults[0].Code)
	pid(t, adapter)
	assert.Equal(t, maxStrikes, count(&log, `msg="adapter does not answer the health check and is replaced"`))
	assert.Zero(t, count(&log, "adapter crashed"))
	assert.Zero(t, count(&log, "killed"))
}

// A process that is stopped from outside is replaced, and its calls are asked
// again.
func TestAStoppedProcessLosesNoCall(t *testing.T) {
	t.Parallel()
	adapter := start(t, "identified", Options{})
	before := pid(t, adapter)
	require.NoError(t, syscall.Kill(before, syscall.SIGSTOP))
	require.Eventually(t, func() bool { return state(before) == "T" }, 5*time.Second, time.Millisecond)
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() { assert.NotEqual(t, before, pid(t, adapter)) })
	}
	callers.Wait()
	require.Eventually(t, func() bool { return gone(before) }, 5*time.Second, 5*time.Millisecond)
}

// TestAHangIsFoundAfterItsCallerHasLeft checks that the host replaces a process whose call hangs, although
// the caller does not wait for the call.
func TestAHangIsFoundAfterItsCallerHasLeft(t *testing.T) {
	t.Parallel()
	adapter := start(t, "hanging", Options{CallTimeout: time.Second})
	before := pid(t, adapter)
	for range 20 {
		hasty, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
		_, err := adapter.Evaluate(hasty, sampleOrder(request.Small))
		cancel()
		assert.Equal(t, context.DeadlineExceeded, err)
	}
	require.Eventually(t, func() bool { return gone(before) }, 5*time.Second, 5*time.Millisecond)
	assert.NotEqual(t, before, pid(t, adapter))
}
