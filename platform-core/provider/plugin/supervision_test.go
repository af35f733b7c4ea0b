package plugin

import (
	"os"
	"runtime"
	"runtime/pprof"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/problem"
)

func TestACrashInTheMiddleOfACallIsMadeGood(t *testing.T) {
	t.Parallel()
	var log journal
	adapter := start(t, "crashing-once", Options{Logger: log.logger()})
	got, err := adapter.Evaluate(t.Context(), sampleOrder(environment.Small))
	require.NoError(t, err)
	assert.Equal(t, sampleEvaluation(sampleOrder(environment.Small)), got)
	log.soon(t, `msg="adapter crashed"`)
	log.soon(t, `outcome="exit status 3"`)
	log.soon(t, `last_line="famous �[31mlast words"`)
}

func TestACrashOfEveryProcessIsToldAfterTwo(t *testing.T) {
	t.Parallel()
	var log journal
	adapter := start(t, "crashing", Options{Logger: log.logger()})
	_, err := adapter.Evaluate(t.Context(), sampleOrder(environment.Small))
	p := refusal(t, err, problem.AdapterUnavailable, "crashed")
	assert.NotContains(t, p.Error(), "last words")
	require.Eventually(t, func() bool { return count(&log, "adapter crashed") == 2 }, 5*time.Second, 5*time.Millisecond)
	_, err = adapter.CheckInstallation(t.Context(), sampleProfile())
	assert.NoError(t, err, "the next call finds a fresh process")
	assert.Equal(t, 2, count(&log, "adapter crashed"))
}

func TestACrashDuringTheStartIsMadeGood(t *testing.T) {
	t.Parallel()
	adapter := start(t, "dying-at-start", Options{})
	_, err := adapter.Evaluate(t.Context(), sampleOrder(environment.Small))
	assert.NoError(t, err)
}

func TestAHungProcessIsReplaced(t *testing.T) {
	t.Parallel()
	adapter := start(t, "hanging-once", Options{CallTimeout: 300 * time.Millisecond})
	before := pid(t, adapter)
	began := time.Now()
	_, err := adapter.Evaluate(t.Context(), sampleOrder(environment.Small))
	refusal(t, err, problem.AdapterUnavailable, "did not answer Evaluate within 300ms")
	assert.Less(t, time.Since(began), 3*time.Second)
	_, err = adapter.Evaluate(t.Context(), sampleOrder(environment.Small))
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

func TestOpeningStartsNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	dir := install(t, "good")
	remove(t, dir+"/good")
	catalog := open(t, Options{Dir: dir})
	assert.Equal(t, []string{"sample"}, catalog.Providers())
	assert.LessOrEqual(t, runtime.NumGoroutine(), before)
}
